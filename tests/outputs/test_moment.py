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
        ("2026-01-31T09:05:00.123-03:30", "31 January 2026, 09:05 UTC−03:30"),
    ],
)
def test_a_moment_is_written_out_and_its_exact_text_kept(value, text):
    assert (text, value) == view(value, About()).data


@pytest.mark.parametrize(
    "value", ["2026-02-30", "2026-01-31T25:00", "31.1.2026", "2026", "0000-01-01", 5, None, "2026-01-31 "]
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
