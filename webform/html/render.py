"""Form → HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from webform.draft import Draft, begin, fill, find
from webform.html.bound import Bound, Page, bind, template
from webform.inputs import Input, Record, Shape
from webform.values import ABSENT, join, split, to_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from webform.problems import Problem
    from webform.tool import Form


def render(form: Form, values: Any = ABSENT, problems: Iterable[Problem] = (), *, address: str | None = None) -> Markup:
    """
    Return the whole `<form>` as HTML.

    Args:
        form: the form.
        values: the body it shows; `ABSENT` is a new form with its defaults.
        problems: what is wrong in it, shown at the inputs they name.
        address: the address of the tool; `/tools/ID` where `None`.
    """
    draft = begin(form) if values is ABSENT else fill(form.root, values)
    return render_draft(form, draft, problems, address=address)


def render_draft(  # noqa: PLR0913 - what a page may add to a form
    form: Form,
    draft: Draft,
    problems: Iterable[Problem] = (),
    *,
    address: str | None = None,
    run_label: str = "Run",
    notices: Sequence[str] = (),
    examples: Sequence[str] = (),
    suggestions: Mapping[str, list[dict[str, Any]]] | None = None,
) -> Markup:
    """Return the whole `<form>` for *draft*, with everything as it was typed."""
    kept = form.__dict__.setdefault("_fields", {})
    page = Page(problems, f"/tools/{form.tool_id}" if address is None else address, suggestions, kept)
    groups = bind(form.root, draft, page)
    context = {
        "form": form,
        "page": page,
        "groups": groups,
        "count": sum(len(inputs) for _, inputs in groups),
        "summary": [(each, _target(form, draft, each), _label(form, each)) for each in page.problems],
        "run_label": run_label,
        "notices": notices,
        "examples": examples,
        "whole_json": draft.text[-1] if draft.mark == "json" and draft.text else None,
    }
    return _encodable(template("form.html").form(context))  # type: ignore[attr-defined]  # its one macro


def render_part(
    form: Form, draft: Draft, pointer: str, problems: Iterable[Problem] = (), *, address: str | None = None
) -> Markup | None:
    """Return the one field at *pointer*, for a script to put in its place; `None` where there is none."""
    page = Page(problems, f"/tools/{form.tool_id}" if address is None else address)
    for _, inputs in bind(form.root, draft, page):
        for each in inputs:
            if each.at == pointer:
                return _encodable(each.html())
    return None


def _encodable(html: Markup) -> Markup:
    """Return *html* without what no encoding has: a lone surrogate may stand in any declared text."""
    try:
        html.encode()
    except UnicodeEncodeError:
        return Markup(html.encode("utf-8", "replace").decode())  # noqa: S704 - it is HTML already
    return html


def _target(form: Form, draft: Draft, problem: Problem) -> str:
    """Return the id of the control that *problem* is shown at: the nearest there is, `""` for none."""
    if draft.mark == "json":
        return to_id("")
    at = _shown_at(form.root, draft, split(problem.at), "")
    return to_id(at) if at else ""


def _shown_at(given: Input, draft: Draft | None, tokens: list[str], at: str) -> str:
    if not tokens or draft is None or draft.mark == "json":
        return at
    below, kid = join(at, tokens[0]), draft.kids.get(tokens[0])
    if isinstance(given, Record):
        child = given.by_key.get(tokens[0])
        if child is None:
            return below if kid and kid.mark == "json" else at
        return _shown_at(child, kid, tokens[1:], below)
    if given.shape is Shape.ROWS:
        row: Input = given.row  # type: ignore[attr-defined]  # what rows have
        return _shown_at(row, kid, tokens[1:], below) if tokens[0] in draft.row_ids() else at
    ends = range(len(tokens), 0, -1)
    return at + next((part for end in ends if (part := join("", *tokens[:end])) in given.parts), "")


def _label(form: Form, problem: Problem) -> str:
    """Return the label of the input a problem is at, or of the nearest above it."""
    pointer = problem.at
    while pointer:
        given = find(form, pointer)
        if given is not None and given.label:
            return given.label
        pointer = pointer.rpartition("/")[0]
    return ""


__all__ = ["Bound", "render", "render_draft", "render_part"]
