"""Texts to the values that were meant."""

from __future__ import annotations

import pytest

import webform

FORM = webform.load(
    [
        {"key": "n", "type": "number", "label": "N"},
        {"key": "s", "type": "slider", "label": "S", "min": 0, "max": 9},
        {"key": "b", "type": "checkbox", "label": "B"},
        {"key": "t", "type": "text", "label": "T"},
        {"key": "c", "type": "select", "label": "C", "options": [{"value": 1, "label": "One"}]},
        {"key": "r", "type": "table", "label": "R", "columns": [{"key": "w", "label": "W", "type": "number"}]},
    ]
)[0].form


@pytest.mark.parametrize(
    ("body", "coerced"),
    [
        ({"n": "42", "s": "0.5", "b": "true"}, {"n": 42, "s": 0.5, "b": True}),
        ({"n": "9007199254740993"}, {"n": 9007199254740993}),
        ({"t": "42"}, {"t": "42"}),
        ({"n": "forty", "b": "maybe"}, {"n": "forty", "b": "maybe"}),
        ({"c": "1"}, {"c": "1"}),
        ({"r": [{"w": "3"}, "x"]}, {"r": [{"w": 3}, "x"]}),
        ({"other": "1"}, {"other": "1"}),
        ("text", "text"),
    ],
)
def test_a_text_becomes_the_value_of_the_declared_type(body, coerced):
    assert webform.coerce(FORM, body) == coerced


# forms that coerce by themselves: field maps

TABLE = [
    ("number", "42", 42),
    ("string", 42, "42"),
    ("boolean", "true", True),
    ("number", {"key": "v"}, ...),
    # numbers
    ("number", " 42\n", 42),
    ("number", "-3.5e2", -350.0),
    ("number", "9007199254740993", 9007199254740993),
    ("number", True, 1),
    ("number", False, 0),
    ("number", 42, 42),
    ("number", "", ...),
    ("number", "  ", ...),
    ("number", "42abc", ...),
    ("number", "0x1F", ...),
    ("number", "1e400", ...),
    ("number", "NaN", ...),
    ("number", "Infinity", ...),
    ("number", "true", ...),
    ("number", "1" * 4001, ...),
    # texts
    ("string", 3.14, "3.14"),
    ("string", 42.0, "42"),
    ("string", 0, "0"),
    ("string", 9007199254740993, "9007199254740993"),
    ("string", 1e300, "1e+300"),
    ("string", " 42 ", " 42 "),
    ("string", "", ""),
    ("string", True, "true"),
    ("string", False, "false"),
    # booleans
    ("boolean", "false", False),
    ("boolean", " true ", True),
    ("boolean", 1, True),
    ("boolean", 0, False),
    ("boolean", 1.0, True),
    ("boolean", 2, ...),
    ("boolean", "", ...),
    ("boolean", "1", True),
    ("boolean", " 0\n", False),
    ("boolean", "2", ...),
    ("boolean", "1.0", ...),
    ("boolean", "yes", ...),
    ("boolean", "True", ...),
    # nothing becomes a list or an object, and neither becomes anything
    ("array", ["1"], ["1"]),
    ("array", "[]", ...),
    ("array", "a", ...),
    ("array", {}, ...),
    ("object", {"n": "1"}, {"n": "1"}),
    ("object", "{}", ...),
    ("object", [], ...),
    *((kind, value, ...) for kind in ("number", "string", "boolean") for value in ([], ["42"], {}, {"a": 1})),
    # null fails every type
    *((kind, None, ...) for kind in ("number", "string", "boolean", "array", "object")),
]


def fields(**declared):
    return webform.load({"input_schema": declared, "output_schema": {}})[0].form


@pytest.mark.parametrize(("kind", "sent", "meant"), TABLE, ids=lambda value: repr(value)[:20])
def test_what_is_sent_for_a_field_becomes_what_is_meant_or_is_a_problem(kind, sent, meant):
    form = fields(x={"type": kind})
    coerced = webform.coerce(form, {"x": sent})
    expected = sent if meant is ... else meant

    assert ({"x": expected}, type(expected)) == (coerced, type(coerced["x"]))
    assert (["/x"] if meant is ... else []) == [problem.at for problem in webform.check(form, coerced)]


@pytest.mark.parametrize("value", ["42", 1, None, [], {"a": "1"}])
def test_a_field_without_a_type_keeps_what_is_sent(value):
    assert webform.coerce(fields(x={}), {"x": value}) == {"x": value}


@pytest.mark.parametrize(("sent", "wrong"), [("2", []), (2, []), ("4", ["/x"]), ("abc", ["/x", "/x"])])
def test_constraints_hold_for_what_is_meant(sent, wrong):
    form = fields(x={"type": "number", "max": 3, "enum": [1, 2]})
    found = {problem.at for problem in webform.check(form, webform.coerce(form, {"x": sent}))}

    assert set(wrong) == found


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ({"type": "number", "default": 5}, {"x": 5}),
        ({"type": "number", "default": 0, "required": False}, {"x": 0}),
        ({"type": "boolean", "default": False}, {"x": False}),
        ({"type": "array", "default": []}, {"x": []}),
        ({"default": {"any": 1}}, {"x": {"any": 1}}),
        ({"type": "number"}, {}),
        ({"type": "number", "default": 5, "required": True}, {}),
    ],
    ids=str,
)
def test_an_optional_field_that_is_left_out_gets_its_default(field, body):
    assert webform.coerce(fields(x=field), {}) == body


def test_a_required_field_that_is_left_out_is_a_problem_despite_its_default():
    form = fields(x={"type": "number", "default": 5, "required": True})

    assert [(problem.at, problem.code) for problem in webform.check(form, webform.coerce(form, {}))] == [
        ("/x", "required")
    ]


def test_null_is_not_left_out():
    form = fields(x={"type": "number", "default": 5})

    assert webform.coerce(form, {"x": None}) == {"x": None}


def test_keys_that_are_not_declared_are_dropped():
    assert webform.coerce(fields(x={"type": "number"}), {"a": 1, "x": 2, "__proto__": 3, "": 4}) == {"x": 2}


@pytest.mark.parametrize("body", [None, 5, "42", [], [{"x": "42"}], True])
def test_what_is_no_object_stays_what_it_is(body):
    assert webform.coerce(fields(x={"type": "number", "default": 5}), body) == body


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**5000], ids=["nan", "inf", "digits"])
def test_a_number_that_json_has_not_stays_what_it_is(value):
    assert webform.coerce(fields(x={"type": "string"}), {"x": value})["x"] is value


def test_what_was_sent_is_left_as_it_is():
    body = {"x": "1", "more": 2}
    webform.coerce(fields(x={"type": "number"}, y={"type": "number", "default": 1}), body)

    assert body == {"x": "1", "more": 2}
