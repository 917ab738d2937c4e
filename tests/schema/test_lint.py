"""Warnings for the author of a schema, before anyone sees the form."""

from __future__ import annotations

import pytest

from webform.schema import read_schema


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"properties": {"a": {"type": "number", "default": "x"}}}, [("/properties/a/default", "bad-default")]),
        ({"properties": {"a": {"type": "number", "default": None}}}, []),
        ({"$defs": {"n": {"minimum": 2}}, "properties": {"a": {"$ref": "#/$defs/n", "default": 1}}},
         [("/properties/a/default", "bad-default")]),
        ({"properties": {"a": {"type": "string", "examples": ["x", 1]}}}, [("/properties/a/examples/1", "bad-example")]),
        ({"properties": {"a": False, "b": True}}, [("/properties/a", "never-shown"), ("/properties/b", "any-value")]),
        ({"properties": {"a": {"title": "A"}, "b": {"type": "array", "items": {}}, "c": {"type": "string", "enum": [1]}}},
         [("/properties/a", "any-value"), ("/properties/c", "any-value"), ("/properties/b/items", "any-value")]),
        ({"if": {"required": ["b"]}, "then": {"properties": {"a": False}}}, []),
        ({"oneOf": [{"type": "string"}, {"type": "string"}]}, [("/oneOf/1", "same-alternative")]),
        ({"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}},
                    {"type": "object", "properties": {"a": {"type": "string", "minLength": 2}}}]},
         [("/anyOf/1", "alternatives-alike")]),
        ({"oneOf": [{"type": "object", "properties": {"k": {"const": 1}}}, {"type": "object", "properties": {"k": {"const": 2}}}]}, []),
        ({"oneOf": [{"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]},
                    {"type": "object", "properties": {"b": {"type": "null"}}, "required": ["b"]}]}, []),
        ({"oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}},
                    {"type": "object", "properties": {"a": {"type": "number"}}}]}, []),
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "default": "x"}, []),
        ({"properties": {"a": {"type": "string", "description": "x" * 10_001}, "b": {"type": "string", "description": "x"}}},
         [("/properties/a/description", "long-description")]),
    ],
)  # fmt: skip
def test_what_is_odd_is_said_where_it_stands(schema, found):
    _, problems = read_schema(schema, written=True)

    assert [(problem.at, problem.code) for problem in problems] == found
    assert {problem.severity for problem in problems} <= {"warning"}
