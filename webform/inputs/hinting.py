"""Inputs in annotations of Python: what they add to the JSON Schema of their values."""

from __future__ import annotations

from typing import Any

from webform.inputs.options import declared_options

#: The keyword of a schema that names the input of its value.
HINT = "x-webform"
#: Inputs whose values are of one shape alone, which is theirs to describe.
_SHAPED = ("map_point", "map_bbox", "map_polygon", "map_multipoint", "date_range")
#: What an input says of a value of any other shape.
_LIMITS = ("minimum", "maximum", "multipleOf", "minLength", "maxLength", "format", "contentMediaType")
#: What a schema says of any input: a hint has none of them.
_IN_SCHEMA = frozenset({"default", "required"})


def with_hint(schema: dict[str, Any], input_: Any) -> dict[str, Any]:
    """Return *schema* with *input_* and its options as a hint, and the limits that it sets."""
    own = input_.value_schema()
    if input_.type in _SHAPED or getattr(input_, "range", False):
        others = {key: part for key, part in schema.items() if key not in ("items", "prefixItems")}
        limits = own
    else:
        others, limits = schema, {key: own[key] for key in _LIMITS if key in own}
    left_out = _IN_SCHEMA | input_.in_schema
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in declared_options(input_).items()
        if name not in left_out and isinstance(value, str | int | float | bool | list | tuple | dict)
    }
    return {**others, **limits, HINT: {"input": input_.type, **options}}
