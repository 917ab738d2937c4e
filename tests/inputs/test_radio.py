"""radio: one of its options."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform.messages import Phrase
from webform.values import ABSENT, equal

COUNTRIES = [{"value": "GB", "label": "United Kingdom"}, {"value": "US", "label": "United States"}]
#: Values that forms confuse: each its own option.
ALIKE = [
    {"value": value, "label": str(index)}
    for index, value in enumerate([1, "1", 1.5, True, "true", False, "", " a", "a\nb"])
]


def test_its_options_keep_their_types():
    input_ = One("radio", options=ALIKE).input

    assert [option["value"] for option in ALIKE] == [option.value for option in input_.options]
    assert [option["label"] for option in ALIKE] == [option.label for option in input_.options]


@pytest.mark.parametrize("value", [option["value"] for option in ALIKE])
def test_options_that_look_alike_come_back_with_their_type(value):
    one = One("radio", options=ALIKE)
    came_back, problems = one.posted(one.sends(value))

    assert ([], value, type(value)) == (problems, came_back, type(came_back))


@pytest.mark.parametrize("value", [1, 1.0])
def test_numbers_that_are_equal_stay_spelled_as_they_were(value):
    one = One("radio", options=[{"value": 1, "label": "a"}, {"value": 1.0, "label": "b"}])
    came_back, _ = one.posted(one.sends(value))

    assert repr(value) == repr(came_back)


def test_plain_texts_are_sent_as_they_are():
    assert One("radio", options=COUNTRIES, default="GB").sends() == [("/x", "GB")]


@pytest.mark.parametrize(
    ("options", "text", "value"),
    [(COUNTRIES, '"GB"', "GB"), (ALIKE, "1", 1), (ALIKE, '"1"', "1"), (ALIKE, "1.50", 1.5), (ALIKE, " a", " a")],
)
def test_both_spellings_of_an_option_are_read(options, text, value):
    came_back, problems = One("radio", options=options).posted([("/x", text)])

    assert (problems, equal(value, came_back)) == ([], True)


@pytest.mark.parametrize("text", ["FR", "gb", "null", "[", "United Kingdom"])
def test_what_is_no_option_is_said_so(text):
    message = Phrase("not-an-option", {"options": ('"United Kingdom"', '"United States"')})

    assert (ABSENT, [("", message)]) == One("radio", options=COUNTRIES).posted([("/x", text)])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, [("", Phrase("required.choice"))])),
        ({"required": False}, (ABSENT, [])),
        ({"required": False, "default": "GB"}, (ABSENT, [])),
    ],
)
def test_blank_is_absent(options, expected):
    assert expected == One("radio", options=COUNTRIES, **options).blank()


def test_an_optional_one_has_a_visible_not_set():
    assert "Not set" in One("radio", options=COUNTRIES, required=False).html()


def test_its_schema_names_its_options():
    assert One("radio", options=COUNTRIES).input.value_schema() == {"enum": ["GB", "US"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, "GB"), ({"default": "US"}, "US"), ({"default": "FR"}, "GB"), ({"required": False}, ABSENT)],
)
def test_its_sample_is_its_default_or_its_first_option(options, expected):
    assert expected == One("radio", options=COUNTRIES, **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (1, []),
        (1.0, []),
        ("1", []),
        (0, [("", Phrase("enum", {"options": '1, "1", 1.5, true, "true", false, "", " a", "a\\nb"'}))]),
        (None, [("", Phrase("enum", {"options": '1, "1", 1.5, true, "true", false, "", " a", "a\\nb"'}))]),
    ],
)
def test_the_type_of_a_value_counts(value, wrong):
    assert wrong == One("radio", options=ALIKE).wrong(value)


def test_one_bad_option_does_not_cost_the_others():
    input_ = One("radio", options=[5, *COUNTRIES]).input

    assert [option.value for option in input_.options] == ["GB", "US"]


def test_without_any_option_it_is_a_json_editor():
    assert One("radio", options=[5]).input.type == "json"
