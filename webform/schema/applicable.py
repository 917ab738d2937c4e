"""The schemas that apply at a place, never merged, with the choices and conditions among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from webform.schema.extensions import enum_titles
from webform.values import ABSENT, kind_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from webform.schema.document import Document
    from webform.schema.located import Located

#: Tells of an object whether a condition holds.
Guard = Callable[[Any], bool]
Kind = Literal["string", "number", "boolean", "null", "object", "list", "enum"]

#: Choices within choices that are searched for constants.
_NESTED = 8
#: The schemas that are looked through for a shape.
_LOOKED_THROUGH = 1000
#: What gives a value its shape, as opposed to what only forbids something.
_SHAPE = frozenset({
    "type", "properties", "items", "prefixItems", "enum", "const", "additionalProperties", "patternProperties",
    "pattern", "format",
})  # fmt: skip
_KINDS: dict[str, Kind] = {
    "string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null",
    "object": "object", "array": "list",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A schema that holds while *guard* does; without a guard it may hold or not."""

    located: Located
    guard: Guard | None = None


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


@dataclass(slots=True)
class ApplicableSchemas:
    """
    What schemas that all hold come to.

    Args:
        applicable: they, what they refer to and what they consist of, from the outside in.
        constants: the choices among them that are between constants.
        choices: the other choices.
        conditions: what holds only sometimes.
        possible: whether `false` is none of them.
    """

    applicable: list[Located] = field(default_factory=list)
    constants: list[Constants] = field(default_factory=list)
    choices: list[list[Located]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    possible: bool = True


def gather(document: Document, schemas: Iterable[Located], seen: set[int], nested: int = 0) -> ApplicableSchemas:
    """Return what *schemas* come to, without those *seen* already."""
    found, todo = ApplicableSchemas(), list(schemas)[::-1]
    while todo:
        located = todo.pop()
        if located.schema is False:
            found.possible = False
        if isinstance(located.schema, bool) or id(located.schema) in seen:
            continue
        seen.add(id(located.schema))
        below = [target for _, target in document.references.of(located)]
        if located.resource.draft.ref_alone and "$ref" in located.schema:
            found.applicable += document.notes(located)
        else:
            found.applicable.append(located)
            found.conditions += _conditions(document, located)
            below += parts_of(document, located, "allOf")
            for options in _choices(document, located):
                constants = _constants(document, options, nested) if len(options) > 1 else None
                if len(options) == 1:
                    below += options
                elif constants:
                    found.constants.append(constants)
                else:
                    found.choices.append(options)
        todo += reversed(below)
    return found


def parts_of(document: Document, located: Located, keyword: str) -> list[Located]:
    """Return the schemas that *located* has under *keyword*: a list of them, or one."""
    value = located.get(keyword)
    parts = value if isinstance(value, list) else [] if value is ABSENT else [value]
    return [document.locate(part, located) for part in parts]


def _choices(document: Document, located: Located) -> Iterator[list[Located]]:
    """Yield the choices of *located*; one between schemas that only need or forbid something is none."""
    for keyword in ("anyOf", "oneOf"):
        options = parts_of(document, located, keyword)
        if len(options) == 1 or any(is_shape(document, option) for option in options):
            yield options


def is_shape(document: Document, start: Located) -> bool:
    """Tell whether *start* gives values a shape."""
    todo, seen = [start], set[int]()
    while todo and len(seen) < _LOOKED_THROUGH:
        located = todo.pop()
        if isinstance(located.schema, bool) or id(located.schema) in seen:
            continue
        seen.add(id(located.schema))
        if not _SHAPE.isdisjoint(located.schema):
            return True
        todo += [target for _, target in document.references.of(located)]
        todo += [part for key in ("allOf", "anyOf", "oneOf") for part in parts_of(document, located, key)]
    return bool(todo)


# -- kinds and constants


def kinds_of(applicable: Iterable[Located]) -> tuple[list[Kind] | None, bool]:
    """Return the kinds that types leave, `None` where there are no types, and whether numbers must be whole."""
    kinds: list[Kind] | None = None
    integer = False
    for located in applicable:
        types = located.get("type")
        if types is not ABSENT:
            types = [types] if isinstance(types, str) else types
            found = list(dict.fromkeys(_KINDS[type_] for type_ in types))
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


def _constants(document: Document, options: Sequence[Located], nested: int) -> Constants | None:
    """Return the values of a choice whose *options* are all constants, and no compounds; else `None`."""
    found = Constants()
    for option in options:
        one = _constant(document, option, nested + 1)
        if one is None:
            return None
        found.add(one)
    return found


def _constant(document: Document, option: Located, nested: int) -> Constants | None:
    key = id(option.schema)
    if key not in document.constants:
        gathered = gather(document, [option], set(), nested) if nested <= _NESTED else None
        document.constants[key] = _only_constants(gathered) if gathered else None
    return document.constants[key]


def _only_constants(gathered: ApplicableSchemas) -> Constants | None:
    found = values_of(gathered.applicable, gathered.constants)
    if found is None and kinds_of(gathered.applicable)[0] == ["null"]:
        found = Constants({key_of(None): None})
    if found is None or gathered.choices or any(isinstance(value, dict | list) for value in found.values.values()):
        return None
    title = next((located.get("title") for located in gathered.applicable if located.get("title") is not ABSENT), "")
    if len(found.values) == 1 and title:
        found.titles = dict.fromkeys(found.values, title) | found.titles
    return found


# -- conditions


def _conditions(document: Document, located: Located) -> Iterator[Condition]:
    """Yield what holds only while something else does."""
    for test in parts_of(document, located, "if"):
        for keyword, wanted in (("then", True), ("else", False)):
            for part in parts_of(document, located, keyword):
                yield Condition(part, _passing(document, test, wanted=wanted))
    for keyword in ("dependentSchemas", "dependencies", "dependentRequired"):
        dependents = located.get(keyword)
        for key, dependent in dependents.items() if isinstance(dependents, dict) else ():
            found = (
                document.needing(dependent, located)
                if isinstance(dependent, list)
                else document.locate(dependent, located)
            )
            yield Condition(found, _having(key))


def _passing(document: Document, test: Located, *, wanted: bool) -> Guard:
    return lambda value: document.holds(test, value) is wanted


def _having(key: str) -> Guard:
    return lambda value: isinstance(value, dict) and key in value


def both(outer: Guard | None, inner: Guard | None) -> Guard | None:
    """Return the guard that holds while both do."""
    if outer is None or inner is None:
        return outer or inner
    return lambda value: outer(value) and inner(value)
