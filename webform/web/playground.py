"""The playground: declarations of visitors, drawn as they are posted. Nothing of them is kept, run or fetched."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import request
from werkzeug.exceptions import NotFound

from webform import dialects
from webform.draft import begin
from webform.language import gettext, language, number
from webform.lint import unread, untried
from webform.problems import counted
from webform.web.answers import answer, json_answer, refuse
from webform.web.forms import after, answer_check, answer_part
from webform.web.pages import PageView, form, render_page
from webform.web.playground_examples import FIRST, example_groups, example_text
from webform.web.playground_formats import formats
from webform.web.preview_page import Chosen, answer_context, body_html, problems_context, tool_context, updated
from webform.web.sent import read_draft
from webform.web.served import NOT_CONNECTED, Served

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Response

    from webform.problems import Problem
    from webform.source import Source
    from webform.web.site import Site

PATH = "/playground"
#: Characters of a declaration; problems and tools of it that are shown.
MAX_TEXT, MAX_SHOWN, MAX_TOOLS = 100_000, 100, 200
#: What its tool is called in the page, whatever its own id is.
_ID = "playground"
_NONE = Chosen()


@dataclass(frozen=True, kw_only=True)
class Trial(Served):
    """
    A tool of a posted declaration, which is sent along with each post of its form: the server keeps none.

    Args:
        declaration: its text; `""` where a script adds it.
        chosen: the id of the tool in it.
    """

    declaration: str = ""
    chosen: str = ""

    @property
    def path(self) -> str:
        return PATH

    def _make_shown(self) -> dict[str, Any]:
        shown = super()._make_shown()
        # None of them is.
        return {**shown, "facts": [fact for fact in shown["facts"] if fact != gettext(NOT_CONNECTED)]}

    @property
    def carries(self) -> Mapping[str, str]:
        return {"declaration": self.declaration, "tool": self.chosen}

    @property
    def why_not_run(self) -> str:
        return gettext("The playground runs no tool.")


class Posted(NamedTuple):
    """A declaration as it was posted: its text, its problems, the ids and names of its tools, and the one shown."""

    text: str
    problems: list[Problem]
    source: Source
    tools: list[tuple[str, str]]
    trial: Trial | None

    @property
    def found(self) -> Trial:
        """The tool that is shown; the request is refused where there is none."""
        return self.trial or refuse(422, "no-tool", gettext("No tool can be read from this declaration."))


def show_playground(site: Site) -> Response:
    """Answer with the page, an example in it."""
    name = request.args.get("example", "")
    text = example_text(name)
    if text is None:
        raise NotFound(gettext('There is no example "{name}".', name=name[:80]))

    def draw() -> str:
        return _page(site, read_declaration(site, text, ""), name=name or FIRST)

    if site.personal:
        return answer(draw())
    return site.cache.answer((PATH, site.root, name), site.policy, draw)


def draw_declaration(site: Site) -> Response:
    """Answer with the page for the declaration that was posted."""
    return answer(_page(site, _read(site)))


def update_parts(site: Site) -> Response:
    """Answer with the parts beside the editor: the form, where it has changed, filled in as it was sent."""
    posted = _read(site, is_script=True)
    context, trial = _context(site, posted), posted.trial
    if trial is not None and context["chat"] is None:
        before = read_declaration(site, *_sent("before"))
        context = updated(site, trial, context, before.trial.tool.form if before.trial else None)
    return answer(render_page(site, "playground_parts.html", **context))


def show_body(site: Site) -> Response:
    """Answer with the body that the form which was sent stands for."""
    trial = _read(site, is_script=True).found
    return answer(body_html(site, trial, read_draft(site, trial)[0]))


def show_answer(site: Site) -> Response:
    """Answer with the result that an answer is shown as: for a script, or as the page."""
    chosen = Chosen.sent()
    if request.headers.get("Webform-Fragment") is None:
        return answer(_page(site, _read(site), chosen=chosen))
    trial = _read(site, is_script=True).found
    context = answer_context(site, trial, None, chosen)
    return answer(render_page(site, "preview_answer.html", answer_url=site.url(f"{PATH}/answer"), **context))


def act_on_posted(site: Site) -> Response:
    """Answer with the form after one of its buttons: as a page, or the part that a script asks for."""
    part = request.headers.get("Webform-Fragment")
    posted = _read(site, is_script=part is not None)
    view = after(site, posted.found, request.form.get("do", ""))
    return answer(_page(site, posted, view=view)) if part is None else answer_part(site, posted.found, view, part)


def check_posted(site: Site) -> Response:
    """Answer with the body that was sent, and what is wrong with it."""
    return answer_check(site, _read(site, is_script=True).found)


def show_formats(site: Site) -> Response:
    """Answer with the JSON Schemas of the languages that the editor completes, by their names."""
    return json_answer(formats(), headers={"Cache-Control": "no-cache"})


#: Method, path, what answers, where the operator has a playground.
ROUTES: list[tuple[str, str, Callable[..., Response]]] = [
    ("GET", PATH, show_playground),
    ("POST", PATH, draw_declaration),
    ("POST", f"{PATH}/update", update_parts),
    ("POST", f"{PATH}/body", show_body),
    ("POST", f"{PATH}/answer", show_answer),
    ("POST", f"{PATH}/form", act_on_posted),
    ("POST", f"{PATH}/check", check_posted),
    ("GET", f"{PATH}/formats.json", show_formats),
]


def _sent(name: str) -> tuple[str, str]:
    """Return the text in the field *name*, with the id of the tool that is chosen; refuse one that is too long."""
    text = request.form.get(name, "").replace("\r\n", "\n")
    if len(text) > MAX_TEXT:
        message = gettext("A declaration here has at most {count} characters.", count=number(MAX_TEXT))
        refuse(413, "too-long", message, gettext("Use webform preview."))
    return text, request.form.get("tool", "")


def _read(site: Site, *, is_script: bool = False) -> Posted:
    site.shares.take_drawing()
    return read_declaration(site, *_sent("declaration"), is_script=is_script)


def read_declaration(site: Site, text: str, chosen: str, *, is_script: bool = False) -> Posted:
    """Return the declaration that *text* is, and of its tools the one called *chosen*, else the first."""
    # Bytes are never a path: whether a file is there is nobody's business.
    tools, problems, source = dialects.read(text.encode("utf-8", "replace"))
    tool = next((tool for tool in tools if tool.id == chosen), tools[0] if tools else None)
    if tool is None:
        return Posted(text, problems, source, [], None)
    found = [*problems, *map(source.locate, unread([tool])), *untried([tool])]
    names = [(one.id, one.in_language(language()).name) for one in tools[:MAX_TOOLS]]
    worded = tool.in_language(language()).renamed(_ID)
    trial = Trial(tool=worded, policy=site.policy, declaration="" if is_script else text, chosen=tool.id)
    return Posted(text, found, source, names, trial)


def _page(site: Site, posted: Posted, *, name: str = "", view: PageView | None = None, chosen: Chosen = _NONE) -> str:
    context = _context(site, posted, view, chosen)
    return render_page(
        site, "playground.html", text=posted.text, example=name, groups=example_groups(), most=MAX_TEXT, **context
    )


def _context(site: Site, posted: Posted, view: PageView | None = None, chosen: Chosen = _NONE) -> dict[str, Any]:
    """Return what stands beside the editor."""
    trial, problems = posted.trial, counted(posted.problems)
    context: dict[str, Any] = {
        **problems_context(problems[:MAX_SHOWN], posted.source),
        "total": len(problems),
        "tools": posted.tools,
        "chosen": trial.chosen if trial else "",
        "dialect": trial.tool.dialect if trial else "",
        "tool": None,
        "mark": "",
        "chat": None,
        "editor": False,
    }
    if trial is None:
        return context
    html = form(site, trial, view or PageView(begin(trial.tool.form)))
    mark = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]
    shown = {"form": html, "mark": mark, "answer_url": site.url(f"{PATH}/answer")}
    return context | shown | tool_context(site, trial) | answer_context(site, trial, None, chosen)
