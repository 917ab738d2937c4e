"""time: a time of day."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize("value", ["00:00", "23:59", "10:00:00", "10:00:00.5", "10:00:00.000000001"])
def test_a_time_comes_back_as_it_was(value):
    one = One("time")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False, "default": "10:00"}, (ABSENT, []))]
)
def test_blank_is_absent(options, expected):
    assert expected == One("time", **options).blank()


def test_space_around_it_is_nothing():
    assert One("time").post({"": "09:30 "}) == ("09:30", [])


def test_its_schema_is_a_text():
    assert One("time").input.value_schema() == {"type": "string"}


@pytest.mark.parametrize(
    ("options", "expected"), [({}, "00:00"), ({"default": "09:30"}, "09:30"), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("time", **options).sample


@pytest.mark.parametrize("value", ["24:00", "9:30", "09:60", "10:00:60", "10:00Z", "10:00:00.", "", "09:30\n", "٠٩:٣٠"])
def test_what_is_no_time_is_said_so(value):
    value.replace("\n", "\\n")

    assert One("time").wrong(value) == [("", Phrase("not-a-time"))]


def test_a_default_that_is_no_time_is_said():
    expected_problems = [("/default", Phrase("bad-default", {"problem": Phrase("not-a-time")}))]

    assert expected_problems == One("time", default="noon").found_problems


def test_a_native_control_shows_what_it_gives_back_alone():
    one = One("time")

    assert ' type="time"' in one.html("10:00")
    assert ' type="time"' not in one.html("10:00:00")
