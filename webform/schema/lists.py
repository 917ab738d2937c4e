"""The items of a list: what its schemas say of them, and how many there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema.located import Located, stated
from webform.values import ABSENT, as_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.schemas import Schemas


class Items:
    """The items of the list that *applicable* describe."""

    def __init__(self, document: Schemas, applicable: Sequence[Located]) -> None:
        self.document, self.applicable = document, applicable
        self.prefix = max((len(_first(located)) for located in applicable), default=0)
        self.unique = any(located.get("uniqueItems") is True for located in applicable)
        self.least = max(map(int, stated(applicable, "minItems")), default=0)
        ends = [len(_first(located)) for located in applicable if _rest(located) is False]
        if not any(_rest(located) is not ABSENT for located in applicable):
            ends += [self.prefix for located in applicable if located.get("unevaluatedItems") is False]
        self.closed = bool(ends)
        self.most = min([*map(int, stated(applicable, "maxItems")), *ends], default=None)

    def schemas_of(self, index: int) -> tuple[list[Located], list[Located]]:
        """Return what holds of the item *index*, counted from 0, and what may."""
        hard, soft = list[Located](), list[Located]()
        for located in self.applicable:
            first = _first(located)
            schema = first[index] if index < len(first) else _rest(located)
            if schema is not ABSENT:
                hard.append(self.document.locate(schema, located))
            soft += self.document.parts_of(located, "contains")
        if not hard and not soft:
            hard = [part for located in self.applicable for part in self.document.parts_of(located, "unevaluatedItems")]
        # An item too many is shown all the same once it is there: as whatever it is.
        return [located for located in hard if located.schema is not False], soft


def _first(located: Located) -> list[Any]:
    """Return the schemas of the first items."""
    found = located.get("items") if located.get("prefixItems") is ABSENT else located.get("prefixItems")
    return as_list(found)


def _rest(located: Located) -> Any:
    """Return the schema of all further items, or `ABSENT`."""
    return located.get("additionalItems") if isinstance(located.get("items"), list) else located.get("items")
