"""Schemas drawn around a value, which satisfies them: narrow ones, over every keyword that limits."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import strategies as st

TEXTS = st.text("abcxyz019-_ .", max_size=6) | st.sampled_from(["", "A-12", "2026-01-31", "é", "x y"])
NUMBERS = st.integers(-30, 30) | st.sampled_from([0.5, -2.25, 1e-7, 2**60 + 1, 99.95, 1e25])
KEYS = st.sampled_from(["a", "b", "c", "kind", "x-1", "x-2", "a b", "é", "__proto__"])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def around(draw, value, depth=3):
    """Draw a schema that *value* satisfies."""
    schema = _OF[type(value)](draw, value, depth)
    return draw(st.sampled_from(_WAYS))(draw, schema, value, depth) if depth and draw(st.booleans()) else schema


def _some(draw, keywords):
    """Return some of *keywords*."""
    return {key: make() for key, make in keywords.items() if draw(st.booleans())}


def _text(draw, value, _):
    patterns = [
        "^" + re.escape(value).replace("\\ ", " ").replace("\\-", "-"),
        f"^[\\s\\S]{{{len(value)}}}$",
        "^[^!]*$",
    ]
    keywords = {
        "minLength": lambda: draw(st.integers(0, len(value))),
        "maxLength": lambda: len(value) + draw(st.integers(0, 3)),
        "pattern": lambda: draw(st.sampled_from(patterns)),
        "format": lambda: draw(st.sampled_from(["date", "email", "uuid", "x"])),
        "default": lambda: draw(st.sampled_from([value, None, "a"])),
        "examples": lambda: [7, value],
    }
    return {"type": "string"} | _some(draw, keywords)


def _number(draw, value, _):
    large, part = abs(value) > 2**53, abs(Fraction(str(value))) / draw(st.sampled_from([1, 2, 5]))
    keywords = {
        "minimum": lambda: value if large else value - draw(st.sampled_from([0, 1, 0.5])),
        "exclusiveMaximum": lambda: 1e300 if large else value + 1,
        "multipleOf": lambda: (int(part) if part.denominator == 1 else float(part)) or 3,
    }
    return {"type": "integer" if isinstance(value, int) and draw(st.booleans()) else "number"} | _some(draw, keywords)


def _list(draw, value, depth):
    items = [draw(around(each, max(depth - 1, 0))) for each in value]
    keys = [repr(each) for each in value]
    flat = not any(isinstance(each, list | dict | float) for each in value)
    keywords = {
        "minItems": lambda: draw(st.integers(0, len(value))),
        "maxItems": lambda: len(value) + draw(st.integers(0, 3)),
        "prefixItems": lambda: items[: draw(st.integers(1, len(items)))] if items else [{}],
        "uniqueItems": lambda: len(set(keys)) == len(keys) and flat,
    }
    schema = {"type": "array"} | _some(draw, keywords)
    if value and draw(st.booleans()):
        count = keys.count(keys[-1])
        schema["contains"] = {"const": value[-1]}
        schema |= _some(draw, {"minContains": lambda: count, "maxContains": lambda: count + 1})
    if items and "prefixItems" not in schema and draw(st.booleans()):
        schema["items"] = {"anyOf": items}
    elif len(schema.get("prefixItems", ())) == len(value) and draw(st.booleans()):
        schema[draw(st.sampled_from(["items", "unevaluatedItems"]))] = False
    return schema


def _object(draw, value, depth):
    keys = sorted(value)
    named = {key: draw(around(each, max(depth - 1, 0))) for key, each in value.items()}
    keywords = {
        "required": lambda: draw(st.lists(st.sampled_from(keys), unique=True)) if keys else [],
        "minProperties": lambda: draw(st.integers(0, len(keys))),
        "maxProperties": lambda: len(keys) + draw(st.integers(0, 3)),
        "propertyNames": lambda: {"pattern": "^[^!]*$", "minLength": 1},
        "patternProperties": lambda: {"^zz": {"type": "integer"}},
        "dependentRequired": lambda: dict.fromkeys(keys[:1], keys) | {"unseen": ["q"]},
        "dependentSchemas": lambda: {key: {"required": keys} for key in keys[1:2]},
    }
    schema = {"type": "object", "properties": {key: named[key] for key in keys if draw(st.booleans())}}
    schema |= _some(draw, keywords)
    if set(schema["properties"]) == set(keys) and draw(st.booleans()):
        schema[draw(st.sampled_from(["additionalProperties", "unevaluatedProperties"]))] = False
    if keys and draw(st.booleans()):
        schema["if"], schema["then"] = {"required": keys[:1]}, {"required": keys[-1:]}
    if len(keys) > 1 and draw(st.booleans()):
        schema["anyOf"] = [{"required": keys[:1]}, {"required": keys[1:2]}]
    return schema


_OF = {
    str: _text, int: _number, float: _number, list: _list, dict: _object,
    bool: lambda draw, value, _: {"type": "boolean"} | _some(draw, {"const": lambda: value}),
    type(None): lambda *_: {"type": "null"},
}  # fmt: skip
_IMPOSSIBLE = {"type": "string", "minLength": 1, "maxLength": 0}


def _any_of(draw, schema, _, depth):
    others = draw(st.lists(VALUES.flatmap(lambda other: around(other, depth - 1)), max_size=2))
    return {"anyOf": [*others, schema]}


def _not(draw, schema, value, _):
    other = draw(VALUES)
    return schema if repr(other) == repr(value) else {**schema, "not": {"const": other}}


#: How a schema of a value becomes another one.
_WAYS = (
    _any_of,
    _not,
    lambda _, schema, __, ___: {"oneOf": [_IMPOSSIBLE, schema, False]},
    lambda draw, schema, value, depth: {"allOf": [schema, _OF[type(value)](draw, value, depth - 1)]},
    lambda _, schema, __, ___: {"if": {"type": schema["type"]}, "then": schema, "else": False},
    lambda _, schema, __, ___: {"if": {"const": "none of them"}, "then": False, "else": schema},
    lambda draw, schema, _, __: {"anyOf": draw(st.permutations([schema, {"type": "null"}]))},
    lambda draw, schema, value, _: {**schema, "enum": draw(st.permutations([value, draw(VALUES), draw(VALUES)]))},
)
#: (schema, value): the value satisfies the schema.
SATISFIED = VALUES.flatmap(lambda value: st.tuples(around(value), st.just(value)))
