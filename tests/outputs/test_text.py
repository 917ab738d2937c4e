"""Texts as they are."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases, shaped
from tests.phrases import not_of_type
from webform.outputs.base import MAX_COPY
from webform.outputs.texts import MAX_SHOWN


@pytest.mark.parametrize("value", ["Hello", {"value": "Hello"}])
def test_a_text_is_given_raw_or_wrapped(value):
    view = declared("text", value)

    assert (view.name, view.data.text, view.copy) == ("text", "Hello", "Hello")


def test_the_pointer_of_a_wrapped_text_is_that_of_the_text():
    assert declared("text", {"value": "Hello"}).at == "/o/value"


def test_what_a_page_does_not_show_is_counted_and_downloaded_whole():
    text = "é" * (MAX_COPY + 1)
    view = declared("text", text)

    assert (MAX_SHOWN, len(text) - MAX_SHOWN, None) == (len(view.data.text), view.data.more, view.copy)
    assert text.encode() == view.downloads[0].content()


def test_a_short_text_fits_beside_others_and_is_no_file():
    assert (declared("text", "short").small, declared("text", "short").downloads) == (True, ())
    assert not declared("text", "two\nlines").small


def test_half_a_surrogate_pair_does_not_cost_the_download():
    assert declared("text", "a\ud800b" + "b" * 100).downloads[0].content() == b"a?b" + b"b" * 100


def test_a_number_declared_as_text_is_shown_by_its_shape_and_said_to_be_one():
    view = declared("text", 5)

    assert view.name == "number"
    assert phrases(view) == [not_of_type("string", "5")]


@pytest.mark.parametrize("value", ["", "plain", "a\nb", "data:nothing", "javascript:alert(1)"])
def test_an_undeclared_text_is_a_text(value):
    assert shaped(value).name == "text"
