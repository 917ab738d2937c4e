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
#: Options that those limits say.
_LIMITING = ("min", "max", "max_length")


def with_hint(schema: dict[str, Any], input_: Any) -> dict[str, Any]:
    """Return *schema* with *input_* and its options as a hint, and the limits that it sets."""
    options = {name: getattr(input_, name) for name in options_of(type(input_)) if name not in _LIMITING}
    chosen = {name: value for name, value in options.items() if value != getattr(type(input_), name, None)}
    own = input_.value_schema()
    limits = own if input_.type in _SHAPED else {key: own[key] for key in _LIMITS if key in own}
    return {**schema, **limits, HINT: {"input": input_.type, **_plain(chosen)}}


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in options.items()
        if value is not ABSENT and isinstance(value, str | int | float | bool | list | tuple | dict)
    }
