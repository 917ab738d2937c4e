"""The parts of an author's preview: the form, its problems, what a tool is sent, how others see it, a sample answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import request

from webform.bodies import outline
from webform.draft import Draft, begin
from webform.html.decode import value_of
from webform.html.highlight import highlight
from webform.lint import unread
from webform.problems import Problem, counted
from webform.published import body_schema
from webform.sample import sample
from webform.secrecy import masked
from webform.texts import shortened
from webform.values import ABSENT, write_json
from webform.web.pages import PageView, form, run_label, section
from webform.web.preview_answer import render_answer, sample_answers
from webform.web.preview_values import carried
from webform.web.sent import read_draft

if TYPE_CHECKING:
    from pathlib import Path

    from markupsafe import Markup

    from webform.source import Source
    from webform.tool import Form
    from webform.web.preview_file import AuthorFile
    from webform.web.served import Served
    from webform.web.site import Site

#: Lines of a file that are shown whole; of a longer one those around its problems, so many on either side.
MAX_LINES, AROUND = 600, 3
#: Characters of a line that are shown.
MAX_LINE = 400


class Chosen(NamedTuple):
    """An answer that is shown: its name among those of the tool, and its text, which somebody may have changed."""

    name: str = ""
    text: str | None = None

    @classmethod
    def sent(cls) -> Chosen:
        """Return what a form says of it: with the text that was typed, unless it is to be loaded again."""
        is_loaded = request.form.get("do") == "load"
        return cls(request.form.get("source", ""), None if is_loaded else request.form.get("answer"))


class Line(NamedTuple):
    """A line of a file, and the worst that is wrong in it; one that is left out before it is a gap."""

    number: int
    text: str
    severity: str
    follows_gap: bool


def page_context(
    author: AuthorFile, served: Served | None, answer: Path | None, chosen: Chosen, *, editor: bool
) -> dict[str, Any]:
    """Return what the page of *author* shows of its tool *served*."""
    site = author.site
    late = unread([served.tool]) if served and not author.is_stale else ()
    problems = counted([*author.problems, *late])
    context: dict[str, Any] = {
        "source": author.path.name,
        "version_of_file": author.version,
        "stale": author.is_stale,
        "editor": editor,
        "tools": [
            {
                "id": one.tool.id,
                "name": one.tool.name,
                "url": site.url(f"/?tool={one.tool.id}"),
                "current": one is served,
            }
            for one in site.served.values()
        ],
        **problems_context(problems, author.source),
        "tool": None,
    }
    if served is None:
        return context
    mark, html = author.empty_form(served)
    url = site.url(f"/preview/answer?tool={served.tool.id}")
    shown = {"mark": mark, "form": html, "answer_url": url}
    return context | shown | tool_context(site, served) | answer_context(site, served, answer, chosen)


def problems_context(problems: list[Problem], source: Source | None) -> dict[str, Any]:
    """Return what is shown of *problems* and of their *source*."""
    return {
        "problems": [_shown(problem, source) for problem in problems],
        "lines": source_lines(source, problems),
    }


def updated(site: Site, served: Served, context: dict[str, Any], before: Form | None) -> dict[str, Any]:
    """Return *context* with what was typed into the form *before*; its form is `""` where a script has it already."""
    draft = carried(served.tool.form, before, read_draft(site, served)[0], site.files)
    is_same = request.args.get("mark") == context["mark"]
    html = "" if is_same else form(site, served, PageView(draft))
    return context | {"form": html, "body": body_html(site, served, draft)}


def tool_context(site: Site, served: Served) -> dict[str, Any]:
    """Return what is shown of *served* beside its form: its head, and what it is sent."""
    tool = served.tool
    # Without an address there is no button to say the price.
    price = [run_label(tool.price)] if tool.price and served.target is None else []
    return {
        "tool": {**served.shown, "facts": [*served.shown["facts"], *price]},
        "chat": section(site, served, PageView(begin(tool.form))) if tool.layout == "chat" else None,
        "body": body_html(site, served, begin(tool.form)),
        "sample": highlight(write_json(sample(tool.form), indent=2), "json"),
        "schema": highlight(write_json(body_schema(tool), indent=2), "json"),
    }


def answer_context(site: Site, served: Served, file: Path | None, chosen: Chosen) -> dict[str, Any]:
    """Return what the page shows of a sample answer."""
    answers = sample_answers(served.tool, file)
    found = next((one for one in answers if one.name == chosen.name), answers[0] if answers else None)
    text = chosen.text if chosen.text is not None else found.text if found else ""
    shown = bool(text.strip())
    view = PageView(begin(served.tool.form))
    return {
        "answers": [(one.name, one is found) for one in answers],
        "answer": text,
        "carries": served.carries,
        "result": render_answer(site, served, text) if shown else section(site, served, view),
        "status": "sample" if shown else "blank",
    }


def body_html(site: Site, served: Served, draft: Draft) -> Markup:
    """Return the body that *draft* stands for, as JSON in colours."""
    body = value_of(served.tool.form, draft, site.files)
    body = outline(masked(served.tool.form, body))
    return highlight("" if body is ABSENT else write_json(body, indent=2), "json")


def _shown(problem: Problem, source: Source | None) -> dict[str, Any]:
    """Return what the page shows of *problem*, which is of *source*."""
    pieces = source.pieces(problem) if source and problem.line else None
    return {
        **problem.as_json(),
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "pieces": pieces,
    }


def source_lines(source: Source | None, problems: list[Problem]) -> list[Line]:
    """Return the lines of *source*, or those around its *problems* where they are many."""
    if source is None or source.text is None:
        return []
    texts = source.text.splitlines()
    wrong: dict[int, str] = {}
    for problem in problems:
        if problem.line and wrong.get(problem.line) != "error":
            wrong[problem.line] = problem.severity
    numbers: list[int] | range = range(1, len(texts) + 1)
    if len(texts) > MAX_LINES:
        near = {at for line in wrong for at in range(line - AROUND, line + AROUND + 1)}
        numbers = sorted(near.intersection(numbers))[:MAX_LINES] if near else range(1, AROUND * 10)
    lines: list[Line] = []
    for number in numbers:
        follows_gap = number != (lines[-1].number + 1 if lines else 1)
        lines.append(Line(number, shortened(texts[number - 1], MAX_LINE), wrong.get(number, ""), follows_gap))
    return lines
