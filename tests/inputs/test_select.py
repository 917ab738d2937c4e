"""select: one of its options."""

from __future__ import annotations

import pytest

import webform
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
    input_ = One("select", options=ALIKE).input

    assert [option["value"] for option in ALIKE] == [option.value for option in input_.options]
    assert [option["label"] for option in ALIKE] == [option.label for option in input_.options]


@pytest.mark.parametrize("value", [option["value"] for option in ALIKE])
def test_options_that_look_alike_come_back_with_their_type(value):
    one = One("select", options=ALIKE)
    came_back, problems = one.posted(one.sends(value))

    assert ([], value, type(value)) == (problems, came_back, type(came_back))


@pytest.mark.parametrize("value", [1, 1.0])
def test_numbers_that_are_equal_stay_spelled_as_they_were(value):
    one = One("select", options=[{"value": 1, "label": "a"}, {"value": 1.0, "label": "b"}])
    came_back, _ = one.posted(one.sends(value))

    assert repr(value) == repr(came_back)


def test_plain_texts_are_sent_as_they_are():
    assert One("select", options=COUNTRIES, default="GB").sends() == [("/x", "GB")]


@pytest.mark.parametrize(
    ("options", "text", "value"),
    [(COUNTRIES, '"GB"', "GB"), (ALIKE, "1", 1), (ALIKE, '"1"', "1"), (ALIKE, "1.50", 1.5), (ALIKE, " a", " a")],
)
def test_both_spellings_of_an_option_are_read(options, text, value):
    came_back, problems = One("select", options=options).posted([("/x", text)])

    assert (problems, equal(value, came_back)) == ([], True)


@pytest.mark.parametrize("text", ["FR", "gb", "null", "[", "United Kingdom"])
def test_what_is_no_option_is_said_so(text):
    message = Phrase("not-an-option", {"options": ('"United Kingdom"', '"United States"')})

    assert (ABSENT, [("", message)]) == One("select", options=COUNTRIES).posted([("/x", text)])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, [("", Phrase("required.choice"))])),
        ({"required": False}, (ABSENT, [])),
        ({"required": False, "default": "GB"}, (ABSENT, [])),
    ],
)
def test_blank_is_absent(options, expected):
    assert expected == One("select", options=COUNTRIES, **options).blank()


def test_an_optional_one_has_a_visible_not_set():
    assert "Not set" in One("select", options=COUNTRIES, required=False).html()


def test_its_schema_names_its_options():
    assert One("select", options=COUNTRIES).input.value_schema() == {"enum": ["GB", "US"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, "GB"), ({"default": "US"}, "US"), ({"default": "FR"}, "GB"), ({"required": False}, ABSENT)],
)
def test_its_sample_is_its_default_or_its_first_option(options, expected):
    assert expected == One("select", options=COUNTRIES, **options).sample


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
    assert wrong == One("select", options=ALIKE).wrong(value)


@pytest.mark.parametrize("type_", ["radio", "select"])
@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        ({"options": []}, [("/options", Phrase("wrong-type", {"expected": Phrase("kind.choices"), "found": "[]"}))]),
        ({"options": {}}, [("/options", Phrase("wrong-type", {"expected": Phrase("kind.choices"), "found": "{}"}))]),
        ({}, [("", Phrase("missing-option", {"name": "options", "expected": Phrase("kind.choices")}))]),
        (
            {"options": ["a"]},
            [("/options", Phrase("plain-options", {"options": '{"value": "a", "label": "a"}'}))],
        ),
        (
            {"options": [1, "b"]},
            [
                (
                    "/options",
                    Phrase(
                        "plain-options.unread", {"options": '{"value": 1, "label": "1"}, {"value": "b", "label": "b"}'}
                    ),
                )
            ],
        ),
        (
            {"options": [None]},
            [("/options/0", Phrase("wrong-type", {"expected": Phrase("kind.choice"), "found": "null"}))],
        ),
        (
            {"options": [{"label": "a"}, *COUNTRIES]},
            [("/options/0", Phrase("wrong-type.choice-value"))],
        ),
        (
            {"options": [{"value": None, "label": "a"}, *COUNTRIES]},
            [("/options/0/value", Phrase("wrong-type", {"expected": Phrase("kind.scalar"), "found": "null"}))],
        ),
        ({"options": [{"value": 1}]}, [("/options/0", Phrase("wrong-type.choice-label"))]),
        (
            {"options": [{"value": 1, "label": 1}]},
            [("/options/0/label", Phrase("wrong-type", {"expected": Phrase("kind.label"), "found": "1"}))],
        ),
        (
            {"options": [{"value": 1, "label": "a", "lable": "b"}]},
            [("/options/0/lable", Phrase("unknown-option.choice", {"name": "lable"}))],
        ),
        (
            {"options": [*COUNTRIES, COUNTRIES[0]]},
            [("/options/2/value", Phrase("duplicate-option", {"value": '"GB"'}))],
        ),
        (
            {"options": COUNTRIES, "default": "FR"},
            [("/default", Phrase("bad-default", {"problem": Phrase("enum", {"options": '"GB", "US"'})}))],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(type_, options, expected_problems):
    assert expected_problems == One(type_, **options).found_problems


def test_one_bad_option_does_not_cost_the_others():
    input_ = One("select", options=[5, *COUNTRIES]).input

    assert [option.value for option in input_.options] == ["GB", "US"]


def test_without_any_option_it_is_a_json_editor():
    assert One("select", options=[5]).input.type == "json"


def test_the_example_of_the_seed_sends_its_body():
    options = [*COUNTRIES, {"value": "DE", "label": "Germany"}]
    one = One("select", label="Country", searchable=True, options=options, default="GB")

    assert one.posted(one.sends()) == ("GB", [])
    assert one.input.searchable


@pytest.mark.parametrize(("count", "searchable", "shown"), [(8, False, False), (9, False, True), (2, True, True)])
def test_many_options_can_be_searched(count, searchable, shown):
    options = [{"value": str(index), "label": str(index)} for index in range(count)]

    assert shown == ("data-searchable" in One("select", options=options, searchable=searchable).html())


def test_a_text_that_two_options_may_be_is_neither():
    one = One("select", options=[{"value": 5, "label": "number"}, {"value": "5.0", "label": "text"}])

    assert one.posted([("/x", "5.0")]) == (ABSENT, [("", Phrase("not-an-option", {"options": ('"number"', '"text"')}))])


def test_plain_texts_are_values_and_labels():
    (tool,) = webform.load([{"key": "x", "type": "select", "label": "X", "options": ["EUR", "USD"]}])

    assert [(choice.value, choice.label) for choice in tool.form.inputs[0].options] == [("EUR", "EUR"), ("USD", "USD")]
    assert webform.check(tool.form, {"x": "USD"}) == []
