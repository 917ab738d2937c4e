"""map_point: a place."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("map_point", default_center=[51.5, -0.1], default_zoom=10).input

    assert (input_.default_center, input_.default_zoom) == ([51.5, -0.1], 10)


@pytest.mark.parametrize("value", [[0, 0], [51.5, -0.1], [-90, 180], [1e-7, 1 / 3]])
def test_a_place_comes_back_as_it_was(value):
    one = One("map_point")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize("text", ["51.5, -0.1", "51.5,-0.1", "(51.5, −0.1)", " [51.5 , -0.1] "])
def test_a_place_may_be_pasted_whole(text):
    assert One("map_point").post({"/0": text, "/1": ""}) == ([51.5, -0.1], [])


@pytest.mark.parametrize(("options", "expected"), [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, []))])
def test_blank_is_absent(options, expected):
    assert expected == One("map_point", **options).blank()


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"/0": "51.5", "/1": ""}, ("/1", Phrase("not-a-number", {"wanted": Phrase("number.longitude")}))),
        ({"/0": "north", "/1": "1"}, ("/0", Phrase("not-a-number", {"wanted": Phrase("number.latitude")}))),
        ({"/0": "1, 2, 3", "/1": ""}, ("", Phrase("not-a-place", {"line": 0}))),
        ({"/0": "1, x", "/1": ""}, ("", Phrase("not-a-place", {"line": 0}))),
    ],
)
def test_what_is_no_place_is_said_so(texts, problem):
    assert (ABSENT, [problem]) == One("map_point").post(texts)


def test_its_schema_has_the_bounds_of_the_earth():
    expected = {
        "type": "array",
        "prefixItems": [
            {"type": "number", "minimum": -90, "maximum": 90},
            {"type": "number", "minimum": -180, "maximum": 180},
        ],
        "items": False,
        "minItems": 2,
    }

    assert expected == One("map_point").input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 0]),
        ({"default_center": [51.5, -0.1]}, [51.5, -0.1]),
        ({"default": [1, 2]}, [1, 2]),
        ({"required": False}, ABSENT),
    ],
)
def test_its_sample_is_the_middle_of_the_map(options, expected):
    assert expected == One("map_point", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ([91, 0], [("/0", Phrase("maximum", {"limit": "90"}))]),
        ([0, -181], [("/1", Phrase("minimum", {"limit": "-180"}))]),
        ([0], [("", Phrase("minItems", {"limit": 2, "length": 1}))]),
        ([0, 0, 0], [("/2", Phrase("falseSchema"))]),
        ("0, 0", [("", Phrase("type", {"type": Phrase("kind.array")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("map_point").wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        ({"default_center": [100, 0]}, [("/default_center", Phrase("wrong-type", {"expected": Phrase("kind.point"), "found": "[100, 0]"}))]),
        ({"default_center": "0,0"}, [("/default_center", Phrase("wrong-type", {"expected": Phrase("kind.point"), "found": '"0,0"'}))]),
        ({"default_zoom": -1}, [("/default_zoom", Phrase("wrong-type", {"expected": Phrase("kind.natural"), "found": "-1"}))]),
        ({"default": [91, 0]}, [("/default/0", Phrase("bad-default", {"problem": Phrase("maximum", {"limit": "90"})}))]),
        ({"zoom": 5}, [("/zoom", Phrase("unknown-option", {"type": "map_point", "name": "zoom", "near": ""}))]),
    ],
)  # fmt: skip
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("map_point", **options).found_problems
