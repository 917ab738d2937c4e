"""Texts to the values that were meant: what a program sends that has only texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Record, Shape, UnreadableError

if TYPE_CHECKING:
    from webform.tool import Form

#: JSON types whose values a text may spell.
_SPELT = ("number", "integer", "boolean")


def coerce(form: Form, body: Any) -> Any:
    """Return *body* with `"42"` as 42 and `"true"` as true where the declared type says so; all else as it is."""
    return _coerce(form.root, body)


def _coerce(given: Input, value: Any) -> Any:
    if isinstance(given, Record) and isinstance(value, dict):
        by_key = given.by_key
        return {key: _coerce(by_key[key], each) if key in by_key else each for key, each in value.items()}
    if given.shape is Shape.ROWS and isinstance(value, list):
        return [_coerce(given.row, row) for row in value]  # type: ignore[attr-defined]  # what rows have
    if not isinstance(value, str) or given.shape is not Shape.LEAF or given.value_schema().get("type") not in _SPELT:
        return value
    try:
        return given.value({"": [value]})
    except UnreadableError:
        return value
