"""Parts that have no room on a page: they travel as JSON, and are shown when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import Draft, body_at
from webform.html.page import ROOM
from webform.inputs import Record, Shape
from webform.values import ABSENT, NotJSONError, read_json, split, write_json

if TYPE_CHECKING:
    from webform.html.bound import Bound
    from webform.inputs import Input
    from webform.problems import Problem

#: How many items of a list a page shows, where nothing is wrong in the others.
MAX_ITEMS = 100


def folded(bound: Bound) -> str | None:
    """Return the JSON text of a part that has no room on the page; `None` where it is shown."""
    page, opened = bound.page, bound.page.opened
    if bound.input.shape is Shape.LEAF or page.room > 0 or bound.problems or not bound.there or bound.deep:
        return None
    if opened is not None and (opened + "/").startswith(bound.at + "/"):
        page.room = max(page.room, ROOM // 2) if opened == bound.at else page.room
        return None
    return json_of(bound.input, bound.draft)


def divided(bound: Bound) -> tuple[list[str], str | None]:
    """Return the ids of the items of a list that are on the page, and the JSON text of the others."""
    ids, before = bound.draft.row_ids(), bound.draft.hidden_rows_json
    travelled = _items_of(before)
    if len(ids) <= MAX_ITEMS or bound.page.opened == bound.at or travelled is None:
        return ids, before
    # An item where something is wrong, or was opened, is shown, and so are all before it.
    places = [problem.at for problem in bound.problems] + [bound.page.opened or ""]
    wanted = {split(at[len(bound.at) :])[0] for at in places if at.startswith(bound.at + "/")}
    texts = list[str]()
    for index in range(len(ids) - 1, MAX_ITEMS - 1, -1):
        child = bound.draft.children.get(ids[index]) or Draft()
        text = None if ids[index] in wanted else json_of(bound.input.item(index), child)
        if text is None:
            break
        texts.append(text)
    shown = len(ids) - len(texts)
    return ids[:shown], f"[{', '.join([*reversed(texts), *travelled])}]" if texts else before


def json_of(input_: Input, draft: Draft) -> str | None:
    """Return the JSON text of what is filled in; `None` where it stands for nothing yet, or held a secret."""
    problems: list[Problem] = []
    value = body_at(input_, draft, problems)
    return None if problems or value is ABSENT or draft.hides else write_json(value)


def cannot_show(input_: Input, text: str) -> bool:
    """Tell whether the controls of *input_* cannot show the value that *text* is the JSON of, if it is any."""
    if not isinstance(input_, Record):
        return True
    try:
        return not isinstance(read_json(text), dict)
    except NotJSONError:
        return False


def _items_of(rest: str | None) -> list[str] | None:
    """Return the JSON texts of the items in *rest*, together; `None` where it is no list."""
    try:
        items = read_json(rest or "[]")
    except NotJSONError:
        return None
    return ([rest.strip()[1:-1].strip()] if rest and items else []) if isinstance(items, list) else None
