"""map_polygon: an area on a map."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

AREA = [[51.5, -0.1], [51.6, -0.1], [51.6, 0]]
LINES = "51.5, -0.1\r\n51.6, -0.1\r\n51.6, 0"


def test_the_example_of_the_seed_sends_its_body():
    one = One("map_polygon", label="Study area", default_center=[51.5, -0.1], default_zoom=10)

    assert one.post({"": LINES}) == (AREA, [])


@pytest.mark.parametrize("value", [AREA, [*AREA, [51.7, 1 / 3]]])
def test_an_area_comes_back_as_it_was(value):
    one = One("map_polygon")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    "text", [LINES + "\r\n51.5, -0.1", LINES.replace(", ", " "), LINES.replace(", ", "; "), f"\r\n{LINES}\r\n\r\n"]
)
def test_it_is_read_as_people_paste_it_and_a_closed_ring_is_opened(text):
    assert One("map_polygon").post({"": text}) == (AREA, [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1, 2\n3", Phrase("not-a-place.line", {"line": 2})),
        ("1, 2\n\n3, x", Phrase("not-a-place.line", {"line": 3})),
        ("51,5 -0,1", Phrase("not-a-place.line", {"line": 1})),
    ],
)
def test_what_is_no_place_is_said_with_its_line(text, message):
    assert (ABSENT, [("", message)]) == One("map_polygon").post({"": text})


@pytest.mark.parametrize(("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, []))])
def test_blank_is_absent(options, expected):
    assert expected == One("map_polygon", **options).blank()


def test_its_schema_asks_for_three_places():
    place = One("map_point").input.value_schema()

    assert {"type": "array", "items": place, "minItems": 3} == One("map_polygon").input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [[0, 0], [0, 0.01], [0.01, 0]]),
        ({"default_center": [90, 180]}, [[89.99, 180], [89.99, 179.99], [90, 180]]),
        ({"default": AREA}, AREA),
        ({"default": [[0, 0]]}, [[0, 0], [0, 0.01], [0.01, 0]]),
        ({"required": False}, ABSENT),
    ],
)
def test_its_sample_is_a_triangle_where_the_map_begins(options, expected):
    assert expected == One("map_polygon", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (AREA[:2], [("", Phrase("minItems", {"limit": 3, "length": 2}))]),
        ([*AREA, AREA[0]], [("/3", Phrase("closed-ring"))]),
        ([*AREA[:2], [91, 0]], [("/2/0", Phrase("maximum", {"limit": "90"}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("map_polygon").wrong(value)


def test_a_default_of_too_few_places_is_said():
    assert One("map_polygon", default=[[0, 0]]).found_problems == [
        ("/default", Phrase("bad-default", {"problem": Phrase("minItems", {"limit": 3, "length": 1})}))
    ]
