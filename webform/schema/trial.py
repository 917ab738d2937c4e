"""Trying values in a schema, at what effort: what fits where, until the effort is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs.walk import parts
from webform.schema.applicable import gather, parts_of
from webform.schema.keywords import TELLING
from webform.schema.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.schema.document import Document
    from webform.schema.located import Located

#: Parts of a value at most.
MAX_PARTS = 20_000
#: The effort of making the least test ready, and the most parts of a schema that count for one.
_COMPILING, _FAR = 60, 5000
#: What says something of a value by itself, and not only by what it leads to.
_TELLING = TELLING - {"$ref", "$dynamicRef", "$recursiveRef", "allOf"}


class SpentError(Exception):
    """Raised when the effort is spent."""


class Trial:
    """Values tried in *document*, with an *effort* of about so many microseconds."""

    def __init__(self, document: Document, effort: int) -> None:
        self.document, self.left = document, effort
        self._keys: dict[int, tuple[Place, frozenset[int]]] = {}
        self._joined: dict[tuple[int, ...], Place] = {}
        self._weights: dict[int, int] = {}

    def spend(self, effort: int) -> None:
        """Count *effort*; raise `SpentError` where that is more than is left."""
        self.left -= effort
        if self.left < 0:
            raise SpentError

    def size(self, value: Any) -> int:
        """Return how many parts *value* has; more than `MAX_PARTS` where there are too many to count."""
        todo, count = [value], 0
        while todo and count <= MAX_PARTS:
            part = todo.pop()
            count += 1 + (len(part) // 50 if isinstance(part, str) else 0)
            todo += [inner for _, inner in parts(part)]
        self.spend(count // 4)
        return count

    def parts(self, here: Located, keyword: str) -> list[Located]:
        """Return the schemas that *here* has under *keyword*, if its draft knows that."""
        return parts_of(self.document, here, keyword) if keyword in here.resource.draft.keywords else []

    def fits(self, place: Place, value: Any) -> bool:
        """Tell whether all that holds at *place* holds of *value*."""
        return all(self.holds(here, value) for here in place.applicable)

    def holds(self, here: Located, value: Any) -> bool:
        """Tell whether *value* satisfies *here*."""
        if isinstance(here.schema, dict) and here.schema.keys() == {"required"}:
            return not isinstance(value, dict) or value.keys() >= set(here.schema["required"])
        weight = self._weights.get(id(here.schema))
        if weight is None:
            weight = self._weights[id(here.schema)] = self._reach(here)
            self.spend(_COMPILING + 4 * weight)
        self.spend(1 + weight // 10 + (len(value) // 20 if isinstance(value, str | list | dict) else 0))
        return self.document.holds(here, value)

    def _reach(self, start: Located) -> int:
        """Return about how much must be compiled to test by *start*: the parts that it leads to."""
        todo: list[tuple[Any, Located]] = [(start.schema, start)]
        seen = set[int]()
        while todo and len(seen) < _FAR:
            part, above = todo.pop()
            if not isinstance(part, dict | list) or id(part) in seen:
                continue
            seen.add(id(part))
            if isinstance(part, dict):
                found = self.document.references.of(self.document.locate(part, above))
                todo += [(target.schema, target) for _, target in found]
            todo += [(each, above) for each in (part.values() if isinstance(part, dict) else part)]
        return len(seen)

    def joined(self, place: Place, more: Iterable[Located], without: Iterable[Located] = ()) -> Place:
        """Return *place* where *more* holds too, but nothing of *without* by itself."""
        left_out = {id(here.schema) for here in without}
        hard = {id(here.schema): here for here in place.applicable if id(here.schema) not in left_out}
        hard |= {id(here.schema): here for here in more}
        soft = [here for here in place.soft if id(here.schema) not in left_out]
        key = (*hard, 0, *(id(here.schema) for here in soft))
        # A place that the document makes is kept for good.
        return self._joined.setdefault(key, Place(self.document, tuple(hard.values()), tuple(soft)))

    def key(self, place: Place) -> frozenset[int]:
        """Return what is equal for places where the same holds."""
        if id(place) not in self._keys:
            found = gather(self.document, place.applicable, set()).applicable
            self.spend(10 + 10 * len(found))
            telling = (each for each in found if isinstance(each.schema, dict) and not _TELLING.isdisjoint(each.schema))
            self._keys[id(place)] = place, frozenset(id(each.schema) for each in (*telling, *place.soft))
        return self._keys[id(place)][1]
