"""text: a line of text."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One(
        "text", placeholder="Untitled", max_length=80, default="a", required=False, group="G", description="D"
    ).input

    assert (
        input_.placeholder, input_.max_length, input_.default, input_.required, input_.group, input_.description,
    ) == ("Untitled", 80, "a", False, "G", "D")  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        "",
        "a",
        " a ",
        "1",
        "true",
        "null",
        "[1]",
        "é\U0001f600",
        "a\tb",
        "a\nb",
        "\n",
        'a"b<c>&',
        "a\rb",
        "\x00",
        "\ud800",
    ],
)
def test_a_value_comes_back_as_it_was(value):
    one = One("text")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, REQUIRED)),
        ({"required": False}, (ABSENT, [])),
        ({"default": "a"}, (ABSENT, REQUIRED)),
        ({"default": ""}, ("", [])),
        ({"default": "", "required": False}, ("", [])),
        ({"default": None, "required": False}, (ABSENT, [])),
    ],
)
def test_blank_is_absent_unless_the_default_is_the_empty_text(options, expected):
    assert expected == One("text", **options).blank()


def test_a_person_may_send_it_empty():
    assert One("text").posted([("/x", ""), ("is/x", "string")]) == ("", [])


@pytest.mark.parametrize("text", [" ", "\t", "0"])
def test_white_space_is_a_text(text):
    assert (text, []) == One("text").post({"": text})


def test_its_schema_says_how_long_it_may_be():
    assert One("text", max_length=80).input.value_schema() == {"type": "string", "maxLength": 80}


@pytest.mark.parametrize(
    ("options", "expected"), [({}, ""), ({"default": "a"}, "a"), ({"required": False}, ABSENT), ({"max_length": 0}, "")]
)
def test_its_sample(options, expected):
    assert expected == One("text", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("ab", []),
        ("\U0001f600\U0001f600", []),
        ("abc", [("", Phrase("maxLength", {"limit": 2, "length": 3}))]),
        (5, [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
        (None, [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("text", max_length=2).wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        (
            {"max_length": "2"},
            [("/max_length", Phrase("wrong-type", {"expected": Phrase("kind.natural"), "found": '"2"'}))],
        ),
        (
            {"max_length": True},
            [("/max_length", Phrase("wrong-type", {"expected": Phrase("kind.natural"), "found": "true"}))],
        ),
        (
            {"max_length": 2.5},
            [("/max_length", Phrase("wrong-type", {"expected": Phrase("kind.natural"), "found": "2.5"}))],
        ),
        ({"max_length": 2.0}, []),
        (
            {"max_lenght": 2},
            [("/max_lenght", Phrase("unknown-option", {"type": "text", "name": "max_lenght", "near": "max_length"}))],
        ),
        ({"options": []}, [("/options", Phrase("unknown-option", {"type": "text", "name": "options", "near": ""}))]),
        ({"placeholder": 1}, [("/placeholder", Phrase("wrong-type", {"expected": Phrase("kind.text"), "found": "1"}))]),
        (
            {"max_length": 2, "default": "abc"},
            [("/default", Phrase("bad-default", {"problem": Phrase("maxLength", {"limit": 2, "length": 3})}))],
        ),
        (
            {"default": 5},
            [("/default", Phrase("bad-default", {"problem": Phrase("type.typed", {"type": Phrase("kind.string")})}))],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("text", **options).found_problems


def test_a_declared_length_is_checked_and_does_not_stop_people_typing():
    html = One("text", max_length=2).html()

    assert ' maxlength="' not in html
    assert 'data-max-length="2"' in html
