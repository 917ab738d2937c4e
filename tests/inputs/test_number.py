"""number: a number, typed."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("number", min=0, max=100, step=0.5, unit="kg").input

    assert (input_.min, input_.max, input_.step, input_.unit) == (0, 100, 0.5, "kg")


@pytest.mark.parametrize(
    "value", [0, -1, 9007199254740993, 2**70, 0.1, 1e-300, 1.0, 1e22, -0.0, 123456789.123456789, 5e-324, 10**3999]
)
def test_a_number_keeps_its_digits(value):
    one = One("number")
    came_back, problems = one.posted(one.sends(value))

    assert ([], value, repr(value)) == (problems, came_back, repr(came_back))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42), (" 42 ", 42), ("+42", 42), ("-7", -7), ("−7", -7), ("007", 7), (".5", 0.5), ("5.", 5.0),
        ("5.0", 5.0),
        ("1e3", 1000.0), ("1E-2", 0.01), ("9007199254740993", 9007199254740993),
    ],
)  # fmt: skip
def test_a_number_is_read_as_it_was_typed(text, value):
    came_back, problems = One("number").post({"": text})

    assert ([], value, type(value)) == (problems, came_back, type(came_back))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12abc", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("1,5", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("1 000", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("٣", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("0x10", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("NaN", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("Infinity", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        (".", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("--1", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
        ("1e400", Phrase("not-a-number.fault", {"fault": Phrase("json.too-large", {"number": "1e400"})})),
        ("9" * 5000, Phrase("not-a-number.fault", {"fault": Phrase("json.too-long", {"length": 5000, "limit": 4000})})),
    ],
)
def test_what_is_no_number_is_said_so_and_nothing_else(text, message):
    assert (ABSENT, [("", message)]) == One("number").post({"": text})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, REQUIRED)),
        ({"required": False}, (ABSENT, [])),
        ({"default": 5}, (ABSENT, REQUIRED)),
        ({"default": 5, "required": False}, (ABSENT, [])),
    ],
)
def test_blank_is_absent_and_never_0(options, expected):
    assert expected == One("number", **options).blank()
    assert expected == One("number", **options).post({"": "  "})


def test_its_schema_has_its_bounds_and_not_its_step():
    assert One("number", min=0, max=5, step=2).input.value_schema() == {"type": "number", "minimum": 0, "maximum": 5}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 0), ({"min": 0, "max": 100}, 50), ({"min": 0, "max": 5}, 2.5), ({"min": 3}, 3), ({"max": -3}, -3),
        ({"min": -3}, 0), ({"min": 0, "max": 1, "default": 1}, 1), ({"required": False}, ABSENT),
        ({"min": 2**53 + 1, "max": 2**53 + 3}, 2**53 + 2), ({"min": -1e308, "max": 1e308}, 0),
        ({"min": 10**400, "max": 10**400 + 1}, 10**400), ({"min": 0, "max": 1, "default": 7}, 0.5),
        ({"min": 5, "max": 1}, 5),
    ],
)  # fmt: skip
def test_its_sample_is_the_middle(options, expected):
    assert expected == One("number", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (0.3, []),
        (-1, [("", Phrase("minimum", {"limit": "0"}))]),
        (5.5, [("", Phrase("maximum", {"limit": "5"}))]),
        ("1", [("", Phrase("type.typed", {"type": Phrase("kind.number")}))]),
        (True, [("", Phrase("type.typed", {"type": Phrase("kind.number")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("number", min=0, max=5, step=2).wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        ({"min": 5, "max": 1}, [("/min", Phrase("min-above-max", {"min": "5", "max": "1"}))]),
        ({"min": "0"}, [("/min", Phrase("wrong-type", {"expected": Phrase("kind.number"), "found": '"0"'}))]),
        ({"max": True}, [("/max", Phrase("wrong-type", {"expected": Phrase("kind.number"), "found": "true"}))]),
        ({"step": 0}, [("/step", Phrase("wrong-type", {"expected": Phrase("kind.positive"), "found": "0"}))]),
        (
            {"max": 1, "default": 2},
            [("/default", Phrase("bad-default", {"problem": Phrase("maximum", {"limit": "1"})}))],
        ),
        (
            {"default": "2"},
            [("/default", Phrase("bad-default", {"problem": Phrase("type.typed", {"type": Phrase("kind.number")})}))],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("number", **options).found_problems


@pytest.mark.parametrize(("options", "text"), [({"unit": "kg"}, "1.5\N{NO-BREAK SPACE}kg"), ({}, "1.5")])
def test_what_was_sent_is_told_with_its_unit(options, text):
    assert One("number", **options).input.summary(1.5) == text
