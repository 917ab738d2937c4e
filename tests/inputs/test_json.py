"""json: any JSON value, written as JSON."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

import webform
from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
COUNT = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}


def test_its_options_are_read():
    assert One("json", schema=COUNT).input.schema == COUNT


@pytest.mark.parametrize(
    "value",
    [{}, [], None, "", "a\r\n\x00\ud800\x85", 0, False, 1.0, 2**70, 1e-300, {"": {"a": [None, {}]}, "__proto__": 1}],
    ids=repr,
)
def test_a_value_comes_back_as_it_was(value):
    one = One("json")
    came_back, problems = one.posted(one.sends(value))

    assert ([], json.dumps(value)) == (problems, json.dumps(came_back))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, REQUIRED)),
        ({"required": False}, (ABSENT, [])),
        ({"default": {}}, (ABSENT, REQUIRED)),
        ({"default": {}, "required": False}, (ABSENT, [])),
    ],
)
def test_blank_is_absent(options, expected):
    assert expected == One("json", **options).blank()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[1,]",
            Phrase(
                "not-json",
                {"fault": Phrase("json.at", {"fault": Phrase("json.trailing-comma"), "line": 1, "column": 3})},
            ),
        ),
        (
            "{'a': 1}",
            Phrase(
                "not-json",
                {"fault": Phrase("json.at", {"fault": Phrase("json.single-quotes"), "line": 1, "column": 2})},
            ),
        ),
        ("NaN", Phrase("not-json", {"fault": Phrase("json.not-finite", {"number": "NaN"})})),
        ("1e400", Phrase("not-json", {"fault": Phrase("json.too-large", {"number": "1e400"})})),
        ("9" * 5000, Phrase("not-json", {"fault": Phrase("json.too-long", {"length": 5000, "limit": 4000})})),
        ("[" * 300 + "]" * 300, Phrase("not-json", {"fault": Phrase("json.too-deep", {"limit": 256})})),
        (
            "1 2",
            Phrase(
                "not-json",
                {
                    "fault": Phrase(
                        "json.at",
                        {
                            "fault": Phrase("json.found", {"expected": Phrase("json.end"), "found": "2"}),
                            "line": 1,
                            "column": 3,
                        },
                    )
                },
            ),
        ),
    ],
)
def test_what_is_no_json_is_said_with_its_place(text, message):
    assert (ABSENT, [("", message)]) == One("json").post({"": text})


def test_its_schema_is_the_authors_with_an_id_of_its_own():
    assert One("json", schema=COUNT).input.value_schema() == {"$id": "urn:webform:input:78", **COUNT}


@pytest.mark.parametrize(("schema", "expected"), [(None, {}), (True, {}), (False, {"not": {}})])
def test_without_one_it_takes_anything_or_nothing(schema, expected):
    assert expected == One("json", schema=schema).input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {}),
        ({"default": [1]}, [1]),
        ({"default": None}, {}),
        ({"required": False}, ABSENT),
        ({"schema": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 5}}}, [5, 5]),
        ({"schema": {"type": "string", "minLength": 2.0}}, "aa"),
        ({"schema": {"enum": ["a", "b"]}}, "a"),
        ({"schema": {"anyOf": [{"type": "null"}, {"type": "object"}]}}, {}),
        ({"schema": {"$ref": "#/$defs/a", "$defs": {"a": {"const": 7}}}}, 7),
        ({"schema": {"allOf": [{"type": "string"}, {"minLength": 1}]}}, "a"),
        ({"schema": {"type": "integer", "exclusiveMinimum": 3, "multipleOf": 5}}, 5),
        (
            {"schema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "number", "maximum": -1}}}},
            {"n": -1},
        ),
    ],
)
def test_its_sample_is_the_least_value_its_schema_takes(options, expected):
    assert expected == One("json", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"n": 1}, []),
        ({"n": "1"}, [("/n", Phrase("type.typed", {"type": Phrase("kind.integer")}))]),
        ({"nn": 1}, [("/nn", Phrase("unknown-key", {"name": "nn", "near": "n"}))]),
        ([], [("", Phrase("type", {"type": Phrase("kind.object")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said_at_its_place(value, wrong):
    assert wrong == One("json", schema=COUNT).wrong(value)


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"type": 5}, ""),
        ({"pattern": "["}, ""),
        ({"pattern": "(?(1)a)b"}, '"(?(1)a)b" is not a "regex"'),
        ({"$ref": "#/$defs/none"}, "Pointer '/$defs/none' does not exist"),
        ({"$ref": "https://example.com/x.json"}, ""),
        ({"$schema": "https://example.com/none"}, ""),
    ],
)
def test_a_schema_that_cannot_be_used_is_said_and_not_used(schema, why):
    one = One("json", schema=schema)
    ((at, phrase),) = one.found_problems

    assert (at, one.input.schema, one.wrong(5)) == ("/schema", None, [])
    assert phrase.key == "bad-schema"
    assert str(phrase.params["reason"]).startswith(why)


def test_what_is_no_schema_is_said():
    expected_problems = [("/schema", Phrase("wrong-type", {"expected": Phrase("kind.schema"), "found": "[]"}))]

    assert expected_problems == One("json", schema=[]).found_problems


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"$schema": DRAFT_07, "$ref": "#/definitions/a", "definitions": {"a": {"const": 1}}}, 2),
        ({"$schema": DRAFT_07, "items": [{"const": 1}], "additionalItems": False}, [2]),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 3, "exclusiveMinimum": True}, 3),
        ({"$id": "urn:same", "$ref": "#/$defs/a", "$defs": {"a": {"const": 1}}}, 2),
    ],
)  # fmt: skip
def test_a_schema_of_another_draft_or_id_is_checked_as_what_it_is(schema, value):
    other = {"key": "y", "type": "json", "label": "Y", "schema": {"$id": "urn:same", "$defs": {"a": {"const": 2}}}}
    form = webform.load([{"key": "x", "type": "json", "label": "X", "schema": schema}, other])[0].form

    assert [problem.at[:2] for problem in webform.check(form, {"x": value, "y": value})] == ["/x"]
    jsonschema_rs.validator_for(form.schema, offline=True)
