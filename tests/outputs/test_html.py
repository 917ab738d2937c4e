"""HTML: its source, which nothing runs."""

from __future__ import annotations

from webform.outputs import html
from webform.outputs.base import About, Misfit
from webform.outputs.choosing import choose

PAGE = "<!doctype html><h1>Invoice</h1><script>alert(1)</script>"


def test_a_page_is_its_source_and_taken_away_as_text():
    view = html.view(PAGE, About(name="invoice"))

    assert (view.name, view.data.text) == ("html", PAGE)
    assert [download.media_type.partition(";")[0] for download in view.downloads] == ["text/plain"]
    assert view.downloads[0].content() == PAGE.encode()


def test_only_a_media_type_tells_a_page_from_other_text():
    assert choose(PAGE, About()).name != "html"


def test_what_is_no_text_does_not_fit():
    assert isinstance(html.view({"a": 1}, About()), Misfit)
