"""Form → HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import Draft, begin, fill, find
from webform.html.bound import Bound, Page, bind, template
from webform.values import ABSENT, to_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from markupsafe import Markup

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
        "summary": [(each, to_id(each.at), _label(form, each)) for each in page.problems],
        "run_label": run_label,
        "notices": notices,
        "examples": examples,
        "whole_json": draft.text[-1] if draft.mark == "json" and draft.text else None,
    }
    return template("form.html").form(context)  # type: ignore[attr-defined,no-any-return]  # its one macro


def render_part(
    form: Form, draft: Draft, pointer: str, problems: Iterable[Problem] = (), *, address: str | None = None
) -> Markup | None:
    """Return the one field at *pointer*, for a script to put in its place; `None` where there is none."""
    page = Page(problems, f"/tools/{form.tool_id}" if address is None else address)
    for _, inputs in bind(form.root, draft, page):
        for each in inputs:
            if each.at == pointer:
                return each.html()
    return None


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
