"""map_bbox: a box on a map."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

BOX = [[51, -1], [52, 1.5]]
FLAT = [51, -1, 52, 1.5]
BLANK = {"/0/0": "", "/0/1": "", "/1/0": "", "/1/1": ""}


def test_its_options_are_read():
    input_ = One("map_bbox", default_center=[51.5, -0.1], default_zoom=10, bbox_format="flat").input

    assert (input_.default_center, input_.default_zoom, input_.bbox_format) == ([51.5, -0.1], 10, "flat")


@pytest.mark.parametrize(
    ("options", "value"),
    [({}, BOX), ({}, [[0, 170], [1, -170]]), ({}, [[51, -1], [51, 1.5]]), ({"bbox_format": "flat"}, FLAT), ({}, FLAT)],
)
def test_a_box_comes_back_as_it_was(options, value):
    one = One("map_bbox", **options)

    assert value == one.posted(one.sends(value))[0]


@pytest.mark.parametrize("default", [BOX, FLAT])
@pytest.mark.parametrize(("format_", "expected"), [("nested", BOX), ("flat", FLAT)])
def test_a_default_of_either_format_is_sent_in_the_one_asked_for(default, format_, expected):
    one = One("map_bbox", bbox_format=format_, default=default)

    assert one.found_problems == []
    assert (expected, []) == one.posted(one.sends())
    assert expected == one.sample


@pytest.mark.parametrize(("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, []))])
def test_blank_is_absent(options, expected):
    assert expected == One("map_bbox", **options).blank()


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"/0/0": "51"}, ("/0/1", Phrase("not-a-number", {"wanted": Phrase("number.west")}))),
        (
            {"/0/0": "51", "/0/1": "-1", "/1/0": "x"},
            ("/1/0", Phrase("not-a-number", {"wanted": Phrase("number.north")})),
        ),
    ],
)
def test_half_a_box_is_a_problem_at_the_edge_that_is_missing(texts, problem):
    assert (ABSENT, [problem]) == One("map_bbox").post(BLANK | texts)


def test_its_schema_follows_its_format():
    latitude, longitude = One("map_point").input.value_schema()["prefixItems"]

    assert One("map_point").input.value_schema() == One("map_bbox").input.value_schema()["items"]
    assert [latitude, longitude] * 2 == One("map_bbox", bbox_format="flat").input.value_schema()["prefixItems"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [[-0.01, -0.01], [0.01, 0.01]]),
        ({"default_center": [51.5, -0.1]}, [[51.49, -0.11], [51.51, -0.09]]),
        ({"default_center": [90, 180]}, [[89.99, 179.99], [90, 180]]),
        ({"bbox_format": "flat"}, [-0.01, -0.01, 0.01, 0.01]),
        ({"required": False}, ABSENT),
    ],
)
def test_its_sample_is_a_small_box_around_the_middle(options, expected):
    assert expected == One("map_bbox", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (BOX[::-1], [("", Phrase("box-order"))]),
        ([[1, 2], [1, 2]], []),
        (
            FLAT,
            [
                ("", Phrase("maxItems", {"limit": 2, "length": 4})),
                *((f"/{n}", Phrase("type", {"type": Phrase("kind.array")})) for n, v in enumerate(FLAT)),
            ],
        ),
        ([[0, 0], [0, 200]], [("/1/1", Phrase("maximum", {"limit": "180"}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert sorted(wrong) == sorted(One("map_bbox").wrong(value))


def test_what_its_author_should_mend_is_said():
    expected_problems = [
        (
            "/bbox_format",
            Phrase(
                "wrong-type", {"expected": Phrase("kind.one-of", {"values": ('"nested"', '"flat"')}), "found": '"wide"'}
            ),
        )
    ]

    assert expected_problems == One("map_bbox", bbox_format="wide").found_problems
