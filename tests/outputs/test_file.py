"""Files to take away."""

from __future__ import annotations

import pytest

from tests.outputs.embedding import GIF, HTML, SVG, url
from tests.outputs.showing import RESPONSE, declared, first_key, shaped


def test_a_file_is_downloaded_under_its_name():
    view = declared("file", RESPONSE["o_file"])
    (download,) = view.downloads

    assert (view.name, view.data.filename, view.data.words) == ("file", "t.pdf", "application/pdf, 9 bytes")
    assert (download.filename, download.media_type, download.content()) == ("t.pdf", "application/pdf", b"%PDF-1.4\n")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\x\\y.txt", "y.txt"),
        ("a\r\nSet-Cookie: x.txt", "a_Set-Cookie_ x.txt"),
        ("photo\u202egnp.txt", "photo_gnp.txt"),
        (".bashrc", "bashrc.txt"),
        ("..", "result.txt"),
        ("", "o.txt"),
        ("x" * 300 + ".txt", "x" * 96 + ".txt"),
        ('a"b<c>.txt', "a_b_c_.txt"),
        ("é 漢.txt", "é 漢.txt"),
        ("\ud800.txt", "_.txt"),
    ],
)
def test_the_name_of_a_file_is_cleaned(name, clean):
    view = declared("file", {"filename": name, "data": url("text/plain", b"x")})

    assert (clean, clean) == (view.data.filename, view.downloads[0].filename)


@pytest.mark.parametrize(
    ("media_type", "data", "served"),
    [
        ("text/html", HTML, "application/octet-stream"),
        ("text/plain", HTML, "application/octet-stream"),
        ("image/svg+xml", SVG, "application/octet-stream"),
        ("application/xml", b"<?xml version='1.0'?><x/>", "application/octet-stream"),
        ("application/xhtml+xml", HTML, "application/octet-stream"),
        ("text/javascript", b"alert(1)", "application/octet-stream"),
        ("text/csv", b"a,b\n", "text/csv"),
        ("image/gif", GIF, "image/gif"),
    ],
)
def test_a_file_is_never_served_as_what_a_browser_would_run(media_type, data, served):
    (download,) = declared("file", {"filename": "x.bin", "data": url(media_type, data)}).downloads

    assert (served, data) == (download.media_type, download.content())


@pytest.mark.parametrize("show", [shaped, lambda value: declared("file", value)], ids=["undeclared", "declared"])
def test_the_caption_of_a_file_is_shown(show):
    view = show({"filename": "t.txt", "data": url("text/plain", b"x"), "caption": "Draft"})

    assert (view.name, view.data.filename, view.caption) == ("file", "t.txt", "Draft")


def test_an_object_that_says_more_than_a_file_is_shown_key_by_key():
    assert shaped({"filename": "t.txt", "data": url("text/plain", b"x"), "pages": 3}).name == "json"


def test_a_file_at_an_address_is_a_link():
    view = declared("file", {"filename": "x.pdf", "data": "https://example.org/x.pdf"})

    assert (view.name, view.data, view.note) == ("link", "https://example.org/x.pdf", "x.pdf")


@pytest.mark.parametrize(
    "value",
    [{"filename": "x"}, {"filename": 5, "data": "x"}, {"data": "x"}, 5, "plain", {"filename": "x", "data": None}],
)
def test_what_is_no_file_is_shown_by_its_shape(value):
    view = declared("file", value)

    assert view.name != "file"
    assert first_key(view) in {"output-type", "output-incomplete"}


@pytest.mark.parametrize(
    "value", [url("application/pdf", b"%PDF-1.4"), {"filename": "x.pdf", "data": url("application/pdf", b"%PDF-1.4")}]
)
def test_an_undeclared_file_is_one(value):
    assert shaped(value).name == "file"
