"""Variants: the properties of objects, the items of lists, what comes with a condition, and what fits."""

from __future__ import annotations

import pytest

import webform
from webform.files import StoredFile
from webform.schema import read_schema
from webform.schema.document import Document
from webform.schema.lint import lint
from webform.values import ABSENT

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
A = {"type": "string"}
B = {"type": "number"}


def variant(schema):
    return Document(schema).top.variants[0]


def kinds(place) -> list[str]:
    return ["anything"] if place.anything else [variant.kind for variant in place.variants]


# -- objects


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        ({"properties": {"b": A, "a": B}}, ["b", "a"]),
        ({"properties": {"b": A}, "allOf": [{"properties": {"a": B, "b": {}}}]}, ["b", "a"]),
        ({"properties": {"a": A}, "required": ["z", "a"]}, ["a", "z"]),
        ({"properties": {"a": A}, "propertyNames": {"enum": ["a", "b", 5]}}, ["a", "b"]),
        ({"type": "object", "propertyNames": {"$ref": "#/$defs/n"}, "$defs": {"n": {"enum": ["a", "b"]}}}, ["a", "b"]),
        ({"type": "object", "propertyNames": {"pattern": "^a"}}, []),
        # what must not be there is not offered
        ({"properties": {"a": A, "b": False}}, ["a"]),
        ({"properties": {"a": A, "b": A}, "allOf": [{"properties": {"b": False}}]}, ["a"]),
        # conditions give shape too
        ({"properties": {"a": A}, "if": {}, "then": {"properties": {"b": A}}, "else": {"required": ["c"]}}, ["a", "b", "c"]),
        ({"properties": {"a": A}, "dependentSchemas": {"a": {"properties": {"b": A}}}}, ["a", "b"]),
        ({"$schema": DRAFT_07, "properties": {"a": A}, "dependencies": {"a": {"properties": {"b": A}}, "b": ["c"]}}, ["a", "b", "c"]),
        ({"type": "object", "dependentRequired": {"a": ["b"]}}, ["b"]),
    ],
)  # fmt: skip
def test_the_keys_of_an_object_in_order(schema, keys):
    assert keys == list(variant(schema).members.properties)


@pytest.mark.parametrize(
    ("schema", "key", "expected"),
    [
        ({"properties": {"a": A}}, "a", ["string"]),
        ({"properties": {"a": A}}, "b", ["anything"]),
        ({"properties": {"a": A}, "additionalProperties": B}, "b", ["number"]),
        ({"properties": {"a": A}, "additionalProperties": False}, "b", ["anything"]),
        ({"properties": {"a": False}}, "a", ["anything"]),
        ({"patternProperties": {"^a": A, "b$": {"maxLength": 3}}}, "ab", ["string"]),
        ({"patternProperties": {"^a": A}, "additionalProperties": B}, "b", ["number"]),
        ({"patternProperties": {"^a": A}, "additionalProperties": B}, "a", ["string"]),
        ({"patternProperties": {"^\\p{L}+$": A}}, "é", ["string"]),
        ({"patternProperties": {"(": A}}, "(", ["anything"]),
        # additionalProperties knows of its own neighbours alone
        ({"properties": {"a": A}, "allOf": [{"additionalProperties": {"maxLength": 3}}]}, "a", ["string"]),
        ({"unevaluatedProperties": B, "properties": {"a": A}}, "b", ["number"]),
        ({"unevaluatedProperties": B, "allOf": [{"properties": {"a": A}}]}, "a", ["string"]),
        # several schemas that all hold are not merged, but all hold
        ({"properties": {"a": {"type": ["string", "number"]}}, "allOf": [{"properties": {"a": B}}]}, "a", ["number"]),
        # what holds sometimes gives shape where nothing else does
        ({"properties": {"a": {}}, "if": {}, "then": {"properties": {"a": A}}}, "a", ["string"]),
        ({"properties": {"a": B}, "if": {}, "then": {"properties": {"a": A}}}, "a", ["number"]),
        ({"if": {}, "then": {"properties": {"a": A}}, "else": {"properties": {"a": B}}}, "a", ["string", "number"]),
    ],
)  # fmt: skip
def test_what_the_value_of_a_key_can_be(schema, key, expected):
    assert expected == kinds(variant({"type": "object", **schema}).child(key))


@pytest.mark.parametrize(
    ("schema", "closed", "extra"),
    [
        ({"properties": {"a": A}}, False, False),
        ({"additionalProperties": True}, False, True),
        ({"additionalProperties": {}}, False, True),
        ({"additionalProperties": A}, False, True),
        ({"additionalProperties": False}, True, False),
        ({"unevaluatedProperties": False}, True, False),
        ({"unevaluatedProperties": A}, False, True),
        ({"patternProperties": {"^a": A}}, False, True),
        ({"patternProperties": {"^a": A}, "additionalProperties": False}, True, True),
        ({"additionalProperties": A, "allOf": [{"additionalProperties": False}]}, True, False),
    ],
)
def test_whether_other_keys_are_wrong_or_asked_for(schema, closed, extra):
    found = variant({"type": "object", **schema})

    assert (closed, extra) == (found.members.closed, found.members.extra)


def test_what_is_required_is_required_by_any_of_what_holds():
    found = variant({"required": ["a"], "allOf": [{"required": ["b"]}], "then": {"required": ["c"]}})

    assert {"a", "b"} == found.members.required


# -- conditions


CARD = {
    "type": "object",
    "properties": {"pay": {"enum": ["card", "cash"]}},
    "if": {"properties": {"pay": {"const": "card"}}, "required": ["pay"]},
    "then": {"properties": {"number": A}, "required": ["number"]},
    "else": {
        "properties": {"change": B},
        "if": {"properties": {"pay": {"const": "cash"}}, "required": ["pay"]},
        "then": {"properties": {"coins": B}},
    },
    "dependentSchemas": {"number": {"properties": {"code": A}}},
    "dependentRequired": {"code": ["owner"]},
}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"pay": "card"}, {"number"}),
        ({"pay": "card", "number": "1"}, {"number", "code"}),
        ({"pay": "card", "number": "1", "code": "2"}, {"number", "code", "owner"}),
        ({"pay": "cash"}, {"change", "coins"}),
        ({}, {"change"}),
        ({"pay": 5}, {"change"}),
    ],
)
def test_a_key_that_comes_with_a_condition_is_there_while_that_holds(value, shown):
    conditional = variant(CARD).members.conditional

    assert {"number", "change", "coins", "code", "owner"} == set(conditional)
    assert shown == {key for key, guards in conditional.items() if any(guard(value) for guard in guards)}


def test_a_key_that_is_declared_comes_without_condition():
    schema = {"properties": {"a": A, "b": {}}, "dependentSchemas": {"a": {"properties": {"b": A}}}}

    assert variant(schema).members.conditional == {}


@pytest.mark.parametrize("schema", [
    {"$schema": DRAFT_07, "type": "object", "dependencies": {"a": {"properties": {"b": A}}, "b": ["c"]}},
    {"$schema": DRAFT_04, "type": "object", "dependencies": {"a": {"properties": {"b": A}}, "b": ["c"]}},
    {"type": "object", "dependentSchemas": {"a": {"properties": {"b": A}}}, "dependentRequired": {"b": ["c"]}},
    {"type": "object", "if": {"required": ["a"]}, "then": {"properties": {"b": A}}, "allOf": [{"if": {"required": ["b"]}, "then": {"required": ["c"]}}]},
])  # fmt: skip
def test_conditions_of_every_draft(schema):
    conditional = variant(schema).members.conditional

    assert sorted(conditional) == ["b", "c"]
    assert [conditional["b"][0](value) for value in ({"a": 1}, {})] == [True, False]
    assert [conditional["c"][0](value) for value in ({"b": 1}, {"a": 1})] == [True, False]


def test_a_condition_that_comes_back_to_itself_ends():
    schema = {"properties": {"a": A}, "if": {"required": ["a"]}, "then": {"properties": {"b": {"$ref": "#"}}}}
    found = variant(schema)

    assert found.child("b").variants[0].kind == "object"
    assert list(found.child("b").variants[0].members.conditional) == ["b"]


# -- lists


@pytest.mark.parametrize(
    ("schema", "items", "prefix", "most", "closed"),
    [
        ({"items": A}, ["string", "string"], 0, None, False),
        ({"prefixItems": [A], "items": B}, ["string", "number"], 1, None, False),
        ({"prefixItems": [A]}, ["string", "anything"], 1, None, False),
        ({"prefixItems": [A], "items": False}, ["string", "anything"], 1, 1, True),
        ({"prefixItems": [A], "unevaluatedItems": False}, ["string", "anything"], 1, 1, True),
        ({"unevaluatedItems": B}, ["number", "number"], 0, None, False),
        ({"items": False}, ["anything", "anything"], 0, 0, True),
        ({"items": A, "maxItems": 3}, ["string", "string"], 0, 3, False),
        ({"prefixItems": [A, B], "items": False, "maxItems": 1}, ["string", "number"], 2, 1, True),
        ({"contains": A}, ["string", "string"], 0, None, False),
        ({"contains": A, "items": B}, ["number", "number"], 0, None, False),
        ({"prefixItems": [A], "allOf": [{"prefixItems": [{}, B]}]}, ["string", "number"], 2, None, False),
        ({"$schema": DRAFT_07, "items": [A], "additionalItems": B}, ["string", "number"], 1, None, False),
        ({"$schema": DRAFT_07, "items": [A], "additionalItems": False}, ["string", "anything"], 1, 1, True),
        ({"$schema": DRAFT_07, "items": A, "additionalItems": False}, ["string", "string"], 0, None, False),
    ],
)
def test_the_items_of_a_list(schema, items, prefix, most, closed):
    found = variant({"type": "array", **schema})

    assert items == [kinds(found.item(index))[0] for index in (0, 1)]
    assert (prefix, most, closed) == (found.items.prefix, found.items.most, found.items.closed)


def test_the_bounds_of_a_list_are_the_narrowest():
    found = variant({"minItems": 1.0, "maxItems": 9, "allOf": [{"minItems": 2, "maxItems": 5, "uniqueItems": True}]})

    assert (found.items.least, found.items.most, found.items.unique) == (2, 5, True)


# -- what fits


@pytest.mark.parametrize(
    ("schema", "value", "fitting"),
    [
        ({"anyOf": [{"type": "string", "maxLength": 1}, {"type": "object"}]}, "ab", []),
        ({"anyOf": [{"properties": {"k": {"const": 1}}, "type": "object"}, {"type": "object", "required": ["z"]}]}, {"k": 2, "z": 1}, ["object.1"]),
        ({"oneOf": [{"type": "object"}, {"type": "object", "required": ["z"]}]}, {"z": 1}, []),
        ({"type": "object", "not": {"required": ["a"]}}, {"a": 1}, []),
        ({"type": "integer"}, 3.0, ["number"]),
        ({"type": "integer"}, True, []),
        ({"type": ["number", "boolean"]}, True, ["boolean"]),
        ({"enum": [1, "a"]}, 1.0, ["enum"]),
        ({"enum": [1, "a"]}, True, []),
        ({"type": "string"}, ABSENT, []),
        ({"enum": ["a"]}, ABSENT, []),
        ({"type": "string", "minLength": 1}, "\ud800", ["string"]),
        ({"const": "\ud800"}, "\ud800", ["enum"]),
        ({"type": "array", "items": {"$ref": "#"}, "maxItems": 1}, [[[], []]], []),
        ({"$defs": {"a/b c": {"type": "string", "maxLength": 1}}, "anyOf": [{"$ref": "#/$defs/a~1b c"}, {"type": "null"}]}, "ab", []),
        ({"properties": {"\ud800": {"type": "string"}}}, {"\ud800": 1}, []),
    ],
)  # fmt: skip
def test_what_fits_is_what_is_valid(schema, value, fitting):
    assert fitting == [variant.token for variant in Document(schema).top.variants if variant.fits(value)]


def test_a_value_is_checked_deep_inside_with_all_its_references():
    node = {
        "type": "object",
        "properties": {"next": {"$ref": "#/$defs/node"}, "v": {"type": "integer"}},
        "required": ["v"],
    }
    found = (
        variant({"$id": "https://example.com/a", "$ref": "#/$defs/node", "$defs": {"node": node}})
        .child("next")
        .variants[0]
    )

    assert found.fits({"v": 1, "next": {"v": 2}})
    assert not found.fits({"v": 1, "next": {"v": "x"}})


def test_a_file_in_a_value_stands_for_its_text():
    file = StoredFile(sha256="0" * 64, size=5, media_type="text/csv", name="a.csv", head="data:text/csv;base64,")
    schema = {"properties": {"file": {"type": "string", "pattern": "^data:text/csv"}}, "required": ["file"]}

    assert variant(schema).fits({"file": file})
    assert not variant({**schema, "maxProperties": 0}).fits({"file": file})


@pytest.mark.parametrize("name", ["int32", "int64", "uint8", "integer", "float", "double", "decimal", "number"])
def test_a_format_of_numbers_without_a_type_is_of_numbers(name):
    form, _ = read_schema({"properties": {"n": {"format": name}, "m": {"format": name, "minimum": 1}}})

    assert [form.root.by_key[key].type for key in "nm"] == ["number", "number"]
    assert webform.decode(form, [("/n", "5"), ("/m", "2.50")]) == ({"n": 5, "m": 2.5}, [])


@pytest.mark.parametrize("schema", [{"format": "date"}, {"format": "uint8x"}, {"format": "int32", "type": "string"}])
def test_any_other_format_is_of_texts(schema):
    form, _ = read_schema({"properties": {"n": schema}})

    assert webform.decode(form, [("/n", "5")])[0] == {"n": "5"}


def test_the_properties_of_the_same_object_are_made_once():
    big = {"type": "object", "properties": {str(index): {"type": "string"} for index in range(350)}}
    uses = {key: {"description": key, "allOf": [{"$ref": "#/$defs/big"}], "default": {"7": "x"}} for key in ("a", "b")}
    whole = variant({"properties": uses, "$defs": {"big": big}})
    one, other = (whole.child(key).variants[0] for key in "ab")

    assert one.members.properties is other.members.properties
    assert one.child("7") is other.child("7")


def test_the_properties_of_an_object_that_says_more_are_its_own():
    base = {"type": "object", "properties": {"x": {"type": "string"}}}
    more = {"allOf": [{"$ref": "#/$defs/base"}], "required": ["x"]}
    whole = variant({"properties": {"a": {"$ref": "#/$defs/base"}, "b": more}, "$defs": {"base": base}})
    one, other = (whole.child(key).variants[0] for key in "ab")

    assert (one.members.required, other.members.required) == (frozenset(), {"x"})


def test_what_values_are_tried_by_is_compiled_together():
    node = {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}]}
    defaults = {f"p{index}": {"default": index, "$ref": "#/$defs/node"} for index in range(50)}
    document = Document({"properties": defaults, "$defs": {"node": node}})
    _ = lint(document, written=True)
    place = document.top.variants[0].child("p1")

    assert [variant.fits({"next": "a"}) for variant in place.variants] == [False, True]
    assert [variant.fits({"next": 5}) for variant in place.variants] == [False, False]
    assert document._tests == {}
