"""Mistakes in field maps: each said with its place, none at the cost of the form."""

from __future__ import annotations

import pytest

import webform
from tests.dialects.test_field_maps import BARE, form_of, told
from webform.problems import DeclarationError
from webform.tool import Price

ONE_OF = "Expected one of the types string, number, boolean, array, object"
MISTAKES = [
    ({"typ": "string"}, "warning", "/typ", "unknown-key", 'A field has no "typ"; did you mean "type"?'),
    ({"typ": "string"}, "error", "", "missing-type", f"{ONE_OF}; add it"),
    ({"type": None}, "error", "", "missing-type", f"{ONE_OF}; add it"),
    ({"type": "sting"}, "error", "/type", "unknown-type", f'{ONE_OF}, not "sting"; did you mean "string"?'),
    ({"type": "xxx"}, "error", "/type", "unknown-type", f'{ONE_OF}, not "xxx"'),
    ({"type": ["string"]}, "error", "/type", "unknown-type", f'{ONE_OF}, not ["string"]'),
    (
        {"type": "string", "maxLenght": 5},
        "warning",
        "/maxLenght",
        "unknown-key",
        'A field has no "maxLenght"; did you mean "maxLength"?',
    ),
    ({"type": "array", "items": {}}, "warning", "/items", "unknown-key", 'A field has no "items"; leave it out'),
    ("string", "error", "", "wrong-type", 'Expected a field such as {"type": "string"}, not "string"'),
    (None, "error", "", "wrong-type", 'Expected a field such as {"type": "string"}, not null'),
    ({"type": "string", "required": "yes"}, "error", "/required", "wrong-type", 'Expected true or false, not "yes"'),
    ({"type": "string", "description": 5}, "error", "/description", "wrong-type", "Expected a text, not 5"),
    ({"type": "number", "min": "1"}, "error", "/min", "wrong-type", 'Expected a number, not "1"'),
    ({"type": "number", "max": True}, "error", "/max", "wrong-type", "Expected a number, not true"),
    (
        {"type": "string", "minLength": -1},
        "error",
        "/minLength",
        "wrong-type",
        "Expected a whole number of 0 or more, not -1",
    ),
    ({"type": "string", "enum": []}, "error", "/enum", "wrong-type", "Expected a list of values, not []"),
    ({"type": "string", "enum": "a"}, "error", "/enum", "wrong-type", 'Expected a list of values, not "a"'),
    ({"type": "string", "enum": ["a", 1]}, "error", "/enum/1", "wrong-type", "Expected a text, not 1"),
    ({"type": "number", "enum": [True]}, "error", "/enum/0", "wrong-type", "Expected a number, not true"),
    (
        {"type": "number", "min": 5, "max": 1},
        "error",
        "/min",
        "min-above-max",
        "Expected min of at most max, not 5 above 1; swap them",
    ),
    (
        {"type": "string", "minLength": 5, "maxLength": 1},
        "error",
        "/minLength",
        "min-above-max",
        "Expected minLength of at most maxLength, not 5 above 1; swap them",
    ),
    (
        {"type": "string", "min": 3},
        "warning",
        "/min",
        "not-for-type",
        "min is for the type number, and this is string; leave it out",
    ),
    (
        {"type": "boolean", "enum": [True]},
        "warning",
        "/enum",
        "not-for-type",
        "enum is for the type string or number, and this is boolean; leave it out",
    ),
    (
        {"type": "number", "default": "5"},
        "error",
        "/default",
        "bad-default",
        "The default does not fit: Enter a number",
    ),
    (
        {"type": "number", "max": 4, "default": 5},
        "error",
        "/default",
        "bad-default",
        "The default does not fit: Must be 4 or less",
    ),
    (
        {"type": "string", "enum": ["a"], "default": "b"},
        "error",
        "/default",
        "bad-default",
        'The default does not fit: Must be one of "a"',
    ),
]


@pytest.mark.parametrize("schema", ["input_schema", "output_schema"])
@pytest.mark.parametrize(("field", "severity", "at", "code", "message"), MISTAKES, ids=str)
def test_a_mistake_in_a_field_is_said_at_its_place(schema, field, severity, at, code, message):
    document = {"input_schema": {}, "output_schema": {}} | {schema: {"a/b": field}}

    assert (severity, f"/{schema}/a~1b{at}", code, message) in told(document)


@pytest.mark.parametrize("field", [each[0] for each in MISTAKES], ids=str)
def test_a_bad_field_costs_neither_itself_nor_the_others(field):
    form = form_of({"bad": field, "good": {"type": "number"}})

    assert [each.key for each in form.inputs] == ["bad", "good"]
    assert [each.at for each in webform.check(form, {"good": "x"})] == ["/good"]


@pytest.mark.parametrize("field", [{}, {"type": "xxx"}, {"type": 5, "min": 3}, "string", None, 5])
def test_a_field_whose_type_cannot_be_read_takes_any_value(field):
    form = form_of({"x": field})

    for value in (None, 0, "a", True, [], {"a": 1}):
        assert webform.check(form, {"x": value}) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ({"type": "number", "min": 5, "max": 1}, 3),
        ({"type": "string", "minLength": 5, "maxLength": 1}, "abc"),
        ({"type": "number", "min": "1"}, -3),
        ({"type": "string", "enum": [1, 2]}, "anything"),
        ({"type": "string", "enum": ["a", 1]}, "a"),
        ({"type": "boolean", "enum": [True]}, False),
        ({"type": "string", "required": "yes"}, ...),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_field_holds_nobody_up(field, value):
    form = form_of({"x": field})

    assert webform.check(form, {} if value is ... else {"x": value}) == []


def test_a_default_that_does_not_fit_is_none():
    form = form_of({"n": {"type": "number", "max": 4, "default": 5}})

    assert (webform.coerce(form, {}), form.schema["properties"]["n"].get("default", {})) == ({}, {})


def test_a_default_of_null_is_none():
    assert told({"input_schema": {"n": {"type": "number", "default": None}}, "output_schema": {}}) == []


@pytest.mark.parametrize(
    ("change", "severity", "at", "code", "message"),
    [
        (
            {"input_schema": None},
            "error",
            "",
            "missing-input_schema",
            'Expected input_schema: a map of fields, {"NAME": {"type": …}}; add it',
        ),
        (
            {"output_schema": None},
            "warning",
            "",
            "missing-output_schema",
            'Expected output_schema: a map of fields, {"NAME": {"type": …}}; add it',
        ),
        (
            {"input_schema": [1]},
            "error",
            "/input_schema",
            "wrong-type",
            'Expected a map of fields, {"NAME": {"type": …}}, not [1]',
        ),
        (
            {"input_schema": {"type": "object"}},
            "error",
            "/input_schema",
            "wrong-type",
            'Expected a map of fields, {"NAME": {"type": …}}, not {"type": "object"}',
        ),
        ({"pricing": "free"}, "error", "/pricing", "wrong-type", 'Expected an object, not "free"'),
        (
            {"pricing": {"model": "per_hour", "amount": "1", "currency": "USDC"}},
            "error",
            "/pricing/model",
            "wrong-type",
            'Expected one of per_job, per_day, per_month, free, not "per_hour"',
        ),
        (
            {"pricing": {"model": "per_job", "currency": "USDC"}},
            "error",
            "/pricing",
            "missing-amount",
            'Expected amount: an amount, a text such as "0.05"; add it',
        ),
        (
            {"pricing": {"model": "per_job", "amount": "5 $", "currency": "USDC"}},
            "error",
            "/pricing/amount",
            "wrong-type",
            'Expected an amount, a text such as "0.05", not "5 $"',
        ),
        (
            {"pricing": {"model": "free", "modle": "free"}},
            "warning",
            "/pricing/modle",
            "unknown-key",
            'Pricing has no "modle"; did you mean "model"?',
        ),
        ({"permissions": {}}, "error", "/permissions", "wrong-type", "Expected a list of permissions, not {}"),
        (
            {"permissions": [{"reason": "why"}]},
            "error",
            "/permissions/0",
            "wrong-type",
            'Expected a permission, {"type": …, "reason": …}, not {"reason": "why"}',
        ),
        (
            {"inputschema": {}},
            "warning",
            "/inputschema",
            "unknown-key",
            'A capability has no "inputschema"; did you mean "input_schema"?',
        ),
    ],
    ids=str,
)
def test_a_mistake_in_a_capability_is_said_at_its_place(change, severity, at, code, message):
    capability = {"description": "D", "input_schema": {}, "output_schema": {}} | change
    document = {"milkyway_version": "1.0", "capabilities": {"a/b": capability, "good": BARE}}

    assert [(severity, f"/capabilities/a~1b{at}", code, message)] == told(document)
    assert [tool.name for tool in webform.load(document)] == ["a/b", "good"]


@pytest.mark.parametrize(
    ("document", "severity", "at", "code", "message"),
    [
        ({"capabilities": {}}, "error", "/capabilities", "wrong-type", "Expected at least one capability, not {}"),
        (
            {"capabilities": {"a": 5}},
            "error",
            "/capabilities/a",
            "wrong-type",
            'Expected a capability, {"input_schema": …, "output_schema": …}, not 5',
        ),
        (
            {"nmae": "N", "capabilities": {"a": BARE}},
            "warning",
            "/nmae",
            "unknown-key",
            'An agent.json has no "nmae"; did you mean "name"?',
        ),
        (
            {"milkyway_version": "2.0", "capabilities": {"a": BARE}},
            "warning",
            "/milkyway_version",
            "unknown-version",
            'Expected version 1.0, not "2.0"; it is read as 1.0',
        ),
        (
            {"max_deadline_seconds": 0, "capabilities": {"a": BARE}},
            "error",
            "/max_deadline_seconds",
            "wrong-type",
            "Expected a number of seconds, not 0",
        ),
        (
            {"capabilities": ["a", 5], **BARE},
            "error",
            "/capabilities/1",
            "wrong-type",
            "Expected the name of a capability, a text, not 5",
        ),
        (
            {"capabilities": ["a"], "input_schema": {}},
            "warning",
            "",
            "missing-output_schema",
            'Expected output_schema: a map of fields, {"NAME": {"type": …}}; add it',
        ),
    ],
    ids=str,
)
def test_a_mistake_in_an_agent_is_said_at_its_place(document, severity, at, code, message):
    document = {"milkyway_version": "1.0", "name": "N"} | document

    assert [(severity, at, code, message)] == told(document)


def test_all_mistakes_are_said_at_once_with_line_and_column():
    text = """{
  "milkyway_version": "1.0",
  "capabilities": {
    "a": {"input_schema": {"x": {"type": "nubmer", "mni": 1}}, "output_schema": {}},
    "b": {"input_schema": {"y": {"type": "number", "min": 2, "max": 1}}, "output_schema": {"z": {}}}
  }
}"""
    problems = webform.lint(text)

    assert [(each.at, each.line) for each in problems] == [
        ("/capabilities/a/input_schema/x/type", 4),
        ("/capabilities/a/input_schema/x/mni", 4),
        ("/capabilities/b/input_schema/y/min", 5),
        ("/capabilities/b/output_schema/z", 5),
    ]
    assert [problems[0].column, problems[1].column] == [42, 52]


def test_a_capability_without_a_usable_map_takes_any_object():
    form = webform.load({"milkyway_version": "1.0", "capabilities": {"a": {"output_schema": {}}}})[0].form

    assert webform.check(form, {"anything": [1]}) == []
    assert webform.coerce(form, {"anything": "42"}) == {"anything": "42"}


def test_a_price_that_is_a_number_is_said_and_shown():
    pricing = {"model": "per_job", "amount": 0.05, "currency": "USDC"}
    tool = webform.load({"milkyway_version": "1.0", "capabilities": {"a": {**BARE, "pricing": pricing}}})[0]

    assert Price(model="per_job", amount="0.05", currency="USDC") == tool.price
    assert [each.at for each in tool.problems] == ["/capabilities/a/pricing/amount"]


@pytest.mark.parametrize("value", [None, 5, "null", [], [1], True])
def test_what_is_no_object_is_no_field_map(value):
    with pytest.raises(DeclarationError, match="Expected a map of fields"):
        webform.load(value, "field-maps")
