"""colour: #rrggbb."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize("value", ["#5563d1", "#5563D1", "#FFF", "#000000"])
def test_a_colour_comes_back_as_it_was(value):
    one = One("colour")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"), [({}, "#000000"), ({"required": False}, ABSENT), ({"default": "#FFF"}, "#FFF")]
)
def test_it_begins_black_where_required_else_not_set(options, expected):
    one = One("colour", **options)

    assert (expected, []) == one.posted(one.sends())


@pytest.mark.parametrize(("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, []))])
def test_blank_is_absent_and_not_black(options, expected):
    assert expected == One("colour", **options).blank()


def test_space_around_it_is_nothing():
    assert One("colour").post({"": " #fff "}) == ("#fff", [])


@pytest.mark.parametrize(
    ("options", "expected"), [({}, "#000000"), ({"default": "#FFF"}, "#FFF"), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("colour", **options).sample


@pytest.mark.parametrize("value", ["red", "#12345", "#1234567", "5563d1", "#gggggg", "#fff\n", "#٣٣٣"])
def test_what_is_no_colour_is_said_so(value):
    value.replace("\n", "\\n")
    assert One("colour").wrong(value) == [("", Phrase("not-a-colour"))]


def test_a_default_that_is_no_colour_is_said():
    expected_problems = [("/default", Phrase("bad-default", {"problem": Phrase("not-a-colour")}))]

    assert expected_problems == One("colour", default="red").found_problems


def test_its_schema_is_a_text():
    assert One("colour").input.value_schema() == {"type": "string", "format": "color"}
