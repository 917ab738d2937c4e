"""date_range: two days, from and to."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

DAYS = ["2026-01-01", "2026-01-31"]


@pytest.mark.parametrize("value", ["soon", ["a\nb", "c"], ["", ""], [1, 2]])
def test_what_its_controls_cannot_show_comes_back_as_it_was(value):
    one = One("date_range")

    assert one.posted(one.sends(value))[0] == value


@pytest.mark.parametrize("value", [DAYS, ["2026-01-01", "2026-01-01"]])
def test_a_range_comes_back_as_it_was(value):
    one = One("date_range")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False, "default": DAYS}, (ABSENT, []))]
)
def test_blank_is_absent_and_no_empty_texts(options, expected):
    assert expected == One("date_range", **options).blank()


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"/0": "", "/1": "2026-01-31"}, ("/0", Phrase("missing-date.start"))),
        ({"/0": "2026-01-01", "/1": " "}, ("/1", Phrase("missing-date.end"))),
    ],
)
def test_half_a_range_is_a_problem_at_the_other_half(texts, problem):
    assert (ABSENT, [problem]) == One("date_range").post(texts)


def test_its_schema_is_two_dates():
    expected = {"type": "array", "items": {"type": "string", "format": "date"}, "minItems": 2, "maxItems": 2}

    assert expected == One("date_range").input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, ["2026-03-14", "2026-03-14"]), ({"default": DAYS}, DAYS), ({"required": False}, ABSENT)],
)
def test_its_sample_is_today(options, expected):
    assert expected == One("date_range", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (DAYS, []),
        (
            DAYS[::-1],
            [("/1", Phrase("range-order.dates"))],
        ),
        (["x", "2026-01-01"], [("/0", Phrase("not-a-date"))]),
        (["2026-01-01"], [("", Phrase("minItems", {"limit": 2, "length": 1}))]),
        (["2026-01-01"] * 3, [("", Phrase("maxItems", {"limit": 2, "length": 3}))]),
        ({"from": 1}, [("", Phrase("type", {"type": Phrase("kind.array")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("date_range").wrong(value)


def test_a_default_of_one_day_is_said():
    expected_problems = [
        ("/default", Phrase("bad-default", {"problem": Phrase("type", {"type": Phrase("kind.array")})}))
    ]

    assert expected_problems == One("date_range", default="2026-01-01").found_problems
