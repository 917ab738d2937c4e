"""datetime: a day and a time."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize(
    "value",
    [
        "2026-01-31T09:30",
        "2026-01-31T09:30:00",
        "2026-01-31T09:30:00.25",
        "2026-01-31T09:30Z",
        "2026-01-31T09:30-05:00",
    ],
)
def test_a_moment_comes_back_as_it_was(value):
    one = One("datetime")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, []))])
def test_blank_is_absent(options, expected):
    assert expected == One("datetime", **options).blank()


def test_its_schema_is_a_text():
    assert One("datetime").input.value_schema() == {"type": "string"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, "2026-03-14T09:26"), ({"default": "2026-01-31T09:30Z"}, "2026-01-31T09:30Z"), ({"required": False}, ABSENT)],
)
def test_its_sample_is_now(options, expected):
    assert expected == One("datetime", **options).sample


@pytest.mark.parametrize(
    "value",
    [
        "2026-01-31", "2026-01-31 09:30", "2026-02-30T09:30", "2026-01-31T24:00", "2026-01-31T09:30+25:00",
        "2026-01-31T09:30+0500", "0000-01-01T00:00", "2026-01-31T09:30z", "2026-01-31T", "2026-01-31T09:30ZZ",
    ],
)  # fmt: skip
def test_what_is_no_moment_is_said_so(value):
    message = Phrase("not-a-datetime")

    assert [("", message)] == One("datetime").wrong(value)


def test_a_default_that_is_no_moment_is_said():
    message = Phrase("bad-default", {"problem": Phrase("not-a-datetime")})

    assert [("/default", message)] == One("datetime", default="now").found_problems


def test_a_native_control_shows_what_it_gives_back_alone():
    one = One("datetime")

    assert ' type="datetime-local"' in one.html("2026-01-31T09:30")
    assert ' type="datetime-local"' not in one.html("2026-01-31T09:30:00")
