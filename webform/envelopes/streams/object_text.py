"""A text in pieces that is the JSON of one object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.unfinished import unfinished
from webform.values import ABSENT, read_json_or

if TYPE_CHECKING:
    from collections.abc import Iterator


class ObjectText:
    """
    The text of an object so far.

    Args:
        schema: the JSON Schema of the object, where there is one.
    """

    def __init__(self, schema: Any) -> None:
        self._pieces = list[str]()
        self._length = self._looked = 0
        # The beginning of one constant may be another: a variant is chosen once the whole of it is there.
        self._constants = frozenset(_constants(schema))

    def add(self, piece: str) -> Any:
        """Add *piece*; return what is there of the object, `ABSENT` where it was looked at a short while ago."""
        self._pieces.append(piece)
        self._length += len(piece)
        # A look reads the whole text: the longer it is, the rarer they are.
        if self._length - self._looked < self._length // 16:
            return ABSENT
        self._looked = self._length
        return unfinished("".join(self._pieces), self._constants)

    def whole(self) -> Any:
        """Return the object; `ABSENT` where the text is not whole."""
        return read_json_or("".join(self._pieces))

    def part(self) -> Any:
        """Return what is there of the object."""
        return unfinished("".join(self._pieces))


def _constants(schema: Any, depth: int = 12) -> Iterator[str]:
    """Yield the names of the properties in *schema* that are one constant or one of a few."""
    if not isinstance(schema, dict) or not depth:
        return
    properties = schema.get("properties")
    for name, property_ in properties.items() if isinstance(properties, dict) else ():
        if isinstance(property_, dict) and ("const" in property_ or "enum" in property_):
            yield name
        yield from _constants(property_, depth - 1)
    for key in ("$defs", "definitions"):
        for definition in schema[key].values() if isinstance(schema.get(key), dict) else ():
            yield from _constants(definition, depth - 1)
    for key in ("anyOf", "oneOf", "allOf"):
        for option in schema[key] if isinstance(schema.get(key), list) else ():
            yield from _constants(option, depth - 1)
    yield from _constants(schema.get("items"), depth - 1)
