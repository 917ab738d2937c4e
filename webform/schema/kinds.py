"""Kinds of values, and the values that are listed: what schemas that all hold leave of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from webform.schema.extensions import enum_titles
from webform.values import ABSENT, kind_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from webform.schema.located import Located

Kind = Literal["string", "number", "boolean", "null", "object", "list", "enum"]

KINDS: tuple[Kind, ...] = ("object", "list", "string", "number", "boolean", "null")
_OF_TYPE: dict[str, Kind] = {
    "string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null",
    "object": "object", "array": "list",
}  # fmt: skip

#: Keywords that speak of one kind only.
_SPEAKING: Mapping[Kind, frozenset[str]] = {
    "object": frozenset({
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties",
    }),
    "list": frozenset({
        "items", "prefixItems", "additionalItems", "contains", "minItems", "maxItems", "uniqueItems",
        "unevaluatedItems",
    }),
    "string": frozenset({"pattern", "minLength", "maxLength", "format", "contentEncoding", "contentMediaType"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
}  # fmt: skip
#: The formats that OpenAPI and others give to numbers.
_NUMBERS = re.compile(r"u?int(eger)?(8|16|32|64)?|float(32|64)?|double|decimal|number")


@dataclass(slots=True)
class Constants:
    """Values, and their titles where they have any, by `key_of`."""

    values: dict[Hashable, Any] = field(default_factory=dict)
    titles: dict[Hashable, str] = field(default_factory=dict)

    def add(self, other: Constants) -> None:
        """Add what is new in *other*."""
        for key, value in other.values.items():
            self.values.setdefault(key, value)
        for key, title in other.titles.items():
            self.titles.setdefault(key, title)


def kinds_of(applicable: Iterable[Located]) -> tuple[list[Kind] | None, bool]:
    """Return the kinds that types leave, `None` where there are no types, and whether numbers must be whole."""
    kinds: list[Kind] | None = None
    integer = False
    for located in applicable:
        types = located.get("type")
        if types is not ABSENT:
            types = [types] if isinstance(types, str) else types
            found = list(dict.fromkeys(_OF_TYPE[type_] for type_ in types))
            kinds = found if kinds is None else [kind for kind in kinds if kind in found]
            integer = integer or ("integer" in types and "number" not in types)
    return kinds, integer


def values_of(applicable: Sequence[Located], constants: Sequence[Constants]) -> Constants | None:
    """Return the values that enums, choices between *constants*, and types leave; `None` where none are listed."""
    found: Constants | None = None
    for one in (*map(_listed, applicable), *constants):
        if one is not None and found is None:
            found = Constants(dict(one.values), dict(one.titles))
        elif one is not None and found is not None:
            found.values = {key: value for key, value in found.values.items() if key in one.values}
            found.titles |= one.titles
    kinds, integer = kinds_of(applicable)
    if found is not None and kinds is not None:
        found.values = {key: value for key, value in found.values.items() if is_of(value, kinds, integer=integer)}
    return found


def is_of(value: Any, kinds: Iterable[str], *, integer: bool) -> bool:
    """Tell whether *value* is of one of *kinds*, and whole where numbers must be."""
    kind = kind_of(value)
    return kind in kinds and (kind != "number" or not integer or value == value // 1)


def key_of(value: Any) -> Hashable:
    """Return what is equal for values that are equal as JSON has it."""
    kind = kind_of(value)
    if kind == "object":
        return kind, frozenset((key, key_of(part)) for key, part in value.items())
    return (kind, tuple(map(key_of, value))) if kind == "list" else (kind, value)


def _listed(located: Located) -> Constants | None:
    """Return the values that *located* lists, if it does."""
    listed = located.get("enum") if located.get("const") is ABSENT else [located.get("const")]
    if listed is ABSENT:
        return None
    found = Constants()
    for value, title in zip(listed, enum_titles(located, listed), strict=True):
        found.values.setdefault(key_of(value), value)
        if title:
            found.titles.setdefault(key_of(value), title)
    return found


def spoken_of(schemas: Sequence[Located]) -> list[Kind]:
    """Return the kinds that *schemas* speak of, by their types or by their keywords."""
    keys = {key for located in schemas if isinstance(located.schema, dict) for key in located.schema}
    if any(_NUMBERS.fullmatch(str(located.get("format"))) for located in schemas):
        keys = keys - {"format"} | {"multipleOf"}
    return kinds_of(schemas)[0] or [kind for kind, speaking in _SPEAKING.items() if keys & speaking]
