"""The effort of checking: looks at parts of values, counted without the engine."""

from __future__ import annotations

import pytest

from webform.effort import COUNTLESS, Effort

TREE = {"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}
TWICE = {"anyOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}]}
DEPTH = 60
DEEP: dict = {}
for _ in range(DEPTH):
    DEEP = {"a": DEEP}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (True, 1, 1),
        ({"type": "string"}, "a", 1),
        ({"properties": {"a": {"type": "string"}}}, {"a": 1, "b": 2}, 2),
        ({"additionalProperties": {}}, {"a": 1, "b": 2}, 3),
        ({"items": {}}, [1, 2, 3], 4),
        ({"items": [{}, {}], "additionalItems": {}}, [1, 2, 3], 6),
        ({"prefixItems": [{}], "items": {}}, [1, 2], 4),
        ({"allOf": [{}, {}], "not": {}, "if": {}}, 1, 5),
        ({"dependentSchemas": {"a": {}}}, {}, 2),
        ({"$defs": {"x": {"$anchor": "y", "items": {}}}, "$ref": "#y"}, [1], 3),
        ({"$id": "https://example.com/a", "$defs": {"x": {"$id": "b", "items": {}}}, "$ref": "b"}, [1], 3),
        ({"properties": {"a/b": {"items": {}}}, "additionalProperties": {"$ref": "#/properties/a~1b"}}, {"c": [1]}, 4),
        ({"unevaluatedProperties": False, "allOf": [{"properties": {"a": {}}}]}, {"a": 1, "b": 1}, 12),
        # What is at a level is copied by the reference and by what it leads to.
        (TREE, DEEP, 2 * DEPTH + 1 + 2 * sum(size // 20 for size in range(DEPTH)) + DEPTH // 20),
        (TWICE, DEEP, COUNTLESS),
        ({"$ref": "#/$defs/none"}, 1, COUNTLESS),
        ({"$ref": "https://example.com/none"}, 1, 2),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, 1, COUNTLESS),
        ({"$ref": "http://json-schema.org/draft-04/schema#/definitions/positiveInteger"}, 1, 2),
        ({"items": {"enum": [*range(9)]}}, [0, 1], 3),
        ({"items": {"enum": [*range(9)] * 100, "const": {"a": [0] * 100}}}, [0, 1], 3 + 2 * 50),
        ({"enum": ["a" * 10**6]}, "a", 1 + 50),
        ({"not": {"enum": [*range(100)]}}, 1, 2 + 5 + 5),
        ({"items": {"pattern": "a" * 100_000}}, ["b"], 2 + 5),
        ({"required": ["a", "b"]}, {}, 1 + 2),
        ({"allOf": [{}, {}]}, [0] * 100, 3 + 3 * 5),
        ({"pattern": "^a+$"}, "a" * 100, 1),
        ({"pattern": "(?=a)"}, "ab", 1 + 4),
        ({"pattern": "(?=a)"}, "a" * 10**6, COUNTLESS),
        ({"patternProperties": {"(?=a)": {}}}, {"ab": 1}, 1 + 4 + 1),
        ({"propertyNames": {"pattern": "(?=a)"}}, {"ab": 1}, 1 + 1 + 4),
        ({"propertyNames": {"pattern": "(?=a)"}}, {"a" * 10**6: 1}, COUNTLESS),
    ],
)
def test_looks_are_counted(schema, value, expected):
    assert Effort(schema).count(value, schema) == expected


@pytest.mark.parametrize(
    ("schema", "recursive", "at_once"),
    [
        ({"properties": {"a": {"allOf": [{}, {}]}}}, False, 1),
        (TREE, True, 1),
        (TWICE, True, 3),
        ({"unevaluatedProperties": False, "allOf": [{}]}, True, 2),
        ({"pattern": "(?!a)"}, True, 1),
        ({"propertyNames": {"pattern": "(?!a)"}}, True, 1),
        ({"$ref": "#/$defs/none"}, True, 0),
    ],
)
def test_what_depends_on_the_value_is_known_before(schema, recursive, at_once):
    assert (Effort(schema).recursive, Effort(schema).at_once) == (recursive, at_once)


def test_few_looks_are_not_counted_one_by_one():
    effort = Effort({"properties": {"a": {"type": "string"}}})

    assert effort.looks({"a": 1}, 100) == 2 * 2
    assert effort.looks({"b": [1] * 99}, 100) == 1 + 5
