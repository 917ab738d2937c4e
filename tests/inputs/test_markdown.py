"""markdown: Markdown text."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("markdown", description="Help").input

    assert (input_.description,) == ("Help",)


@pytest.mark.parametrize(
    "value", ["", "a", "a\nb", "\na\n", "\n\n", "  a", "a\r\nb", "a\rb", "</textarea>", "\x0c", "\ud800", "{{7*7}}"]
)
def test_a_value_comes_back_as_it_was(value):
    one = One("markdown")

    assert (value, []) == one.posted(one.sends(value))


def test_the_line_breaks_of_a_browser_are_read_as_line_feeds():
    assert One("markdown").post({"": "a\r\nb\r\n"}) == ("a\nb\n", [])


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, [])), ({"default": ""}, ("", []))],
)
def test_blank_is_absent_unless_the_default_is_the_empty_text(options, expected):
    assert expected == One("markdown", **options).blank()


@pytest.mark.parametrize(
    ("options", "expected"), [({}, ""), ({"default": "a\n"}, "a\n"), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("markdown", **options).sample


def test_what_is_no_text_is_wrong():
    assert One("markdown").wrong(["a"]) == [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]


def test_its_schema_is_a_text():
    assert One("markdown").input.value_schema() == {"type": "string"}


def test_an_option_of_another_type_is_a_mistake():
    assert One("markdown", language="x").found_problems == [
        ("/language", Phrase("unknown-option", {"type": "markdown", "name": "language", "near": ""}))
    ]
