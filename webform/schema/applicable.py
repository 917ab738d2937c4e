"""The schemas that apply at a place, never merged, with the choices and conditions among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from webform.schema.keywords import LEADING
from webform.schema.kinds import Constants, key_of, kinds_of, values_of
from webform.schema.located import stated
from webform.values import as_dict

if TYPE_CHECKING:
    from webform.schema.located import Located
    from webform.schema.schemas import Schemas

#: Tells of an object whether a condition holds.
Guard = Callable[[Any], bool]

#: Choices within choices that are searched for constants.
_NESTED = 8
#: The schemas that are looked through for a shape.
_LOOKED_THROUGH = 1000
#: What gives a value its shape, as opposed to what only forbids something.
_SHAPE = frozenset({
    "type", "properties", "items", "prefixItems", "enum", "const", "additionalProperties", "patternProperties",
    "pattern", "format",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A schema that holds while *guard* does; without a guard it may hold or not."""

    located: Located
    guard: Guard | None = None


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
        seen: the identities of all schemas that were looked at, then or before.
    """

    applicable: list[Located] = field(default_factory=list)
    constants: list[Constants] = field(default_factory=list)
    choices: list[list[Located]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    possible: bool = True
    seen: set[int] = field(default_factory=set)


def gather(
    document: Schemas, schemas: Iterable[Located], seen: Iterable[int] = (), nested: int = 0
) -> ApplicableSchemas:
    """Return what *schemas* come to, without those *seen* already."""
    found, todo = ApplicableSchemas(seen=set(seen)), list(schemas)[::-1]
    while todo:
        located = todo.pop()
        if located.schema is False:
            found.possible = False
        if isinstance(located.schema, bool) or id(located.schema) in found.seen:
            continue
        found.seen.add(id(located.schema))
        if LEADING.isdisjoint(located.schema):
            found.applicable.append(located)
            continue
        below = [target for _, target in document.references.of(located)]
        if located.resource.draft.ref_alone and "$ref" in located.schema:
            found.applicable += document.notes(located)
        else:
            found.applicable.append(located)
            found.conditions += _conditions(document, located)
            found.applicable += document.secret_of(_unshown(document, located))
            below += document.parts_of(located, "allOf")
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


def _choices(document: Schemas, located: Located) -> Iterator[list[Located]]:
    """Yield the choices of *located*; one between schemas that only need or forbid something is none."""
    for keyword in ("anyOf", "oneOf"):
        options = document.parts_of(located, keyword)
        if len(options) == 1 or any(is_shape(document, option) for option in options):
            yield options


def _unshown(document: Schemas, located: Located) -> Iterator[Located]:
    """Yield the options of *located* without a shape: no control shows them, but they may call the value a secret."""
    for keyword in ("anyOf", "oneOf"):
        options = document.parts_of(located, keyword)
        if len(options) > 1 and not any(is_shape(document, option) for option in options):
            yield from options


def is_shape(document: Schemas, start: Located) -> bool:
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
        todo += [part for key in ("allOf", "anyOf", "oneOf") for part in document.parts_of(located, key)]
    return bool(todo)


# -- choices between constants


def _constants(document: Schemas, options: Sequence[Located], nested: int) -> Constants | None:
    """Return the values of a choice whose *options* are all constants, and no compounds; else `None`."""
    found = Constants()
    for option in options:
        one = _constant(document, option, nested + 1)
        if one is None:
            return None
        found.add(one)
    return found


def _constant(document: Schemas, option: Located, nested: int) -> Constants | None:
    key = id(option.schema)
    if key not in document.constants:
        gathered = gather(document, [option], nested=nested) if nested <= _NESTED else None
        document.constants[key] = _only_constants(gathered) if gathered else None
    return document.constants[key]


def _only_constants(gathered: ApplicableSchemas) -> Constants | None:
    found = values_of(gathered.applicable, gathered.constants)
    if found is None and kinds_of(gathered.applicable)[0] == ["null"]:
        found = Constants({key_of(None): None})
    if found is None or gathered.choices or any(isinstance(value, dict | list) for value in found.values.values()):
        return None
    title = next(stated(gathered.applicable, "title"), "")
    if len(found.values) == 1 and title:
        found.titles = dict.fromkeys(found.values, title) | found.titles
    return found


# -- conditions


def _conditions(document: Schemas, located: Located) -> Iterator[Condition]:
    """Yield what holds only while something else does."""
    for test in document.parts_of(located, "if"):
        for keyword, wanted in (("then", True), ("else", False)):
            for part in document.parts_of(located, keyword):
                yield Condition(part, _passing(document, test, wanted=wanted))
    for keyword in ("dependentSchemas", "dependencies", "dependentRequired"):
        for key, dependent in as_dict(located.get(keyword)).items():
            found = (
                document.needing(dependent, located)
                if isinstance(dependent, list)
                else document.locate(dependent, located)
            )
            yield Condition(found, _having(key))


def _passing(document: Schemas, test: Located, *, wanted: bool) -> Guard:
    return lambda value: document.holds(test, value) is wanted


def _having(key: str) -> Guard:
    return lambda value: isinstance(value, dict) and key in value


def both(outer: Guard | None, inner: Guard | None) -> Guard | None:
    """Return the guard that holds while both do."""
    if outer is None or inner is None:
        return outer or inner
    return lambda value: outer(value) and inner(value)
