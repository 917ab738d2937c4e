"""A tool's question in the middle of a run → a form, and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from webform.draft import Draft, act, begin, hindrances, shown, to_controls
from webform.html.bound import bind
from webform.html.decode import body_of, read_form, together
from webform.html.page import Page, macro
from webform.inputs import Record
from webform.language import gettext
from webform.schema import read_schema
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from webform.problems import Problem
    from webform.runs.events import Ask
    from webform.tool import Form


def key_of(ask: Ask) -> str:
    """Return the key below which the answer stands: no input of the tool beside it has the same."""
    return f"ask-{ask.id}"


def form_of(ask: Ask) -> Form | None:
    """Return the form of the answer to *ask*; `None` where it is yes or no."""
    if not ask.schema:
        return None
    asked = {"title": gettext("Your answer"), **ask.schema}
    schema = {"type": "object", "properties": {key_of(ask): asked}, "required": [key_of(ask)]}
    return read_schema(schema, tool_id="ask")[0]


def read_answer(ask: Ask, formdata: Any) -> tuple[dict[str, Any], Draft | None, list[Problem]]:
    """Return what a form answers to *ask*, its draft, and what is wrong with it, at the controls."""
    form = form_of(ask)
    if form is None:
        return {}, None, []
    draft, problems = read_form(form, formdata)
    body, found = body_of(form, draft)
    content = body.get(key_of(ask), ABSENT) if isinstance(body, dict) else ABSENT
    return {} if content is ABSENT else content, draft, to_controls(draft, together(problems, found))


def change_ask(ask: Ask, address: str, formdata: Any, do: str, *, token: str = "") -> Markup | None:
    """Return *ask* as a form after its button of value *do*, or as filled in without one; `None` for no such button."""
    form = form_of(ask)
    if form is None:
        return None
    draft, problems = read_form(form, formdata)
    problems += hindrances(form, draft, do)
    changed = act(form, draft, do) if do else None
    return None if do and changed is None else render_ask(ask, address, draft, problems, changed, token=token)


def render_ask(  # noqa: PLR0913 - what a question is shown with
    ask: Ask,
    address: str,
    draft: Draft | None = None,
    problems: Sequence[Problem] = (),
    opened: str | None = None,
    *,
    token: str = "",
) -> Markup:
    """
    Return *ask* as a form.

    Args:
        address: of the run.
        draft: what was filled in, if anything was.
        problems: what is wrong with it, at its controls.
        opened: the part that was asked for just now.
        token: which it is sent with; `""` for none.
    """
    form = form_of(ask)
    groups = []
    if form is not None and isinstance(form.root, Record):
        page = Page(form, problems, address, opened=opened)
        groups = bind(form.root, begin(form) if draft is None else shown(form, draft), page)
    return macro("ask.html", "ask")(
        {
            "ask": ask,
            "token": token,
            "action": f"{address}/answer?ask={quote(ask.id, safe='')}",
            "host": urlsplit(ask.url).hostname or "",
            "fields": [bound for group in groups for bound in group.fields],
            "problems": [problem for problem in problems if not problem.at],
        }
    )
