"""Inputs in annotations of Python: what they add to the JSON Schema of their values."""

from __future__ import annotations

from typing import Any

from webform.inputs.options import options_of
from webform.values import ABSENT

#: The keyword of a schema that names the input of its value.
HINT = "x-webform"
#: Inputs whose values are of one shape alone, which is theirs to describe.
_SHAPED = ("map_point", "map_bbox", "map_polygon", "map_multipoint", "date_range")
#: What an input says of a value of any other shape.
_LIMITS = ("minimum", "maximum", "multipleOf", "minLength", "maxLength", "format", "contentMediaType")
#: Its options that a schema says in its own words: a hint has none of them, nor bounds that are numbers.
_IN_SCHEMA = frozenset({
    "default", "required", "range", "bbox_format", "options", "multiple", "schema", "columns", "min_rows", "max_rows",
    "max_length",
})  # fmt: skip
_BOUNDS = ("min", "max")


def with_hint(schema: dict[str, Any], input_: Any) -> dict[str, Any]:
    """Return *schema* with *input_* and its options as a hint, and the limits that it sets."""
    own = input_.value_schema()
    if input_.type in _SHAPED or getattr(input_, "range", False):
        others = {key: part for key, part in schema.items() if key not in ("items", "prefixItems")}
        limits = own
    else:
        others, limits = schema, {key: own[key] for key in _LIMITS if key in own}
    options = {name: getattr(input_, name) for name in options_of(type(input_)) if name not in _IN_SCHEMA}
    chosen = {
        name: value
        for name, value in options.items()
        if value != getattr(type(input_), name, None) and (name not in _BOUNDS or isinstance(value, str))
    }
    return {**others, **limits, HINT: {"input": input_.type, **_plain(chosen)}}


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in options.items()
        if value is not ABSENT and isinstance(value, str | int | float | bool | list | tuple | dict)
    }
