"""textarea: text of several lines."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("textarea", placeholder="…", max_length=2000, monospace=True).input

    assert (input_.placeholder, input_.max_length, input_.monospace) == ("…", 2000, True)


@pytest.mark.parametrize(
    "value", ["", "a", "a\nb", "\na\n", "\n\n", "  a", "a\r\nb", "a\rb", "</textarea>", "\x0c", "\ud800", "{{7*7}}"]
)
def test_a_value_comes_back_as_it_was(value):
    one = One("textarea")

    assert (value, []) == one.posted(one.sends(value))


def test_the_line_breaks_of_a_browser_are_read_as_line_feeds():
    assert One("textarea").post({"": "a\r\nb\r\n"}) == ("a\nb\n", [])


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, [])), ({"default": ""}, ("", []))],
)
def test_blank_is_absent_unless_the_default_is_the_empty_text(options, expected):
    assert expected == One("textarea", **options).blank()


@pytest.mark.parametrize(
    ("options", "expected"), [({}, ""), ({"default": "a\n"}, "a\n"), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("textarea", **options).sample


def test_what_is_no_text_is_wrong():
    assert One("textarea").wrong(["a"]) == [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]


def test_its_length_counts_characters():
    one = One("textarea", max_length=2)

    assert one.input.value_schema() == {"type": "string", "maxLength": 2}
    assert one.wrong("\n\U0001f600") == []
    assert one.wrong("abc") == [("", Phrase("maxLength", {"limit": 2, "length": 3}))]


def test_monospace_is_true_or_false():
    assert One("textarea", monospace="yes").found_problems == [
        ("/monospace", Phrase("wrong-type", {"expected": Phrase("kind.boolean"), "found": '"yes"'}))
    ]
