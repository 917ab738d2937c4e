"""Schemas drawn at random, each with a value that is likely to be valid."""

from __future__ import annotations

from hypothesis import strategies as st

TEXTS = st.text(max_size=8) | st.sampled_from(
    ["", "a\nb", " ", "2026-01-31", "10:00:00", "\x00", "true", "1", "é\u2028"]
)
NUMBERS = st.integers(-20, 20) | st.sampled_from([2**60 + 1, 0.1, -1e-300, 1.0, 1e300])
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
KEYS = st.sampled_from(["a", "b", "c", "", "a b", "x/y~z", '"q"', "__proto__", "data", "+1", "0", "é\n"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)


@st.composite
def _string(draw, _):
    keywords = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "maxLength": st.sampled_from([8, 500]),
                "format": st.sampled_from(["date", "time", "date-time", "email", "uri", "color", "data-url", "nope"]),
                "pattern": st.sampled_from(["^", "[", "(?=x)?"]),
                "contentMediaType": st.sampled_from(["text/markdown", "application/json", "x/y"]),
                "title": TEXTS,
                "description": TEXTS,
                "examples": st.lists(TEXTS, max_size=2),
                "default": SCALARS,
            },
        )
    )
    return {"type": "string", **keywords}, draw(TEXTS)


@st.composite
def _number(draw, _):
    kind = draw(st.sampled_from(["number", "integer"]))
    keywords = draw(
        st.fixed_dictionaries(
            {}, optional={"minimum": st.just(-50), "maximum": st.just(2**61), "multipleOf": st.sampled_from([1, 0.1])}
        )
    )
    return {"type": kind, **keywords}, draw(NUMBERS)


@st.composite
def _enum(draw, _):
    values = draw(st.lists(VALUES, min_size=1, max_size=5))
    form = draw(st.sampled_from(["enum", "const", "oneOf"]))
    if form == "const":
        return {"const": values[0]}, values[0]
    if form == "oneOf":
        return {"oneOf": [{"const": part, "title": f"t{index}"} for index, part in enumerate(values)]}, values[-1]
    return {"enum": values}, draw(st.sampled_from(values))


@st.composite
def _any(draw, _):
    return draw(st.sampled_from([{}, True, {"title": "T"}, {"description": "D"}])), draw(VALUES)


@st.composite
def _types(draw, _):
    kinds = draw(
        st.lists(
            st.sampled_from(["string", "number", "boolean", "null", "object", "array"]),
            min_size=1,
            max_size=4,
            unique=True,
        )
    )
    return {"type": kinds}, draw(VALUES)


@st.composite
def _list(draw, inner):
    schema, value = draw(inner)
    others = draw(st.lists(inner, max_size=2))
    count = draw(st.integers(0, 3))
    form = draw(st.sampled_from(["items", "prefix", "closed", "unique", "contains"]))
    if form == "items":
        return {"type": "array", "items": schema, "minItems": draw(st.integers(0, count))}, [value] * count
    if form == "unique":
        return {"items": schema, "type": "array", "uniqueItems": True}, [value][:count]
    if form == "contains":
        return {"type": "array", "contains": schema}, [value, *(schema for _, schema in others)]
    prefix = {"prefixItems": [value for value, _ in others]}
    if form == "closed":
        return {"type": "array", **prefix, "items": False}, [schema for _, schema in others]
    return {"type": "array", **prefix, "items": schema}, [*(schema for _, schema in others), *[value] * count]


@st.composite
def _object(draw, inner):
    members = draw(st.dictionaries(KEYS, inner, max_size=4))
    left_out = draw(st.sets(st.sampled_from(sorted(members)), max_size=2)) if members else set()
    schema = {"type": "object", "properties": {key: value for key, (value, _) in members.items()}}
    value = {key: value for key, (_, value) in members.items() if key not in left_out}
    if draw(st.booleans()):
        schema["required"] = [key for key in value if draw(st.booleans())]
    more_schema, more = draw(inner)
    match draw(st.sampled_from(["", "closed", "additional", "pattern", "undeclared", "unevaluated", "names"])):
        case "closed":
            schema["additionalProperties"] = False
        case "unevaluated":
            schema["unevaluatedProperties"] = False
        case "additional":
            schema["additionalProperties"], value = more_schema, {**value, "more": more, "m 2": more}
        case "pattern":
            schema["patternProperties"], value = {"^x-": more_schema}, {**value, "x-1": more}
        case "undeclared":
            value = {**value, "unsaid": more}
        case "names":
            schema["propertyNames"] = {"maxLength": 20}
    return schema, value


@st.composite
def _choice(draw, inner):
    members = draw(st.lists(inner, min_size=1, max_size=3))
    word = draw(st.sampled_from(["anyOf", "oneOf", "allOf", "nullable", "kept", "if", "dependent"]))
    schema, value = draw(st.sampled_from(members))
    if word == "allOf":
        return {"allOf": [schema, draw(st.sampled_from([{}, {"title": "T"}, schema]))]}, value
    if word == "nullable":
        return {"anyOf": [schema, {"type": "null"}]}, draw(st.sampled_from([value, None]))
    if word == "kept":
        tagged = [
            {"type": "object", "properties": {"kind": {"const": f"k{index}"}, "it": member}, "required": ["kind"]}
            for index, (member, _) in enumerate(members)
        ]
        index = draw(st.integers(0, len(members) - 1))
        return {"oneOf": tagged}, {"kind": f"k{index}", "it": members[index][1]}
    if word == "if":
        return {"if": {"required": ["a"]}, "then": schema, "else": members[0][0]}, value
    if word == "dependent":
        return {"type": "object", "dependentSchemas": {"a": {"properties": {"b": schema}}}}, {"a": 1, "b": value}
    return {word: [member for member, _ in members]}, value


def _compound(inner):
    return st.one_of(_list(inner), _object(inner), _choice(inner))


_LEAVES = st.one_of(_string(None), _number(None), _enum(None), _any(None), _types(None))
#: (schema, value), nested.
PAIRS = st.recursive(_LEAVES, _compound, max_leaves=6)
#: Any JSON value as a schema, keywords that are schemas' among them.
WORDS = st.sampled_from(
    ["type", "properties", "items", "anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "enum", "const", "required", "if",
     "then", "else", "prefixItems", "additionalProperties", "patternProperties", "dependentSchemas", "dependencies",
     "$id", "$anchor", "$schema", "id", "definitions", "default", "minItems", "uniqueItems", "contains", "format"]
)  # fmt: skip
ANYTHING = st.recursive(
    SCALARS | st.sampled_from(["string", "object", "array", "#", "#/$defs/a", "http://x/y", "draft-07", "number"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | KEYS, inner, max_size=4),
    max_leaves=12,
)
