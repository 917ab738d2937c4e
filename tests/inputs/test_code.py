"""code: source text of a programming language."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("code", language="python").input

    assert (input_.language,) == ("python",)


@pytest.mark.parametrize(
    "value", ["", "a", "a\nb", "\na\n", "\n\n", "  a", "a\r\nb", "a\rb", "</textarea>", "\x0c", "\ud800", "{{7*7}}"]
)
def test_a_value_comes_back_as_it_was(value):
    one = One("code")

    assert (value, []) == one.posted(one.sends(value))


def test_the_line_breaks_of_a_browser_are_read_as_line_feeds():
    assert One("code").post({"": "a\r\nb\r\n"}) == ("a\nb\n", [])


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, [])), ({"default": ""}, ("", []))],
)
def test_blank_is_absent_unless_the_default_is_the_empty_text(options, expected):
    assert expected == One("code", **options).blank()


@pytest.mark.parametrize(
    ("options", "expected"), [({}, ""), ({"default": "a\n"}, "a\n"), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("code", **options).sample


def test_what_is_no_text_is_wrong():
    assert One("code").wrong(["a"]) == [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]


def test_its_schema_is_a_text():
    assert One("code").input.value_schema() == {"type": "string"}


def test_an_unknown_language_is_named():
    expected_problems = Phrase(
        "wrong-type",
        {
            "expected": Phrase("kind.one-of", {"values": ('"python"', '"sql"', '"js"', '"html"', '"json"', '"plain"')}),
            "found": '"pyhton"',
        },
    )

    assert [("/language", expected_problems)] == One("code", language="pyhton").found_problems
    assert One("code", language="pyhton").input.language == "plain"


def test_the_example_of_the_seed_sends_its_default():
    one = One("code", label="Python script", language="python", default="# write your code here\n")

    assert one.posted(one.sends()) == ("# write your code here\n", [])
