"""Schemas of OpenAPI in the words of JSON Schema."""

from __future__ import annotations

import pytest

from tests.dialects.openapi import operation
from webform.check import check

# schemas


def in_words_of_json_schema(schema, version="3.0.3", **schemas):
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": schema}}}},
        openapi=version,
        components={"schemas": schemas},
    )
    assert tool.form.problems == ()
    return tool.form.schema["properties"]["body"]["allOf"][0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        (
            {"allOf": [{"type": "string"}], "nullable": True, "title": "T"},
            {"title": "T", "anyOf": [{"allOf": [{"type": "string"}]}, {"type": "null"}]},
        ),
        ({"oneOf": [{"type": "string"}], "nullable": True}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, {"type": "number", "exclusiveMinimum": 1}),
        ({"type": "number", "maximum": 1, "exclusiveMaximum": False}, {"type": "number", "maximum": 1}),
        ({"type": "string", "example": "a"}, {"type": "string", "examples": ["a"]}),
        ({"type": "object", "xml": {"name": "a"}, "externalDocs": {"url": "b"}}, {"type": "object"}),
        (
            {"type": "object", "properties": {"a": {"type": "string", "x-order": 1}}},
            {"type": "object", "properties": {"a": {"type": "string", "x-order": 1}}},
        ),
    ],
)
def test_schemas_of_openapi_3_0_are_said_in_words_of_json_schema(old, new):
    assert in_words_of_json_schema(old) == new


def test_a_discriminator_tells_the_alternatives():
    pets = {name: {"type": "object", "properties": {"kind": {"type": "string"}}} for name in ("Cat", "Dog")}
    union = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"feline": "#/components/schemas/Cat"}},
    }

    assert in_words_of_json_schema(union, **pets)["oneOf"] == [
        {"$ref": "#/$defs/Cat", "properties": {"kind": {"const": "feline"}}, "required": ["kind"]},
        {"$ref": "#/$defs/Dog", "properties": {"kind": {"const": "Dog"}}, "required": ["kind"]},
    ]


def test_a_base_whose_discriminator_names_what_extends_it_is_a_choice():
    base = {
        "type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}},
    }  # fmt: skip
    extended = {"$ref": "#/components/schemas/Pet"}
    cat = {"allOf": [extended, {"properties": {"lives": {"type": "integer"}, "of": extended}, "required": ["lives"]}]}
    dog = {"type": "object", "allOf": [extended, {"properties": {"barks": {"type": "boolean"}}}]}
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": extended}}}},
        components={"schemas": {"Pet": base, "Cat": cat, "Dog": dog}},
    )

    def wrong(body):
        return [(problem.at, problem.code) for problem in check(tool.form, {"body": body})]

    assert wrong({"kind": "cat", "lives": 3, "of": {"kind": "dog", "barks": True}}) == []
    assert wrong({"kind": "cat"}) == [("/body/lives", "required")]
    assert wrong({"kind": "cat", "lives": 3, "of": {"kind": "dog", "barks": 1}}) == [("/body/of/barks", "type")]
    assert wrong({"kind": "cow"}) == [("/body/kind", "enum")]


def test_a_base_without_a_mapping_is_a_choice_of_the_schemas_that_extend_it():
    base = {
        "type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind"},
    }  # fmt: skip
    pet, cat = {"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Cat"}
    schemas = {
        "Pet": base,
        "Cat": {"allOf": [pet, {"properties": {"lives": {"type": "integer"}}, "required": ["lives"]}]},
        "Kitten": {"allOf": [cat, {"properties": {"of": pet}}]},
        "Rock": {"type": "object"},
    }
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": pet}}}}, components={"schemas": schemas}
    )

    def wrong(body):
        return [(problem.at, problem.code) for problem in check(tool.form, {"body": body})]

    assert (
        wrong({"kind": "Cat", "lives": 3})
        == wrong({"kind": "Kitten", "lives": 3, "of": {"kind": "Cat", "lives": 1}})
        == []
    )
    assert wrong({"kind": "Cat"}) == [("/body/lives", "required")]
    assert wrong({"kind": "Rock"}) == [("/body/kind", "enum")]


def test_titles_that_fastapi_makes_of_ids_are_left_out():
    def titled(title):
        return {"application/json": {"schema": {"title": title, "type": "object"}}}

    tool = operation({
        "operationId": "add_pet_pets_post", "requestBody": {"content": titled("Body_add_pet_pets_post")},
        "responses": {"200": {"content": titled("Response Add Pet Pets Post")}, "201": {"content": titled("Response")}},
    })  # fmt: skip
    [body] = tool.form.schema["properties"]["body"]["allOf"]

    assert "title" not in body
    assert ["title" in reply.content["application/json"] for reply in tool.call.operation.replies] == [False, True]


def test_schemas_that_hold_themselves_and_strange_names_are_defined_once():
    tree = {
        "type": "object",
        "properties": {"next": {"$ref": "#/components/schemas/a~1b"}, "own": {"$ref": "#/paths/~1a/x"}},
    }
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/a~1b"}}}}},
        components={"schemas": {"a/b": tree, "unused": {"type": "string"}}},
    )

    assert list(tool.form.schema["$defs"]) == ["a/b"]
    assert check(tool.form, {"body": {"next": {"next": {}}}}) == []
