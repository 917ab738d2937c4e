"""Bodies of programs → the values that the declared types mean by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Record, Shape, UnreadableError
from webform.inputs.numbers import read_number, tidy
from webform.inputs.walk import changed
from webform.values import equal, kind_of, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.tool import Form

#: JSON types whose values a text may spell.
_SPELT = ("number", "integer", "boolean")


def coerce(form: Form, body: Any) -> Any:
    """
    Return *body* as the declared types mean it: `"42"` as 42 and `"true"` as true; what cannot be meant, as it is.

    A form that coerces by itself also takes numbers, true and false for texts, 1, 0, `"1"` and `"0"` for true and false
    and the other way round; it drops unknown keys, and an optional field that is left out gets its default.
    """
    return _settled(form.schema, body) if form.coerces else _coerce(form.root, body)


def as_meant(form: Form, body: Any) -> Any:
    """Return *body* as *form* means it: coerced where the form coerces by itself."""
    return coerce(form, body) if form.coerces else body


def _coerce(input_: Input, value: Any) -> Any:
    if isinstance(input_, Record) and isinstance(value, dict):
        by_key = input_.by_key
        return changed(value, lambda key, part: _coerce(by_key[key], part) if key in by_key else part)
    if input_.shape is Shape.ROWS and isinstance(value, list):
        return changed(value, lambda index, row: _coerce(input_.item(int(index)), row))
    if not isinstance(value, str) or input_.shape is not Shape.LEAF or input_.value_schema().get("type") not in _SPELT:
        return value
    try:
        return input_.value({"": [value]})
    except UnreadableError:
        return value


# forms that coerce by themselves: fields of five types, none inside another


def _settled(schema: Any, body: Any) -> Any:
    if not isinstance(body, dict):
        return body
    fields, required = schema["properties"], schema["required"]
    sent = {key: _meant(fields[key].get("type"), value) for key, value in body.items() if key in fields}
    left_out = {
        key: field["default"]
        for key, field in fields.items()
        if key not in sent and key not in required and "default" in field
    }
    return sent | left_out


def _meant(type_: Any, value: Any) -> Any:
    return _MEANT[type_](value) if type_ in _MEANT else value


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    try:
        return read_number(value) if isinstance(value, str) else value
    except UnreadableError:
        return value


def _string(value: Any) -> Any:
    if isinstance(value, bool):
        return write_json(value)
    try:
        return write_json(tidy(value)) if kind_of(value) == "number" else value
    except ValueError:
        # No number that JSON has.
        return value


def _boolean(value: Any) -> Any:
    if isinstance(value, str):
        return {"true": True, "false": False, "1": True, "0": False}.get(value.strip(), value)
    return next((flag for flag in (True, False) if kind_of(value) == "number" and equal(value, int(flag))), value)


_MEANT: dict[str, Callable[[Any], Any]] = {"number": _number, "string": _string, "boolean": _boolean}
