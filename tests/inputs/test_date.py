"""date: a day of the calendar."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("date", min="2020-01-01", max="2030-12-31").input

    assert (input_.min, input_.max) == ("2020-01-01", "2030-12-31")


@pytest.mark.parametrize("value", ["2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"])
def test_a_day_comes_back_as_it_was(value):
    one = One("date")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize("value", ["31.1.2026", "2026-02-30", "a\nb", "2026-1-1"])
def test_what_is_no_day_is_shown_as_it_is_and_said(value):
    one = One("date")
    came_back, problems = one.posted(one.sends(value))

    assert (value, [Phrase("not-a-date")]) == (came_back, [phrase for _, phrase in problems])


@pytest.mark.parametrize(
    ("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False, "default": "2026-01-01"}, (ABSENT, []))]
)
def test_blank_is_absent(options, expected):
    assert expected == One("date", **options).blank()


def test_space_around_it_is_nothing():
    assert One("date").post({"": " 2026-01-31 "}) == ("2026-01-31", [])


def test_its_schema_is_a_date():
    assert One("date").input.value_schema() == {"type": "string", "format": "date"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "2026-03-14"),
        ({"min": "2027-01-01"}, "2027-01-01"),
        ({"max": "2020-01-01"}, "2020-01-01"),
        ({"default": "2026-01-01"}, "2026-01-01"),
        ({"min": "2027-01-01", "default": "2026-01-01"}, "2027-01-01"),
        ({"required": False}, ABSENT),
    ],
)
def test_its_sample_is_today_or_the_nearest_day(options, expected):
    assert expected == One("date", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("2026-01-01", []),
        ("2020-01-01", []),
        ("2030-12-31", []),
        ("2019-12-31", [("", Phrase("too-early", {"limit": "2020-01-01"}))]),
        ("2031-01-01", [("", Phrase("too-late", {"limit": "2030-12-31"}))]),
        ("2026-02-30", [("", Phrase("not-a-date"))]),
        ("0000-01-01", [("", Phrase("not-a-date"))]),
        ("20260101", [("", Phrase("not-a-date"))]),
        ("2026-01-01T00:00", [("", Phrase("not-a-date"))]),
        ("٢٠٢٦-٠١-٠١", [("", Phrase("not-a-date"))]),
        ("2026-01-01\n", [("", Phrase("not-a-date"))]),
        (20260101, [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("date", min="2020-01-01", max="2030-12-31").wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        (
            {"min": "2026-01-02", "max": "2026-01-01"},
            [("/min", Phrase("min-above-max.dates", {"min": "2026-01-02", "max": "2026-01-01"}))],
        ),
        ({"min": "today"}, [("/min", Phrase("wrong-type", {"expected": Phrase("kind.date"), "found": '"today"'}))]),
        (
            {"max": "2026-01-01", "default": "2026-01-02"},
            [("/default", Phrase("bad-default", {"problem": Phrase("too-late", {"limit": "2026-01-01"})}))],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("date", **options).found_problems


def test_a_native_control_shows_what_it_gives_back_alone():
    one = One("date")

    assert ' type="date"' in one.html("2026-01-31")
    assert ' type="date"' not in one.html("0000-01-01")
