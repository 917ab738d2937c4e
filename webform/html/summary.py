"""The summary of problems above a form: what the place of each is called, and where its link leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import Draft, below, find, inside
from webform.html.bound import Bound
from webform.html.conditions import is_unseen
from webform.html.page import WHOLE, Page
from webform.inputs import Input, Record, Shape
from webform.language import gettext, marked
from webform.values import join, split, to_id, upwards

if TYPE_CHECKING:
    from webform.problems import Problem
    from webform.tool import Form

#: What a body without a title is called, and that of an editor for all of it.
VALUE, WHOLE_BODY = marked("Value"), marked("The whole body, as JSON")


def target_of(form: Form, draft: Draft, problem: Problem, page: Page) -> str:
    """Return the id of the control that *problem* is shown at, or the nearest there is: at last that of the form."""
    whole = draft.presence == "json" and draft.text
    at = "" if whole else _shown_at(form.root, draft, split(problem.at), "")
    if at or whole or not isinstance(form.root, Record):
        return page.before + to_id(at)
    return f"form-{page.id_prefix or form.tool_id}"


def _shown_at(input_: Input, draft: Draft | None, tokens: list[str], at: str) -> str:
    if not tokens or draft is None or draft.presence == "json":
        return at
    inner = inside(input_, draft)
    if inner is None:
        return at
    if inner.shape is Shape.LEAF:
        ends = range(len(tokens), 0, -1)
        return at + next((part for end in ends if (part := join("", *tokens[:end])) in inner.parts), "")
    child, deeper = draft.children.get(tokens[0]), below(inner, draft, tokens[0])
    if inner.shape is Shape.ROWS and tokens[0] not in draft.row_ids():
        return at
    if deeper is None:
        return join(at, tokens[0]) if child and child.presence == "json" else at
    if child is None and isinstance(inner, Record) and tokens[0] not in inner.by_key:
        return at
    if is_unseen(input_, deeper, child):
        return at
    return _shown_at(deeper, child, tokens[1:], join(at, tokens[0]))


def label_of(form: Form, draft: Draft, problem: Problem, page: Page) -> str:
    """Return what the input a problem is at is called, after the items that it is in; or the nearest above it."""
    items = _items(form.root, draft, problem.at, page)
    item = items.pop()[1] if items and items[-1][0] == problem.at else ""
    label = item or _own_label(form, draft, problem.at, above=items[-1][0] if items else "")
    words = ", ".join(filter(None, [*(name for _, name in items), label]))
    if words or problem.at or (draft.presence == "json" and draft.text):
        return words or problem.at or gettext(WHOLE_BODY)
    return form.root.label or gettext(WHOLE if isinstance(form.root, Record) else VALUE)


def _own_label(form: Form, draft: Draft, pointer: str, above: str) -> str:
    """Return the label of the input at *pointer*, or of the nearest one below *above*; `""` where none has one."""
    found = (find(form, draft, at) for at in upwards(pointer) if len(at) > len(above))
    return next((input_.label for input_ in found if input_ and input_.label), "")


def _items(root: Input, draft: Draft, pointer: str, page: Page) -> list[tuple[str, str]]:
    """Return the items of lists and rows of tables that *pointer* leads through: where they are, and their names."""
    items, at = [], ""
    input_, child = root, draft
    for token in split(pointer):
        inner, deeper = inside(input_, child), below(input_, child, token)
        found = child.children.get(token)
        if inner is None or deeper is None or found is None:
            break
        at = join(at, token)
        if inner.shape is Shape.ROWS and (index := child.index_of(token)) is not None:
            items.append((at, _name(inner, Bound(deeper, found, at, page), index + 1)))
        input_, child = deeper, found
    return items


def _name(rows: Input, item: Bound, number: int) -> str:
    """Return what the item of that number of *rows* is called: as the line that it folds to, else by its label."""
    if rows.type == "table":
        return gettext("Row {number}", number=number)
    label = item.input.label or gettext("Item")
    return f"{number}. {item.line or label}" if item.folds else f"{label} {number}"
