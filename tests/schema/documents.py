"""Schemas out of thin air: any JSON where keywords are likely, and often what belongs under them."""

from __future__ import annotations

from hypothesis import strategies as st

from webform.schema.keywords import DRAFTS, TYPES

TEXTS = st.one_of(
    st.text(max_size=4),
    st.sampled_from([
        "a", "b", "kind", "", "é", "a b", "a<b>", "%", "\ud800", "~/", "^a", "(", "(?=a)", "0", "string", "object",
        "http://[", "urn:a:b", "https://example.com/x", "x.json", "#a", "#", "\x00",
    ]),
)  # fmt: skip
REFERENCES = st.one_of(
    st.sampled_from([
        "#", "#/$defs/a", "#/definitions/a", "#/$defs/b", "#/definitions/b", "#/$defs/a b", "#/$defs/%C3%A9", "#a", "#b",
        "#/properties/a", "#/properties/b/items", "#/anyOf/0", "#/allOf/1", "#/title", "#/enum/0", "#/x/y", "#/$defs/~1",
        "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "x.json", "x.json#a",
        "https://example.com/x#/$defs/a", "http://[", "urn:a:b", "", "%", "#/%", "https://json-schema.org/draft/2019-09/schema",
    ]),
    st.builds("#/{}/{}".format, st.sampled_from(["$defs", "definitions", "properties", "allOf"]), TEXTS),
)  # fmt: skip
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from([0.5, 1.0, -1.5, 2**70, 1e300]), TEXTS
)
KEYWORDS = sorted({keyword for draft in DRAFTS for keyword in draft.keywords} | {"$id", "id"})
PARTS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]
LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
SINGLE = [
    "items", "additionalItems", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties",
]  # fmt: skip
ALL_TYPES = [*TYPES]


def values(children):
    return st.one_of(st.lists(children, max_size=3), st.dictionaries(TEXTS, children, max_size=3))


#: Any JSON, in which keywords are likely.
ANYTHING = st.recursive(
    SCALARS,
    lambda children: st.one_of(
        values(children), st.dictionaries(st.sampled_from(KEYWORDS), st.one_of(children, REFERENCES), max_size=4)
    ),
    max_leaves=25,
)
JSON = st.recursive(SCALARS, values, max_leaves=5)


def schemas(parts):
    """Schemas that are mostly right, made of *parts*."""
    types, named = st.sampled_from(ALL_TYPES), st.dictionaries(TEXTS, parts, max_size=3)
    entries = st.one_of(
        st.tuples(st.just("type"), types | st.lists(types, min_size=1, max_size=3, unique=True)),
        st.tuples(st.sampled_from(PARTS), named),
        st.tuples(st.sampled_from(LISTS), st.lists(parts, min_size=1, max_size=3)),
        st.tuples(st.sampled_from(SINGLE), parts),
        st.tuples(st.just("$ref"), REFERENCES),
        st.tuples(st.just("enum"), st.lists(SCALARS, max_size=3)),
        st.tuples(st.just("const"), JSON),
        st.tuples(st.just("required"), st.lists(TEXTS, max_size=2, unique=True)),
        st.tuples(st.sampled_from(["title", "description", "pattern", "format", "$anchor", "$id"]), TEXTS),
        st.tuples(st.sampled_from(["minimum", "minLength", "maxItems", "minItems", "multipleOf"]), st.integers(1, 3)),
        st.tuples(st.just("properties"), st.builds(lambda kind, rest: {"kind": {"const": kind}, **rest}, TEXTS, named)),
        st.tuples(st.sampled_from(KEYWORDS), JSON | parts),
    )
    return st.lists(entries, min_size=1, max_size=4).map(dict)


#: Schemas that are mostly right, of every draft.
SCHEMAS = st.builds(
    lambda schema, draft, shared: {**({"$schema": draft} if draft else {}), "$defs": shared, **schema},
    schemas(st.recursive(st.booleans() | schemas(st.booleans()), schemas, max_leaves=8)),
    st.sampled_from(["", *(draft.uri for draft in DRAFTS)]),
    st.dictionaries(st.sampled_from(["a", "b", "a b", "é"]), schemas(st.booleans() | schemas(st.booleans()))),
)
