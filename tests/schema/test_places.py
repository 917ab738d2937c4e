"""Places: which variants a value can take, found without merging, once for the same schemas, and never without end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.schema.documents import ANYTHING, SCHEMAS
from webform.check import checker
from webform.schema.document import Document
from webform.values import ABSENT, kind_of

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
KINDS = ["object", "list", "string", "number", "boolean", "null"]


def top(schema):
    return Document(schema).top


def tokens(schema) -> list[str]:
    return [variant.token for variant in top(schema).variants]


def record(**properties):
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, ["string"]),
        ({"type": "integer"}, ["number"]),
        ({"type": "array"}, ["list"]),
        ({"type": ["string", "null"]}, ["string", "null"]),
        ({"type": ["integer", "number", "object"]}, ["number", "object"]),
        ({"enum": ["a", 1]}, ["enum"]),
        ({"const": {"a": 1}}, ["enum"]),
        ({"type": "string", "enum": ["a", None]}, ["enum"]),
        ({"type": "number", "enum": ["a"]}, []),
        ({"allOf": [{"type": ["string", "number"]}, {"type": ["number", "null"]}]}, ["number"]),
        ({"allOf": [{"type": "string"}, {"type": "number"}]}, []),
        ({"allOf": [{"enum": [1, 2, 3]}, {"enum": [3.0, 2]}]}, ["enum"]),
        (True, KINDS),
        ({}, KINDS),
        (False, []),
        ({"allOf": [{"type": "string"}, False]}, []),
        ({"not": {"type": "string"}}, KINDS),
        # without a type, the keywords tell
        ({"properties": {}}, ["object"]),
        ({"required": ["a"]}, ["object"]),
        ({"items": {}}, ["list"]),
        ({"minLength": 1}, ["string"]),
        ({"format": "date"}, ["string"]),
        ({"minimum": 1}, ["number"]),
        ({"if": {"properties": {}}, "then": {"required": ["a"]}}, ["object"]),
        # choices
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, ["number", "null"]),
        ({"oneOf": [record(a={}), record(b={})]}, ["object", "object.1"]),
        ({"type": "object", "anyOf": [record(a={}), {"type": "string"}]}, ["object"]),
        ({"anyOf": [{"anyOf": [record(a={}), record(b={})]}, {"type": "null"}]}, ["object", "object.1", "null"]),
        ({"allOf": [{"anyOf": [record(a={}), record(b={})]}, {"oneOf": [record(c={}), record(d={})]}]}, ["object", "object.1", "object.2", "object.3"]),
        ({"anyOf": [record(a={})]}, ["object"]),
        ({"anyOf": [record(a={}), False]}, ["object"]),
        ({"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": record(), "b": {"type": "array"}}}, ["object", "list"]),
        # choices that are none
        ({**record(a={}, b={}), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, ["object"]),
        ({**record(a={}, b={}), "oneOf": [{"not": {"required": ["a"]}}, {"required": ["b"]}]}, ["object"]),
        ({**record(a={}), "anyOf": [{"$ref": "#/$defs/n"}, {"required": ["b"]}], "$defs": {"n": {"required": ["a"]}}}, ["object"]),
        ({"type": "number", "anyOf": [{"minimum": 5}, {"maximum": 2}]}, ["number"]),
        # what one control serves
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "pattern": "x"}]}, ["string"]),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "string"}]}, ["number", "string"]),
        ({"anyOf": [{"enum": ["a"]}, {"enum": ["b"]}]}, ["enum"]),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, ["enum"]),
        ({"oneOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}, ["enum"]),
        ({"anyOf": [{"enum": ["a"]}, {"type": "string"}]}, ["enum", "string"]),
        ({"anyOf": [{"enum": ["a"]}, record(), {"type": "null"}]}, ["enum", "object"]),
        ({"anyOf": [{"const": {"a": 1}}, {"const": {"a": 2}}]}, ["enum", "enum.1"]),
        ({"anyOf": [{"type": "string"}, {"type": "string", "contentEncoding": "base64"}]}, ["string", "string.1"]),
    ],
)  # fmt: skip
def test_the_variants_of_a_place(schema, expected):
    assert tokens(schema) == expected


@pytest.mark.parametrize(
    ("schema", "values", "titles"),
    [
        ({"enum": ["b", "a", "b"]}, ("b", "a"), {}),
        ({"enum": [1, 1.0, True, "1"]}, (1, True, "1"), {}),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}, {"const": None, "title": "No"}]}, (1, 2, None), {"1": "One", "null": "No"}),
        ({"anyOf": [{"enum": ["a", "b"], "title": "Some"}, {"type": "null", "title": "None"}]}, ("a", "b", None), {"null": "None"}),
        ({"anyOf": [{"$ref": "#/$defs/a"}, {"const": "b"}], "$defs": {"a": {"const": "a", "title": "A"}}}, ("a", "b"), {'"a"': "A"}),
        ({"anyOf": [{"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}, {"type": "null"}]}, ("a", "b", None), {'"a"': "A"}),
        ({"anyOf": [{"const": "a", "title": "A"}, record(), {"const": "b", "title": "B"}]}, ("a", "b"), {'"a"': "A", '"b"': "B"}),
        ({"type": ["string", "null"], "enum": ["a", None]}, ("a", None), {}),
        ({"type": "integer", "enum": [1, 1.5, "a"]}, (1,), {}),
        ({"oneOf": [{"const": number} for number in range(1000)]}, tuple(range(1000)), {}),
        ({"enum": ["a", "b", "c"], "anyOf": [{"enum": ["b", "d"]}, {"const": "c"}]}, ("b", "c"), {}),
    ],
)  # fmt: skip
def test_the_values_of_an_enum_and_their_titles(schema, values, titles):
    variant = top(schema).variants[0]

    assert values == variant.values
    assert list(map(kind_of, values)) == list(map(kind_of, variant.values))
    assert titles == variant.titles


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        ([{"type": "object", "title": "Circle"}, record(), {"type": "null"}], ["Circle", "", ""]),
        ([record(kind={"const": "click"}), record(kind={"enum": ["drag"]})], ["click", "drag"]),
        ([{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square", "title": "Box"}], ["Circle", "Box"]),
        ([{"anyOf": [{**record(), "title": "A1"}, record()], "title": "A"}, {"type": "array"}], ["A1", "A", ""]),
    ],
)
def test_a_variant_is_called_by_title_constant_or_definition(options, labels):
    schema = {"title": "Shape", "oneOf": options, "$defs": {"Circle": record(r={}), "Square": record(a={})}}

    assert labels == [variant.label for variant in top(schema).variants]
    assert top(schema).say("title") == "Shape"


def test_what_a_place_says_is_said_first_where_it_stands():
    place = top({"$ref": "#/$defs/a", "title": "Here", "$defs": {"a": {"title": "There", "default": False}}})

    assert (place.say("title"), place.say("default"), place.say("description")) == ("Here", False, ABSENT)


def test_what_a_variant_says_is_said_first_in_the_choice():
    schema = {
        "description": "outer",
        "maxLength": 9,
        "anyOf": [{"type": "string", "description": "inner", "maxLength": 5}, record()],
    }
    variant = top(schema).variants[0]

    assert (variant.say("description"), variant.all("maxLength")) == ("inner", [9, 5])


def test_one_of_several_texts_bounds_none_of_them():
    variant = top({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string", "format": "date"}]}).variants[0]

    assert (variant.all("maxLength"), variant.say("format")) == ([], ABSENT)
    assert [variant.fits(text) for text in ("abc", "abcd")] == [True, True]


@pytest.mark.parametrize(
    ("schema", "anything"),
    [
        (True, True), ({}, True), ({"title": "A", "default": 1, "$comment": "x", "x-mine": 1}, True),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"description": "any"}}}, True), ({"allOf": [{}, True]}, True),
        ({"type": "string"}, False), ({"not": {}}, False), (False, False), ({"minimum": 1}, False),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, False),
    ],
)  # fmt: skip
def test_anything_is_where_nothing_is_said_of_the_value(schema, anything):
    assert top(schema).anything is anything


def test_more_than_sixty_variants_are_cut():
    assert len(tokens({"anyOf": [record(**{f"k{i}": {}}) for i in range(100)]})) == 60


def test_choices_that_multiply_to_more_than_sixty_give_hints_instead():
    choices = [{"anyOf": [record(**{f"k{choice}{option}": {}}) for option in range(5)]} for choice in range(4)]
    variants = top({"allOf": choices}).variants

    assert len(variants) == 25
    assert list(variants[0].members.properties) == [
        "k00",
        "k10",
        "k20",
        "k21",
        "k22",
        "k23",
        "k24",
        "k30",
        "k31",
        "k32",
        "k33",
        "k34",
    ]
    assert variants[0].fits({"k20": 1, "k34": 2})


# -- recursion


TREE = {
    "$ref": "#/$defs/node",
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
            },
            "additionalProperties": {"$ref": "#/$defs/node"},
        }
    },
}


def places(document, limit=1000):
    """Every place that can be reached, by way of two items, declared keys and one that is not."""
    found, todo = {}, [document.top]
    while todo and len(found) < limit:
        place = todo.pop()
        if id(place) in found:
            continue
        found[id(place)] = place
        for variant in place.variants:
            if variant.kind == "object":
                todo += [variant.child(key) for key in (*variant.members.properties, "not declared")]
            if variant.kind == "list":
                todo += [variant.item(index) for index in (*range(variant.items.prefix), variant.items.prefix + 1)]
    return list(found.values())


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        (TREE, 4),
        ({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/properties/a"}}}, 2),
        ({"items": {"anyOf": [{"$ref": "#"}, {"type": "string"}]}}, 2),
        ({"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#/$defs/b"}}}], "$defs": {"b": {"properties": {"a": {"title": "b"}}}}}, 4),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, 70),
        ({"$ref": "http://json-schema.org/draft-07/schema#"}, 50),
    ],
)  # fmt: skip
def test_recursion_is_a_finite_graph(schema, count):
    assert len(places(Document(schema))) <= count


def test_the_same_schemas_are_the_same_place():
    document = Document(TREE)
    node = document.top.variants[0]

    assert node.child("a") is node.child("b")
    assert node.child("kids").variants[0].item(0) is node.child("kids").variants[0].item(7)


# -- the engine agrees


LEAVES = st.sampled_from([
    {"type": "string"}, {"type": "integer"}, {"type": "number", "minimum": 2}, {"type": "boolean"}, {"type": "null"},
    {"enum": ["a", 1, None]}, {"const": "a"}, {"type": ["string", "null"], "maxLength": 1}, {"type": "object", "required": ["a"]},
    {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}, {"$ref": "#/$defs/a"},
    {"type": "array", "maxItems": 1}, {"type": "array", "items": {"type": "string"}}, {"$ref": "#/$defs/b"}, False,
])  # fmt: skip
TYPED = st.recursive(
    LEAVES,
    lambda parts: st.builds(
        lambda keyword, options: {keyword: options},
        st.sampled_from(["anyOf", "oneOf", "allOf"]),
        st.lists(parts, min_size=1, max_size=3),
    ),
    max_leaves=8,
)
DEFS = {"a": {"type": "string", "minLength": 2}, "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}}}
VALUES = [None, True, 1, 1.5, 3, "a", "ab", [], ["a"], ["a", "b"], {}, {"a": "x"}, {"a": {}}, {"b": 1}]


@given(TYPED)
def test_a_value_is_valid_where_one_of_the_variants_fits(schema):
    document = Document({"allOf": [schema], "$defs": DEFS})

    for value in VALUES:
        fitting = [variant.token for variant in document.top.variants if variant.fits(value)]
        assert bool(fitting) is (checker(document.sound).problems(value) == []), value


@given(st.one_of(ANYTHING, SCHEMAS))
def test_any_json_can_be_walked(schema):
    document = Document(schema)
    kept = list(document.problems)

    for place in places(document, limit=60):
        assert len(place.variants) <= 60
        assert len({variant.token for variant in place.variants}) == len(place.variants)
        assert isinstance(place.anything, bool)
        for variant in place.variants:
            assert isinstance(variant.label, str)
            assert len(variant.titles) <= len(variant.values)
            assert {variant.fits(value) for value in (*VALUES, "\ud800", ABSENT)} <= {True, False}
            if variant.kind == "object":
                assert set(variant.members.conditional) <= set(variant.members.properties)
                for guard in (guard for guards in variant.members.conditional.values() for guard in guards):
                    assert guard({"a": 1}) in (True, False)
            if variant.kind == "list":
                assert variant.items.least >= 0
    assert document.problems == kept
