"""multiselect: any number of its options."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform.messages import Phrase
from webform.values import ABSENT

COUNTRIES = [{"value": "GB", "label": "United Kingdom"}, {"value": "US", "label": "United States"}]
ALIKE = [{"value": value, "label": str(index)} for index, value in enumerate([1, "1", True, "true", ""])]


def test_its_options_are_read():
    assert [option.value for option in One("multiselect", options=COUNTRIES).input.options] == ["GB", "US"]


@pytest.mark.parametrize("value", [[], ["1"], [1], [True, 1], ["", "true"], ["true", True, "1", 1]], ids=repr)
def test_a_value_comes_back_in_its_order(value):
    one = One("multiselect", options=ALIKE)

    assert (repr(value), []) == (repr(one.posted(one.sends(value))[0]), one.posted(one.sends(value))[1])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ([], [])),
        ({"default": ["GB"]}, ([], [])),
        ({"required": False}, (ABSENT, [])),
        ({"required": False, "default": ["GB"]}, (ABSENT, [])),
        ({"required": False, "default": []}, ([], [])),
    ],
)
def test_nothing_ticked_is_an_empty_list_where_required_else_absent(options, expected):
    one = One("multiselect", options=COUNTRIES, **options)

    assert expected == one.posted([entry for entry in one.sends() if entry[0] != "/x"])


def test_a_post_without_marks_and_boxes_has_nothing():
    assert One("multiselect", options=COUNTRIES).posted([]) == (ABSENT, [("", Phrase("required.choice"))])


def test_what_is_no_option_is_said_so():
    message = Phrase("not-an-option", {"options": ('"United Kingdom"', '"United States"')})

    assert (ABSENT, [("", message)]) == One("multiselect", options=COUNTRIES).post({"": ["GB", "FR"]})


def test_its_schema_takes_each_option_once():
    expected = {"type": "array", "items": {"enum": ["GB", "US"]}, "uniqueItems": True}

    assert expected == One("multiselect", options=COUNTRIES).input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, []), ({"default": ["US"]}, ["US"]), ({"required": False}, ABSENT), ({"default": 5}, [])],
)
def test_its_sample_is_its_default_or_empty(options, expected):
    assert expected == One("multiselect", options=COUNTRIES, **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (["GB", "GB"], [("", Phrase("uniqueItems"))]),
        (["GB", "FR"], [("/1", Phrase("enum", {"options": '"GB", "US"'}))]),
        ("GB", [("", Phrase("type", {"type": Phrase("kind.array")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("multiselect", options=COUNTRIES).wrong(value)


def test_a_default_outside_its_options_is_said():
    expected_problems = [("/default/0", Phrase("bad-default", {"problem": Phrase("enum", {"options": '"GB", "US"'})}))]

    assert expected_problems == One("multiselect", options=COUNTRIES, default=["FR"]).found_problems
