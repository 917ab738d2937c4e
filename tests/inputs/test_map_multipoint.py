"""map_multipoint: places on a map."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize("value", [[], [[0, 0]], [[51.5, -0.1], [51.5, -0.1]]])
def test_places_come_back_as_they_were(value):
    one = One("map_multipoint")

    assert (value, []) == one.posted(one.sends(value))


def test_places_are_read_a_line_each():
    assert One("map_multipoint").post({"": "1, 2\r\n[3, -4]\r\n"}) == ([[1, 2], [3, -4]], [])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, REQUIRED)),
        ({"required": False}, (ABSENT, [])),
        ({"default": []}, ([], [])),
        ({"default": [[0, 0]]}, (ABSENT, REQUIRED)),
    ],
)
def test_blank_is_absent_unless_the_default_is_the_empty_list(options, expected):
    assert expected == One("map_multipoint", **options).blank()


def test_its_schema_is_a_list_of_places():
    assert {"type": "array", "items": One("map_point").input.value_schema()} == One(
        "map_multipoint"
    ).input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, [[0, 0]]), ({"default_center": [51.5, -0.1]}, [[51.5, -0.1]]), ({"required": False}, ABSENT)],
)
def test_its_sample_is_the_middle_of_the_map(options, expected):
    assert expected == One("map_multipoint", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ([[0]], [("/0", Phrase("minItems", {"limit": 2, "length": 1}))]),
        ([0], [("/0", Phrase("type", {"type": Phrase("kind.array")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("map_multipoint").wrong(value)


def test_its_options_are_read_and_checked():
    one = One("map_multipoint", default_center=[1, 2], default_zoom=3.5)

    assert (one.input.default_center, one.input.default_zoom) == ([1, 2], None)
    assert one.found_problems == [
        ("/default_zoom", Phrase("wrong-type", {"expected": Phrase("kind.natural"), "found": "3.5"}))
    ]
