"""Mistakes in field maps: each said with its place, none at the cost of the form."""

from __future__ import annotations

import pytest

import webform
from tests.dialects.test_field_maps import BARE, form_of, lint_problems
from tests.phrases import unknown, wrong
from webform.dialects.fields import TYPES
from webform.messages import Phrase
from webform.problems import DeclarationError
from webform.tool import Price

TYPES_OF_FIELDS = tuple(TYPES)
MISTAKES = [
    (
        {"typ": "string"},
        "warning",
        "/typ",
        "unknown-key",
        unknown("field", "typ", "type"),
    ),
    ({"typ": "string"}, "error", "", "missing-type", Phrase("missing-type.field", {"types": TYPES_OF_FIELDS})),
    ({"type": None}, "error", "", "missing-type", Phrase("missing-type.field", {"types": TYPES_OF_FIELDS})),
    (
        {"type": "sting"},
        "error",
        "/type",
        "unknown-type",
        Phrase("unknown-type.field", {"near": "string", "types": TYPES_OF_FIELDS, "found": '"sting"'}),
    ),
    (
        {"type": "xxx"},
        "error",
        "/type",
        "unknown-type",
        Phrase("unknown-type.field", {"near": "", "types": TYPES_OF_FIELDS, "found": '"xxx"'}),
    ),
    (
        {"type": ["string"]},
        "error",
        "/type",
        "unknown-type",
        Phrase("unknown-type.field", {"near": "", "types": TYPES_OF_FIELDS, "found": '["string"]'}),
    ),
    (
        {"type": "string", "maxLenght": 5},
        "warning",
        "/maxLenght",
        "unknown-key",
        unknown("field", "maxLenght", "maxLength"),
    ),
    (
        {"type": "array", "items": {}},
        "warning",
        "/items",
        "unknown-key",
        unknown("field", "items"),
    ),
    (
        "string",
        "error",
        "",
        "wrong-type",
        wrong("field", '"string"'),
    ),
    (None, "error", "", "wrong-type", wrong("field", "null")),
    (
        {"type": "string", "required": "yes"},
        "error",
        "/required",
        "wrong-type",
        wrong("boolean", '"yes"'),
    ),
    (
        {"type": "string", "description": 5},
        "error",
        "/description",
        "wrong-type",
        wrong("text", "5"),
    ),
    (
        {"type": "number", "min": "1"},
        "error",
        "/min",
        "wrong-type",
        wrong("number", '"1"'),
    ),
    (
        {"type": "number", "max": True},
        "error",
        "/max",
        "wrong-type",
        wrong("number", "true"),
    ),
    (
        {"type": "string", "minLength": -1},
        "error",
        "/minLength",
        "wrong-type",
        wrong("natural", "-1"),
    ),
    (
        {"type": "string", "enum": []},
        "error",
        "/enum",
        "wrong-type",
        wrong("values", "[]"),
    ),
    (
        {"type": "string", "enum": "a"},
        "error",
        "/enum",
        "wrong-type",
        wrong("values", '"a"'),
    ),
    (
        {"type": "string", "enum": ["a", 1]},
        "error",
        "/enum/1",
        "wrong-type",
        wrong("text", "1"),
    ),
    (
        {"type": "number", "enum": [True]},
        "error",
        "/enum/0",
        "wrong-type",
        wrong("number", "true"),
    ),
    (
        {"type": "number", "min": 5, "max": 1},
        "error",
        "/min",
        "min-above-max",
        Phrase("min-above-max.field", {"low": "min", "high": "max", "min": "5", "max": "1"}),
    ),
    (
        {"type": "string", "minLength": 5, "maxLength": 1},
        "error",
        "/minLength",
        "min-above-max",
        Phrase("min-above-max.field", {"low": "minLength", "high": "maxLength", "min": "5", "max": "1"}),
    ),
    (
        {"type": "string", "min": 3},
        "warning",
        "/min",
        "not-for-type",
        Phrase("not-for-type", {"name": "min", "types": "number", "type": "string"}),
    ),
    (
        {"type": "boolean", "enum": [True]},
        "warning",
        "/enum",
        "not-for-type",
        Phrase(
            "not-for-type",
            {"name": "enum", "types": Phrase("list.or", {"first": ("string",), "last": "number"}), "type": "boolean"},
        ),
    ),
    (
        {"type": "number", "default": "5"},
        "error",
        "/default",
        "bad-default",
        Phrase("bad-default", {"problem": Phrase("type.typed", {"type": Phrase("kind.number")})}),
    ),
    (
        {"type": "number", "max": 4, "default": 5},
        "error",
        "/default",
        "bad-default",
        Phrase("bad-default", {"problem": Phrase("maximum", {"limit": "4"})}),
    ),
    (
        {"type": "string", "enum": ["a"], "default": "b"},
        "error",
        "/default",
        "bad-default",
        Phrase("bad-default", {"problem": Phrase("enum", {"options": '"a"'})}),
    ),
]


@pytest.mark.parametrize("schema", ["input_schema", "output_schema"])
@pytest.mark.parametrize(("field", "severity", "at", "code", "phrase"), MISTAKES, ids=str)
def test_a_mistake_in_a_field_is_said_at_its_place(schema, field, severity, at, code, phrase):
    document = {"input_schema": {}, "output_schema": {}} | {schema: {"a/b": field}}

    assert (severity, f"/{schema}/a~1b{at}", code, phrase) in lint_problems(document)


@pytest.mark.parametrize("field", [mistake[0] for mistake in MISTAKES], ids=str)
def test_a_bad_field_costs_neither_itself_nor_the_others(field):
    form = form_of({"bad": field, "good": {"type": "number"}})

    assert [input_.key for input_ in form.inputs] == ["bad", "good"]
    assert [problem.at for problem in webform.check(form, {"good": "x"})] == ["/good"]


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
    assert lint_problems({"input_schema": {"n": {"type": "number", "default": None}}, "output_schema": {}}) == []


@pytest.mark.parametrize(
    ("change", "severity", "at", "code", "phrase"),
    [
        (
            {"input_schema": None},
            "error",
            "",
            "missing-input_schema",
            Phrase("missing-option", {"name": "input_schema", "expected": Phrase("kind.field-map")}),
        ),
        (
            {"output_schema": None},
            "warning",
            "",
            "missing-output_schema",
            Phrase("missing-option", {"name": "output_schema", "expected": Phrase("kind.field-map")}),
        ),
        (
            {"input_schema": [1]},
            "error",
            "/input_schema",
            "wrong-type",
            wrong("field-map", "[1]"),
        ),
        (
            {"input_schema": {"type": "object"}},
            "error",
            "/input_schema",
            "wrong-type",
            wrong("field-map", '{"type": "object"}'),
        ),
        (
            {"pricing": "free"},
            "error",
            "/pricing",
            "wrong-type",
            wrong("object", '"free"'),
        ),
        (
            {"pricing": {"model": "per_hour", "amount": "1", "currency": "USDC"}},
            "error",
            "/pricing/model",
            "wrong-type",
            Phrase(
                "wrong-type",
                {
                    "expected": Phrase("kind.one-of", {"values": ("per_job", "per_day", "per_month", "free")}),
                    "found": '"per_hour"',
                },
            ),
        ),
        (
            {"pricing": {"model": "per_job", "currency": "USDC"}},
            "error",
            "/pricing",
            "missing-amount",
            Phrase("missing-option", {"name": "amount", "expected": Phrase("kind.amount")}),
        ),
        (
            {"pricing": {"model": "per_job", "amount": "5 $", "currency": "USDC"}},
            "error",
            "/pricing/amount",
            "wrong-type",
            wrong("amount", '"5 $"'),
        ),
        (
            {"pricing": {"model": "free", "modle": "free"}},
            "warning",
            "/pricing/modle",
            "unknown-key",
            unknown("pricing", "modle", "model"),
        ),
        (
            {"permissions": {}},
            "error",
            "/permissions",
            "wrong-type",
            wrong("permissions", "{}"),
        ),
        (
            {"permissions": [{"reason": "why"}]},
            "error",
            "/permissions/0",
            "wrong-type",
            wrong("permission", '{"reason": "why"}'),
        ),
        (
            {"inputschema": {}},
            "warning",
            "/inputschema",
            "unknown-key",
            unknown("capability", "inputschema", "input_schema"),
        ),
    ],
    ids=str,
)
def test_a_mistake_in_a_capability_is_said_at_its_place(change, severity, at, code, phrase):
    capability = {"description": "D", "input_schema": {}, "output_schema": {}} | change
    document = {"milkyway_version": "1.0", "capabilities": {"a/b": capability, "good": BARE}}

    assert [(severity, f"/capabilities/a~1b{at}", code, phrase)] == lint_problems(document)
    assert [tool.name for tool in webform.load(document)] == ["a/b", "good"]


@pytest.mark.parametrize(
    ("document", "severity", "at", "code", "phrase"),
    [
        (
            {"capabilities": {}},
            "error",
            "/capabilities",
            "wrong-type",
            wrong("capabilities", "{}"),
        ),
        (
            {"capabilities": {"a": 5}},
            "error",
            "/capabilities/a",
            "wrong-type",
            wrong("capability", "5"),
        ),
        (
            {"nmae": "N", "capabilities": {"a": BARE}},
            "warning",
            "/nmae",
            "unknown-key",
            unknown("agent", "nmae", "name"),
        ),
        (
            {"milkyway_version": "2.0", "capabilities": {"a": BARE}},
            "warning",
            "/milkyway_version",
            "unknown-version",
            Phrase("unknown-version", {"version": "1.0", "found": '"2.0"'}),
        ),
        (
            {"max_deadline_seconds": 0, "capabilities": {"a": BARE}},
            "error",
            "/max_deadline_seconds",
            "wrong-type",
            wrong("seconds", "0"),
        ),
        (
            {"capabilities": ["a", 5], **BARE},
            "error",
            "/capabilities/1",
            "wrong-type",
            wrong("capability-name", "5"),
        ),
        (
            {"capabilities": ["a"], "input_schema": {}},
            "warning",
            "",
            "missing-output_schema",
            Phrase("missing-option", {"name": "output_schema", "expected": Phrase("kind.field-map")}),
        ),
    ],
    ids=str,
)
def test_a_mistake_in_an_agent_is_said_at_its_place(document, severity, at, code, phrase):
    document = {"milkyway_version": "1.0", "name": "N"} | document

    assert [(severity, at, code, phrase)] == lint_problems(document)


def test_all_mistakes_are_said_at_once_with_line_and_column():
    text = """{
  "milkyway_version": "1.0",
  "capabilities": {
    "a": {"input_schema": {"x": {"type": "nubmer", "mni": 1}}, "output_schema": {}},
    "b": {"input_schema": {"y": {"type": "number", "min": 2, "max": 1}}, "output_schema": {"z": {}}}
  }
}"""
    problems = webform.lint(text)

    assert [(problem.at, problem.line) for problem in problems] == [
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
    assert [problem.at for problem in tool.problems] == ["/capabilities/a/pricing/amount"]


@pytest.mark.parametrize("value", [None, 5, "null", [], [1], True])
def test_what_is_no_object_is_no_field_map(value):
    with pytest.raises(DeclarationError) as raised:
        webform.load(value, "field-maps")

    assert [problem.params["expected"] for problem in raised.value.problems] == [Phrase("kind.field-map")]
