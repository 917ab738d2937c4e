"""Markdown, and telling it from other text."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, shaped


def test_markdown_keeps_its_source_to_copy_and_download():
    view = declared("markdown", {"value": "# Heading\n\nBody."})

    assert (view.name, view.copy) == ("markdown", "# Heading\n\nBody.")
    assert (view.downloads[0].filename, view.downloads[0].content()) == ("o.md", b"# Heading\n\nBody.")


@pytest.mark.parametrize(
    "text",
    [
        "# Report\n\n* one\n* two",
        "Some **bold** words\n\n1. first\n2. second",
        "| a | b |\n|---|---|\n| 1 | **2** |",
        "See [this](https://example.org)\n\n```\ncode\n```",
    ],
)
def test_a_text_with_two_marks_of_markdown_is_markdown(text):
    assert shaped(text).name == "markdown"


@pytest.mark.parametrize(
    "text",
    [
        "# one line",
        "a - b\nc * d",
        "# comment\nx = 1\n",
        "- item\n- item",
        "price: 5 ** 2\nand 3 ** 4",
        "Dear all,\n\nhello.",
    ],
)
def test_a_text_with_less_than_that_stays_as_it_is(text):
    assert shaped(text).name == "text"
