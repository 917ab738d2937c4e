"""Problems for the author of a schema, before anyone sees the form."""

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
         [("/properties/c/enum", "unfit-values"), ("/properties/a", "any-value"), ("/properties/b/items", "any-value")]),
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
        ({"properties": {"a": {"type": "string", "maxlength": 5, "max_Length": 5}, "b": {"type": "array", "itmes": {}}}},
         [("/properties/a/maxlength", "unknown-keyword"), ("/properties/a/max_Length", "unknown-keyword"),
          ("/properties/b/itmes", "unknown-keyword")]),
        ({"type": "object", "example": {}, "x-titel": "T", "nullable": True, "enumNames": [], "unit": "m", "label": "L",
          "comment": "c", "maxItem": "many", "title": "T", "titel": "T", "ui:title": "T"}, []),
        ({"properties": {"email": {"type": "string"}}, "required": ["emial", "other"]},
         [("/required/0", "undeclared-required"), ("/required/1", "undeclared-required")]),
        ({"properties": {"a": {"type": "string"}}, "required": ["b"], "additionalProperties": {"type": "string"}}, []),
        ({"properties": {"a": {"type": "string"}}, "required": ["b"], "patternProperties": {"^b": {"type": "string"}}}, []),
        ({"properties": {"a": {"type": "string"}}, "anyOf": [{"properties": {"a": {"minLength": 1}}, "required": ["b"]},
                                                           {"required": ["c"]}]}, []),
        ({"$defs": {"base": {"properties": {"name": {"type": "string"}}, "required": ["kind", "nmae"]}}},
         [("/$defs/base/required/1", "undeclared-required")]),
        ({"properties": {"a": {"not": {}}}}, [("/properties/a", "never-shown")]),
    ],
)  # fmt: skip
def test_what_is_odd_is_said_where_it_stands(schema, found):
    _, problems = read_schema(schema, written=True)

    assert [(problem.at, problem.code) for problem in problems] == found
    assert {problem.severity for problem in problems if problem.code != "unfit-values"} <= {"warning"}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"type": "string", "minLength": 5, "maxLength": 3}, [("/minLength", "min-above-max")]),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 1}, [("/minItems", "min-above-max")]),
        ({"type": "number", "minimum": 5, "exclusiveMaximum": 5}, [("/minimum", "min-above-max")]),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 5, "maximum": 5,
          "exclusiveMaximum": True}, [("/$schema", "old-dialect")]),
        ({"enum": ["a", "b"], "const": "c"}, [("/const", "unfit-values")]),
        ({"enum": [1, 2], "const": 1.0}, []),
        ({"type": "string", "enum": ["a", "b"], "pattern": "^x"}, [("/enum", "unfit-values")]),
        ({"type": "string", "enum": ["a", "x"], "pattern": "^x"}, []),
        ({"type": "string", "enum": [1, 2]}, [("/enum", "unfit-values")]),
        ({"type": "string", "const": 1}, [("/const", "unfit-values")]),
        ({"type": "string", "enum": ["a"], "not": {"const": "a"}}, [("/enum", "unfit-values")]),
        ({"enum": []}, [("/enum", "unfit-values")]),
        ({"not": {}}, [("/not", "excludes-all")]),
        ({"type": "integer", "not": {"type": "number"}}, [("/not", "excludes-all")]),
        ({"type": "number", "not": {"type": "integer"}}, []),
        ({"properties": {"a": {"type": "string"}}, "required": ["b"], "additionalProperties": False},
         [("/required/0", "undeclared-required")]),
        ({"type": "string", "if": {"minLength": 1}, "then": {"not": {}}}, []),
    ],
)  # fmt: skip
def test_what_leaves_no_value_is_an_error(schema, found):
    _, problems = read_schema(schema, written=True)

    assert [(problem.at, problem.code) for problem in problems] == found
    assert {problem.severity for problem in problems if problem.code != "old-dialect"} <= {"error"}
