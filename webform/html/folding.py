"""Parts that have no room on a page: they travel as JSON, and are shown when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import Draft
from webform.html.as_json import json_of
from webform.html.page import ROOM
from webform.inputs import Shape
from webform.values import read_json_or, split

if TYPE_CHECKING:
    from webform.html.field import Field

#: How many items of a list a page shows, where nothing is wrong in the others.
MAX_ITEMS = 100


def folded(field: Field) -> str | None:
    """Return the JSON text of a part that has no room on the page; `None` where it is shown."""
    page, opened = field.page, field.page.opened
    if field.input.shape is Shape.LEAF or page.room > 0 or field.problems or not field.there or field.deep:
        return None
    if opened is not None and (opened + "/").startswith(field.at + "/"):
        page.room = max(page.room, ROOM // 2) if opened == field.at else page.room
        return None
    return json_of(field.input, field.draft)


def divided(field: Field) -> tuple[list[str], str | None]:
    """Return the ids of the items of a list that are on the page, and the JSON text of the others."""
    ids, before = field.draft.row_ids(), field.draft.hidden_rows_json
    travelled = _items_of(before)
    if len(ids) <= MAX_ITEMS or field.page.opened == field.at or travelled is None:
        return ids, before
    # An item where something is wrong, or was opened, is shown, and so are all before it.
    places = [problem.at for problem in field.problems] + [field.page.opened or ""]
    wanted = {split(at[len(field.at) :])[0] for at in places if at.startswith(field.at + "/")}
    texts = list[str]()
    for index in range(len(ids) - 1, MAX_ITEMS - 1, -1):
        child = field.draft.children.get(ids[index]) or Draft()
        text = None if ids[index] in wanted else json_of(field.input.item(index), child)
        if text is None:
            break
        texts.append(text)
    shown = len(ids) - len(texts)
    return ids[:shown], f"[{', '.join([*reversed(texts), *travelled])}]" if texts else before


def _items_of(rest: str | None) -> list[str] | None:
    """Return the JSON texts of the items in *rest*, together; `None` where it is no list."""
    items = read_json_or(rest or "[]")
    return ([rest.strip()[1:-1].strip()] if rest and items else []) if isinstance(items, list) else None
