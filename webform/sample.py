"""The least body that is valid: what a tool can be tried with at once."""

from __future__ import annotations

from collections import ChainMap
from contextlib import suppress
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from webform.check import fits, unusable
from webform.tool import moment
from webform.values import ABSENT, at_pointer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date, datetime

    from webform.inputs import Input
    from webform.tool import Form

#: How many properties deep a value is sought in a schema, and how many parts of it are looked at.
_DEPTH = 12
_PARTS = 500


def sample(form: Form, today: date | datetime | None = None) -> Any:
    """
    Return the least body that is valid: each default, else the type's own value, else the nearest valid one.

    Args:
        form: the form to fill in.
        today: the day, or the moment, that dates are of; now where it is `None`.
    """
    if form.probe is not ABSENT:
        return form.probe
    now = moment(today)
    values: dict[str, Any] = {}
    for each in form.inputs:
        if each.default is not ABSENT or each.required:
            values[each.key] = sample_input(each, now)
    return form.root.settle(values)


def sample_input(given: Input, now: datetime) -> Any:
    """Return the least valid value of *given*."""
    offers = [value for value in _offers(given, now) if value is not ABSENT]
    return next((value for value in offers if _valid(given, value)), offers[0])


def _offers(given: Input, now: datetime) -> Iterator[Any]:
    if given.default is not ABSENT:
        yield given.initial()
    yield given.sample(now)
    if isinstance(given.document, dict):
        # What a reference leads to may be no schema at all.
        with suppress(ArithmeticError, AttributeError, TypeError, ValueError):
            yield from islice(_Guesses(given.document).of(given.document, 0), _PARTS)


def _valid(given: Input, value: Any) -> bool:
    schema = given.value_schema() if given.document is None else given.document
    return fits(schema, value) and not list(given.check(value))


class _Guesses:
    """Values that a schema itself suggests."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root, self._left = root, _PARTS
        self._shared = {key: root[key] for key in ("$schema", "$defs", "definitions") if key in root}

    def of(self, schema: Any, depth: int) -> Iterator[Any]:
        """Yield values for *schema*, a part of the whole, likeliest first."""
        self._left -= 1
        if not isinstance(schema, dict) or depth > _DEPTH or self._left < 0:
            return
        for key in ("default", "const"):
            if key in schema:
                yield schema[key]
        for key in ("examples", "enum"):
            yield from islice(schema.get(key, []), 5)
        parts = [self._target(schema.get("$ref")), *schema.get("allOf", [])]
        if whole := [each for each in parts if isinstance(each, dict)]:
            rest = {key: each for key, each in schema.items() if key not in ("$ref", "allOf")}
            yield from self.of(dict(ChainMap(rest, *whole)), depth + 1)
            return
        for key in ("oneOf", "anyOf"):
            for each in schema.get(key, []):
                yield from self.of(each, depth + 1)
        types = schema.get("type", "object" if "properties" in schema else [])
        for kind in [types] if isinstance(types, str) else types:
            yield from _OF_TYPE[kind](self, schema, depth) if kind in _OF_TYPE else ()

    def _target(self, ref: Any) -> Any:
        return at_pointer(self._root, unquote(ref[1:])) if isinstance(ref, str) and ref.startswith("#/") else None

    def _first(self, schema: Any, depth: int) -> Any:
        offers = list(islice(self.of(schema, depth + 1), 20))
        return next((value for value in offers if self._fits(schema, value)), offers[0] if offers else {})

    def _fits(self, schema: Any, value: Any) -> bool:
        part = {**self._shared, **schema}
        return not unusable(part) and fits(part, value)

    def object(self, schema: dict[str, Any], depth: int) -> Iterator[Any]:
        properties = schema.get("properties", {})
        yield {key: self._first(properties.get(key, {}), depth) for key in schema.get("required", [])}

    def array(self, schema: dict[str, Any], depth: int) -> Iterator[Any]:
        first = schema.get("prefixItems", schema.get("items", []))
        items = [self._first(each, depth) for each in (first if isinstance(first, list) else [])]
        rest = schema.get("items", {})
        more = min(int(schema.get("minItems", 0)), 100) - len(items)
        yield items + ([self._first({} if isinstance(rest, list) else rest, depth)] * more if more > 0 else [])

    def number(self, schema: dict[str, Any], _: int) -> Iterator[Any]:
        least = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        most = schema.get("maximum", schema.get("exclusiveMaximum", 0))
        yield from (least, most, least + 1, most - 1)
        if step := schema.get("multipleOf"):
            yield ceil(least / step) * step
            yield (least // step + 1) * step

    def string(self, schema: dict[str, Any], _: int) -> Iterator[Any]:
        yield "a" * min(int(schema.get("minLength", 0)), 10_000)


_OF_TYPE: dict[Any, Callable[[_Guesses, dict[str, Any], int], Iterable[Any]]] = {
    "object": _Guesses.object,
    "array": _Guesses.array,
    "number": _Guesses.number,
    "integer": _Guesses.number,
    "string": _Guesses.string,
    "boolean": lambda *_: [False],
    "null": lambda *_: [None],
}
