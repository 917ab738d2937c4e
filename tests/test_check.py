"""Checking: every keyword in words, at its place; no number bends."""

from __future__ import annotations

import math

import pytest

import webform
from webform.check import checker, fits
from webform.engine import NotCheckableError
from webform.files import StoredFile
from webform.messages import Phrase
from webform.schema_errors import MAX_PROBLEMS
from webform.values import ABSENT

TAGGED = {
    "oneOf": [
        {"type": "object", "properties": {"k": {"const": "car"}}, "required": ["k"]},
        {"type": "object", "properties": {"k": {"const": "train"}, "seat": {"minimum": 1}}, "required": ["k"]},
    ]
}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def value_problems(schema, value) -> list[tuple[str, str]]:
    return [(problem.at, problem.phrase) for problem in checker(schema).problems(value)]


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"type": "string"}, 5, ("", Phrase("type.typed", {"type": Phrase("kind.string")}))),
        ({"type": "number"}, "5", ("", Phrase("type.typed", {"type": Phrase("kind.number")}))),
        ({"type": "integer"}, 5.5, ("", Phrase("type.typed", {"type": Phrase("kind.integer")}))),
        ({"type": "boolean"}, 1, ("", Phrase("type", {"type": Phrase("kind.boolean")}))),
        ({"type": "null"}, 0, ("", Phrase("type", {"type": Phrase("kind.null")}))),
        ({"type": "array"}, {}, ("", Phrase("type", {"type": Phrase("kind.array")}))),
        ({"type": "object"}, [], ("", Phrase("type", {"type": Phrase("kind.object")}))),
        ({"type": ["string", "number", "null"]}, [], ("", Phrase("type", {"type": Phrase("list.or", {"first": (Phrase("kind.string"), Phrase("kind.number")), "last": Phrase("kind.null")})}))),
        ({"minimum": 3}, 1, ("", Phrase("minimum", {"limit": "3"}))),
        ({"maximum": 3}, 5, ("", Phrase("maximum", {"limit": "3"}))),
        ({"exclusiveMinimum": 3}, 3, ("", Phrase("exclusiveMinimum", {"limit": "3"}))),
        ({"exclusiveMaximum": 3}, 3, ("", Phrase("exclusiveMaximum", {"limit": "3"}))),
        ({"multipleOf": 0.5}, 0.7, ("", Phrase("multipleOf", {"limit": "0.5"}))),
        ({"minLength": 2}, "a", ("", Phrase("minLength", {"limit": 2, "length": 1}))),
        ({"maxLength": 1}, "ab", ("", Phrase("maxLength", {"limit": 1, "length": 2}))),
        ({"pattern": "^b"}, "a", ("", Phrase("pattern", {"pattern": "^b"}))),
        ({"minItems": 1}, [], ("", Phrase("minItems", {"limit": 1, "length": 0}))),
        ({"maxItems": 1}, [1, 2], ("", Phrase("maxItems", {"limit": 1, "length": 2}))),
        ({"uniqueItems": True}, [1, 1.0], ("", Phrase("uniqueItems"))),
        ({"contains": {"const": 1}}, [2], ("", Phrase("contains"))),
        (
            {"contains": {"const": 1}, "minContains": 2},
            [1],
            ("", Phrase("minContains", {"limit": "2"})),
        ),
        (
            {"contains": {"const": 1}, "maxContains": 1},
            [1, 1],
            ("", Phrase("maxContains", {"limit": "1"})),
        ),
        ({"prefixItems": [True], "items": False}, [1, 2], ("/1", Phrase("falseSchema"))),
        (
            {"$schema": DRAFT_07, "items": [True], "additionalItems": False},
            [1, 2],
            ("", Phrase("additionalItems")),
        ),
        (
            {"prefixItems": [True], "unevaluatedItems": False},
            [1, 2],
            ("", Phrase("unevaluatedItems")),
        ),
        ({"minProperties": 1}, {}, ("", Phrase("minProperties", {"limit": 1, "length": 0}))),
        ({"maxProperties": 0}, {"a": 1}, ("", Phrase("maxProperties", {"limit": 0, "length": 1}))),
        ({"required": ["a/b"]}, {}, ("/a~1b", Phrase("required"))),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, ("/b", Phrase("required"))),
        (
            {"additionalProperties": False, "properties": {"city": {}}},
            {"citi": 1},
            ("/citi", Phrase("unknown-key", {"name": "citi", "near": "city"})),
        ),
        (
            {"additionalProperties": False, "properties": {"city": {}}},
            {"citi": 1, "city": 1},
            ("/citi", Phrase("unknown-key", {"name": "citi", "near": ""})),
        ),
        (
            {"unevaluatedProperties": False, "properties": {"city": {}}},
            {"citi": 1},
            ("/citi", Phrase("unknown-key", {"name": "citi", "near": "city"})),
        ),
        (
            {"propertyNames": {"pattern": "^a"}},
            {"b": 1},
            ("/b", Phrase("name", {"problem": Phrase("pattern", {"pattern": "^a"})})),
        ),
        ({"enum": [1, "1", True]}, 2, ("", Phrase("enum", {"options": '1, "1", true'}))),
        ({"enum": ["a" * 50] * 9}, 1, ("", Phrase("enum", {"options": Phrase("list.more", {"shown": f'"{"a" * 50}", "{"a" * 50}"', "count": 7})}))),
        ({"const": [1]}, [2], ("", Phrase("const", {"value": "[1]"}))),
        ({"not": {"type": "string"}}, "a", ("", Phrase("not"))),
        (False, 1, ("", Phrase("falseSchema"))),
        ({"if": True, "then": {"required": ["x"]}}, {}, ("/x", Phrase("required"))),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 5, ("", Phrase("type", {"type": Phrase("list.or", {"first": (Phrase("kind.string"),), "last": Phrase("kind.null")})}))),
        (
            {"anyOf": [{"type": "string"}, {"required": ["a"]}]},
            {},
            ("/a", Phrase("required")),
        ),
        (TAGGED, {"k": "boat"}, ("/k", Phrase("enum", {"options": '"car", "train"'}))),
        (TAGGED, {"k": "train", "seat": 0}, ("/seat", Phrase("minimum", {"limit": "1"}))),
        (TAGGED, 5, ("", Phrase("type", {"type": Phrase("kind.object")}))),
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {},
            ("", Phrase("no-alternative.missing", {"names": Phrase("list.or", {"first": ('"a"',), "last": '"b"'})})),
        ),
        (
            {"type": "string", "pattern": "^[A-Z]+$", "description": "A code in capitals.", "examples": ["AB"]},
            "x",
            ("", Phrase("pattern.meaning-example", {"meaning": "A code in capitals", "example": "AB"})),
        ),
        (
            {"oneOf": [{"minimum": 1}, {"minimum": 0}]},
            5,
            ("", Phrase("no-alternative.several")),
        ),
        (
            {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"n": {"minimum": 3}}}}},
            {"n": 1},
            ("/n", Phrase("minimum", {"limit": "3"})),
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_a_keyword_expects_is_said_in_words(schema, value, expected):
    assert [expected] == value_problems(schema, value)


def test_what_is_asked_of_a_long_text_is_said_shortly():
    ((_, phrase),) = value_problems({"type": "number"}, "a" * 1_000_000)

    assert len(str(phrase)) < 100


def test_all_is_said_at_once_but_not_more_than_anyone_reads():
    schema = {"type": "array", "items": {"type": "string"}}

    assert len(value_problems(schema, [1, 2, 3])) == 3
    assert len(value_problems(schema, [1] * 5000)) == MAX_PROBLEMS


@pytest.mark.parametrize(("value", "expected"), [("a", True), (5, False), (ABSENT, False)])
def test_a_value_fits_or_does_not(value, expected):
    assert expected is fits({"type": "string"}, value)


# forms


def form_of(*inputs):
    return webform.load([{"label": "L", **input_} for input_ in inputs])[0].form


def test_the_inputs_are_asked_where_the_schema_has_said_nothing():
    form = form_of({"key": "a", "type": "date_range"}, {"key": "b", "type": "date_range"})
    found = webform.check(form, {"a": 5, "b": ["x", "2026-01-01"]})

    assert [(problem.at, problem.code) for problem in found] == [("/a", "type"), ("/b/0", "not-a-date")]


def test_no_input_is_asked_about_a_value_that_may_be_of_another_type():
    form = form_of(*({"key": f"k{index}", "type": "date_range"} for index in range(150)))

    assert len(webform.check(form, {f"k{index}": 5 for index in range(150)})) == MAX_PROBLEMS


def test_an_input_called_as_the_beginning_of_another_is_another():
    form = form_of({"key": "a", "type": "date"}, {"key": "ab", "type": "date"})

    assert [problem.at for problem in webform.check(form, {"a": "x", "ab": 5})] == ["/ab", "/a"]


@pytest.mark.parametrize("body", [5, None, [], "text", True])
def test_a_body_that_is_no_object_is_said_so(body):
    (problem,) = webform.check(form_of({"key": "a", "type": "text"}), body)

    assert (problem.at, problem.code) == ("", "type")
    assert problem.phrase == Phrase("type", {"type": Phrase("kind.object")})


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"m": False}, []),
        ({"m": False, "o": "x"}, [("/o", Phrase("falseSchema"))]),
        ({"m": False, "d": "other"}, [("/d", Phrase("const", {"value": '"d"'}))]),
        ({"m": True}, [("/r", Phrase("required")), ("/d", Phrase("required"))]),
        ({"m": True, "r": "x", "d": "y", "o": "z"}, []),
        ({"m": 1}, [("/m", Phrase("type", {"type": Phrase("kind.boolean")}))]),
    ],
)
def test_what_is_hidden_is_left_out_or_has_its_default(body, wrong):
    shown = {"show_if": {"key": "m", "equals": True}}
    form = form_of(
        {"key": "m", "type": "checkbox"},
        {"key": "o", "type": "text", "required": False, **shown},
        {"key": "r", "type": "text", **shown},
        {"key": "d", "type": "text", "default": "d", **shown},
    )

    assert wrong == [(problem.at, problem.phrase) for problem in webform.check(form, form.root.settle(body) | body)]


@pytest.mark.parametrize(
    ("equals", "value", "shown"),
    [
        (1, 1, True),
        (1, 1.0, True),
        (1, True, False),
        (1, "1", False),
        (True, 1, False),
        (True, True, True),
        (0, False, False),
    ],
)
def test_a_condition_holds_as_json_has_equality(equals, value, shown):
    form = form_of(
        {"key": "t", "type": "json"},
        {"key": "o", "type": "text", "show_if": {"key": "t", "equals": equals}, "default": "d"},
    )
    found = webform.check(form, {"t": value, "o": "other"})

    assert ([] if shown else ["/o"]) == [problem.at for problem in found]


# numbers


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, Phrase("not-json", {"fault": "a number must be finite, not nan"})),
        (-math.inf, Phrase("not-json", {"fault": "a number must be finite, not -inf"})),
        (10**5000, Phrase("not-json", {"fault": "a number has at most 4,000 digits"})),
        ({1: 2}, Phrase("not-json", {"fault": "a key is a text, not 1"})),
        ({1, 2}, Phrase("not-json", {"fault": "it has no set"})),
    ],
    ids=["NaN", "infinity", "5,000 digits", "a key", "a set"],
)
@pytest.mark.parametrize("kind", ["number", "json"])
def test_what_json_does_not_have_is_refused(kind, value, message):
    assert [message] == [problem.phrase for problem in webform.check(form_of({"key": "n", "type": kind}), {"n": value})]


@pytest.mark.parametrize(
    ("maximum", "value", "ok"),
    [
        (9007199254740993, 9007199254740993, True),
        (9007199254740992, 9007199254740993, False),
        (10**400, 10**400, True),
        (10**400, 10**400 + 1, False),
    ],
    ids=["2^53 + 1", "one more", "large", "one more than large"],
)
def test_numbers_are_compared_digit_by_digit(maximum, value, ok):
    found = webform.check(form_of({"key": "n", "type": "number", "max": maximum}), {"n": value})

    assert ok is (found == [])


def deep(levels: int):
    value = 1
    for _ in range(levels):
        value = [value]
    return value


def test_deep_values_are_looked_at_or_refused():
    form = form_of({"key": "j", "type": "json"})

    assert webform.check(form, {"j": deep(126)}) == []
    assert [problem.phrase for problem in webform.check(form, {"j": deep(5000)})] == [
        Phrase("not-json", {"fault": "it is nested too deeply"})
    ]
    with pytest.raises(NotCheckableError, match=r"^it is nested too deeply$"):
        checker({}).problems(deep(5000))


def test_half_characters_are_texts_like_others():
    form = form_of({"key": "s", "type": "text", "max_length": 1}, {"key": "j", "type": "json"})

    assert webform.check(form, {"s": "\ud800", "j": {"\udfff": "\ud800"}}) == []


def test_a_kept_file_stands_for_its_data_url():
    file = StoredFile(sha256="0" * 64, size=5, media_type="text/csv", name="a.csv", head="data:text/csv;base64,")
    (problem,) = webform.check(form_of({"key": "f", "type": "file"}), {"f": file})

    assert (problem.code, problem.phrase) == ("file-gone", Phrase("file-gone", {"name": "a.csv"}))


#: Schemas with values that are wrong, each with where.
BELOW_EMPTY_KEYS = [
    ({"properties": {"": {"properties": {"x": {"type": "string"}}}}}, {"": {"x": 1}}, ["//x"]),
    ({"properties": {"": {"required": ["x"]}}}, {"": {}}, ["//x"]),
    ({"properties": {"": {"type": "string"}}}, {"": 1, "x": 2}, ["/"]),
    ({"properties": {"x": {"type": "string"}}}, {"": 1, "x": 2}, ["/x"]),
    ({"required": ["x"]}, {"": 1}, ["/x"]),
    ({"properties": {"": {"properties": {"q": {}}, "additionalProperties": False}}}, {"": {"": 1}}, ["//"]),
    ({"additionalProperties": {"additionalProperties": {"type": "null"}}}, {"": {"": 1, 'a"]\n[': 2}}, ["//", '//a"]\n[']),
    ({"properties": {"a": {"items": {"properties": {"": {"const": 1}}}}}}, {"a": [{"": 1}, {"": 2}]}, ["/a/1/"]),
    ({"properties": {"": {"oneOf": [{"const": 1}, {"properties": {"": {"minimum": 3}}}]}}}, {"": {"": 2}}, ["//"]),
    ({"properties": {"": {"propertyNames": {"maxLength": 1}}}}, {"": {"ab": 1, "": 2}}, ["//ab"]),
    ({"properties": {"": {"patternProperties": {"^00$": {"type": "null"}}}}}, {"": {"00": 1, "0": 2}}, ["//00"]),
    ({"additionalProperties": {"additionalProperties": {"type": "null"}}}, {"a/~": {"": 1}, "~1": {"": 2}}, ["/a~1~0/", "/~01/"]),
    ({"properties": {"": {"properties": {"~": {"required": ["x"]}, "": {}}}}}, {"": {"": {}, "~": {"": {}}}}, ["//~0/x"]),
    ({"properties": {"/": {"items": {"properties": {"": {"items": {"type": "null"}}}}}}}, {"/": [{"": [None, 1]}]}, ["/~1/0//1"]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "wanted"), BELOW_EMPTY_KEYS)
def test_problems_below_an_empty_key_are_where_they_are(schema, value, wanted):
    assert [problem.at for problem in checker(schema).problems(value)] == wanted


def test_what_is_wrong_below_an_empty_key_is_said_in_the_words_of_its_schema():
    schema = {"properties": {"": {"properties": {"x": {"pattern": "^a$", "description": "an a", "type": "string"}}}}}

    assert [problem.phrase for problem in checker(schema).problems({"": {"x": "b"}})] == [
        Phrase("pattern.meaning", {"meaning": "an a"})
    ]


def test_an_object_that_takes_no_key_says_so_of_each():
    schema = {"properties": {"q": {"additionalProperties": False}, "additionalProperties": False}}
    found = checker(schema).problems({"q": {"a": 1, "b": {}}, "additionalProperties": {"c": 1}})

    assert sorted((problem.at, problem.code) for problem in found) == [
        ("/additionalProperties", "falseSchema"), ("/q/a", "unknown-key"), ("/q/b", "unknown-key"),
    ]  # fmt: skip
