"""Which input a part of a schema gets, line by line of the list."""

from __future__ import annotations

import pytest

from tests.schema.test_lossless import assert_comes_back
from webform.schema import CONTROLS, read_schema
from webform.schema.controls import MAX_PROPERTIES

RANGE = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number", "minimum": 0, "maximum": 9}}
PAIR = {"type": "number", "minimum": 0, "maximum": 9}


@pytest.mark.parametrize(
    ("schema", "type_", "value"),
    [
        ({"const": {"a": 1}}, "constant", {"a": 1}),
        ({"enum": [5]}, "constant", 5),
        ({"type": "null"}, "constant", None),
        ({"enum": ["a", 1, None, [2]]}, "select", [2]),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}]}, "select", 1),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, "select", None),
        ({"type": "boolean"}, "checkbox", False),
        ({"type": "integer", "minimum": 1}, "number", 3.0),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number", None),
        ({"type": ["string", "null"]}, "text", None),
        ({"type": "string", "format": "data-url"}, "file", "data:text/plain;base64,YQ=="),
        ({"type": "string", "format": "date"}, "date", "tomorrow"),
        ({"type": "string", "format": "time"}, "time", "10:00:00Z"),
        ({"type": "string", "format": "date-time"}, "datetime", "2026-01-31T09:30:00+01:00"),
        ({"type": "string", "contentMediaType": "text/markdown"}, "markdown", "# a\n"),
        ({"type": "string", "contentMediaType": "application/json"}, "code", "{}"),
        ({"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}, "file", "iVBORw=="),
        ({"type": "string", "contentEncoding": "base64", "contentMediaType": "x"}, "file", "data:,%"),
        ({"type": "string", "contentEncoding": "base64"}, "text", "YQ=="),
        ({"type": "string", "maxLength": 500}, "textarea", "a\nb"),
        ({"type": "string", "pattern": "^a"}, "text", "a\nb"),
        ({"type": "array", "uniqueItems": True, "items": {"enum": ["a", "b"]}}, "multiselect", ["b", "a"]),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "multiselect", ["b", "a", "b", "b"]),
        ({"type": "array", "items": {"enum": [1, "1", None]}}, "multiselect", [None, 1, "1", 1]),
        (RANGE, "slider", [9, 1.5]),
        ({"type": "array", "prefixItems": [PAIR, PAIR], "items": False, "minItems": 2}, "slider", [1, 2]),
        ({"type": "array", "items": {"type": "string"}}, "tags", ["a", "b c"]),
        ({"type": "array", "items": {"type": "number"}}, "list", [1]),
        ({"type": "array"}, "list", [1, "a", None]),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "mapping", {"a": 1}),
        ({"type": "object", "properties": {"a": {}}}, "object", {"a": [1], "b": 2}),
        ({"type": ["string", "number"]}, "union", 4),
        ({"anyOf": [{"type": "array"}, {"type": "object"}]}, "union", {}),
        ({}, "unknown", [{"a": None}]),
        (True, "unknown", "x"),
    ],
    ids=str,
)
def test_a_part_gets_its_input_and_gives_its_value_back(schema, type_, value):
    form, problems = read_schema({"type": "object", "properties": {"it": schema}})

    assert (form.root.by_key["it"].type, problems) == (type_, [])
    assert_comes_back({"type": "object", "properties": {"it": schema}}, {"it": value})


def test_a_secret_is_never_shown_again():
    form, _ = read_schema({"type": "object", "properties": {"a": {"type": "string", "writeOnly": True}}})

    assert form.root.by_key["a"].type == "password"


def test_every_variant_is_taken_by_the_last_line():
    assert CONTROLS[-1].takes(None)


def test_what_a_draft_does_not_know_may_be_anything():
    part = {"type": "string", "contentMediaType": {}}
    form, problems = read_schema({"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": part}})

    assert (form.root.by_key["a"].type, [each.code for each in problems]) == ("text", ["old-dialect"])


def test_annotations_are_shown():
    form, _ = read_schema(
        {
            "properties": {
                "a": {"type": "string", "title": "A", "description": "*b*", "deprecated": True, "readOnly": True}
            }
        }
    )
    given = form.root.by_key["a"]

    assert (given.label, given.description, given.notes) == ("A", "*b*", ("Deprecated", "Read only"))


def test_an_object_of_more_properties_than_a_page_can_show_is_json_and_that_is_said():
    many = {"properties": {f"k{index}": {"type": "string"} for index in range(MAX_PROPERTIES + 1)}}
    whole, problems = read_schema({"type": "object"} | many)
    part, _ = read_schema({"properties": {"a": {"type": "object"} | many}})

    assert (whole.root.type, part.root.by_key["a"].type) == ("json", "json")
    assert [(each.at, each.code) for each in problems] == [("/properties", "too-many-properties")]


def test_as_many_as_it_can_show_have_their_controls():
    form, problems = read_schema({"properties": {f"k{index}": {"type": "string"} for index in range(MAX_PROPERTIES)}})

    assert (len(form.root.by_key), problems) == (MAX_PROPERTIES, [])
