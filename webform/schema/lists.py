"""The items of a list: what its schemas say of each, and of how many there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema.located import Located
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.document import Document
    from webform.schema.places import Place


class Items:
    """The items of the list that *applicable* describe."""

    def __init__(self, document: Document, applicable: Sequence[Located]) -> None:
        self.document, self.applicable = document, applicable
        self.prefix = max((len(_first(here)) for here in applicable), default=0)
        self.unique = any(here.get("uniqueItems") is True for here in applicable)
        self.least = max(
            (int(here.get("minItems")) for here in applicable if here.get("minItems") is not ABSENT), default=0
        )
        ends = [len(_first(here)) for here in applicable if _rest(here) is False]
        if not any(_rest(here) is not ABSENT for here in applicable):
            ends += [self.prefix for here in applicable if here.get("unevaluatedItems") is False]
        self.closed = bool(ends)
        most = [int(here.get("maxItems")) for here in applicable if here.get("maxItems") is not ABSENT]
        self.most = min(most + ends, default=None)
        self._places: dict[int, Place] = {}

    def item(self, index: int) -> Place:
        """Return the place of the item *index*, counted from 0."""
        index = min(index, self.prefix)
        if index not in self._places:
            self._places[index] = self._item(index)
        return self._places[index]

    def _item(self, index: int) -> Place:
        hard, soft = list[Located](), list[Located]()
        for here in self.applicable:
            first = _first(here)
            schema = first[index] if index < len(first) else _rest(here)
            if schema is not ABSENT:
                hard.append(self.document.locate(schema, here))
            if here.get("contains") is not ABSENT:
                soft.append(self.document.locate(here.get("contains"), here))
        if not hard and not soft:
            hard = [
                self.document.locate(here.get("unevaluatedItems"), here)
                for here in self.applicable
                if here.get("unevaluatedItems") is not ABSENT
            ]
        # An item too many is shown all the same once it is there: as whatever it is.
        return self.document.place([here for here in hard if here.schema is not False], soft)


def _first(here: Located) -> list[Any]:
    """Return the schemas of the first items, one each."""
    found = here.get("items") if here.get("prefixItems") is ABSENT else here.get("prefixItems")
    return found if isinstance(found, list) else []


def _rest(here: Located) -> Any:
    """Return the schema of all further items, or `ABSENT`."""
    return here.get("additionalItems") if isinstance(here.get("items"), list) else here.get("items")
