"""One authority: what the check says of a value is what another engine says of it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry

import webform
from tests.schema.drawn import PAIRS, VALUES
from webform.schema import read_schema


@pytest.mark.slow
@settings(max_examples=200)
@given(PAIRS, VALUES)
def test_the_verdict_is_that_of_another_engine(pair, other):
    schema, value = pair
    form, _ = read_schema(schema)
    assume(form.sound == schema)
    oracle = Draft202012Validator(schema, registry=Registry())

    for instance in (value, other):
        assert (webform.check(form, instance) == []) == oracle.is_valid(instance), (
            instance,
            webform.check(form, instance),
        )


@pytest.mark.parametrize(
    ("schema", "valid", "wrong"),
    [
        (
            {"items": [{"type": "string"}, {"type": "number"}], "additionalItems": False},
            [["a", 1], ["a"], 5],
            [[1], ["a", 1, 2]],
        ),
        ({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}, [{}, {"a": 1, "b": 1}], [{"a": 1}, {"c": 1}]),
        ({"$ref": "#/definitions/n", "maximum": 3, "definitions": {"n": {"type": "number"}}}, [5, 1], ["x"]),
        ({"definitions": {"n": {"$id": "#n", "type": "null"}}, "$ref": "#n"}, [None], [1]),
        ({"if": {"type": "number"}, "then": {"minimum": 2}, "else": {"type": "string"}}, [2, "a"], [1, None]),
        ({"contains": {"const": 1}}, [[1, 2], 3], [[], [2]]),
        ({"propertyNames": {"pattern": "^a"}}, [{"ab": 1}], [{"b": 1}]),
        ({"type": "string", "format": "date"}, ["2026-02-31", "soon"], [1]),
        ({"type": "string", "contentEncoding": "base64", "contentMediaType": "application/json"}, ["%", "{"], [1]),
    ],
)
def test_draft_7_is_checked_as_draft_7(schema, valid, wrong):
    declared = {"$schema": "http://json-schema.org/draft-07/schema#", **schema}
    form, problems = read_schema(declared)
    oracle = Draft7Validator(declared, registry=Registry())

    assert problems == []
    assert [(webform.check(form, instance) == [], oracle.is_valid(instance)) for instance in valid] == [
        (True, True)
    ] * len(valid)
    assert [(webform.check(form, instance) == [], oracle.is_valid(instance)) for instance in wrong] == [
        (False, False)
    ] * len(wrong)
