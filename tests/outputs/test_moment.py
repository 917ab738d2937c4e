"""Days and moments."""

from __future__ import annotations

import pytest

from webform.outputs.base import About, Misfit
from webform.outputs.moment import view
from webform.outputs.moments import seconds


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2026-01-31", "31 January 2026"),
        ("2026-01-31T09:05", "31 January 2026, 09:05"),
        ("2026-01-31 09:05:07Z", "31 January 2026, 09:05:07 UTC"),
        ("2026-01-31t09:05:07z", "31 January 2026, 09:05:07 UTC"),
        ("2026-01-31T14:30:00+01:00", "31 January 2026, 14:30 UTC+01:00"),
        ("2026-01-31T22:30:00+0900", "31 January 2026, 22:30 UTC+09:00"),
        ("2026-01-31 22:30:00+09", "31 January 2026, 22:30 UTC+09:00"),
        ("2026-01-31T09:05:00.123-03:30", "31 January 2026, 09:05:00.123 UTC−03:30"),
        ("2026-01-31T09:05:07.123456789", "31 January 2026, 09:05:07.123456789"),
    ],
)
def test_a_time_is_written_out_with_its_offset_and_its_exact_text_kept(value, text):
    data = view(value, About()).data

    assert (text, value) == (data.text, data.exact)


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("2026-01-31T09:05", "2026-01-31T09:05, no time zone"),
        ("2026-01-31T09:05Z", "2026-01-31T09:05Z"),
        ("2026-01-31", "2026-01-31"),
    ],
)
def test_only_a_time_without_an_offset_is_said_to_have_no_time_zone(value, title):
    assert title == view(value, About()).data.title


@pytest.mark.parametrize(
    "value",
    ["2026-02-30", "2026-01-31T25:00", "31.1.2026", "2026", "0000-01-01", 5, None, "2026-01-31 ", "2026-01-31T09:05.5"],
)
def test_what_is_no_moment_is_none(value):
    assert isinstance(view(value, About()), Misfit)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ("1970-01-02", 86400),
        ("1970-01-01T01:00+01:00", 0),
        ("1970-01-01T00:00:01Z", 1),
        (5, 5),
        (True, None),
        ("x", None),
    ],
)
def test_a_moment_stands_somewhere_in_time(value, at):
    assert at == seconds(value)
