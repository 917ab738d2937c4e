"""The least body that is valid: what a tool can be tried with at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.check import fits
from webform.inputs import Input, Record
from webform.tool import moment
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date, datetime

    from webform.tool import Form

#: How many properties deep a sample is sought.
_DEPTH = 6


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
    schema = given.value_schema()
    offers = (value for value in _offers(given, schema, now) if value is not ABSENT)
    first = next(offers)
    if not isinstance(given, Record) and _valid(given, schema, first):
        return first
    return next((value for value in offers if _valid(given, schema, value)), first)


def _offers(given: Input, schema: Any, now: datetime) -> Iterator[Any]:
    if given.default is not ABSENT:
        yield given.initial()
    yield given.sample(now)
    yield from _of_schema(schema, 0)


def _valid(given: Input, schema: Any, value: Any) -> bool:
    return fits(schema, value) and not list(given.check(value))


def _of_schema(schema: Any, depth: int) -> Iterator[Any]:
    """Yield values that *schema* itself suggests, likeliest first."""
    if not isinstance(schema, dict) or depth > _DEPTH:
        return
    if "default" in schema:
        yield schema["default"]
    if "const" in schema:
        yield schema["const"]
    for key in ("examples", "enum"):
        if isinstance(schema.get(key), list):
            yield from schema[key][:5]
    for key in ("oneOf", "anyOf", "allOf"):
        for each in schema[key] if isinstance(schema.get(key), list) else []:
            yield from _of_schema(each, depth + 1)
    types = schema.get("type", "object" if "properties" in schema else [])
    for kind in [types] if isinstance(types, str) else types:
        yield from _OF_TYPE[kind](schema, depth) if kind in _OF_TYPE else ()


def _object(schema: dict[str, Any], depth: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    wanted = [key for key in schema.get("required", []) if key in properties]
    return {key: _first(properties[key], depth) for key in wanted}


def _array(schema: dict[str, Any], depth: int) -> list[Any]:
    return [_first(schema.get("items", {}), depth)] * min(schema.get("minItems", 0), 100)


def _first(schema: Any, depth: int) -> Any:
    offers = list(_of_schema(schema, depth + 1))
    return next((value for value in offers if fits(schema, value)), offers[0] if offers else {})


def _number(schema: dict[str, Any], _: int) -> list[Any]:
    return [schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1), schema.get("maximum", 0)]


_OF_TYPE: dict[Any, Callable[[dict[str, Any], int], list[Any]]] = {
    "object": lambda schema, depth: [_object(schema, depth)],
    "array": lambda schema, depth: [_array(schema, depth)],
    "integer": _number,
    "number": _number,
    "string": lambda schema, _: ["a" * min(schema.get("minLength", 0), 10_000)],
    "boolean": lambda _, __: [False],
    "null": lambda _, __: [None],
}
