"""The raw answer on a page: bytes as they came, text as text, the rest in hexadecimal, cut with a word on the rest."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed
from tests.html.results import run
from webform.files import StoredFile
from webform.html.raw_panel import MAX_TEXT, dump, shown_raw
from webform.html.results import render_result
from webform.raw import Raw, RawMessage
from webform.result import Result


def test_bytes_are_dumped_sixteen_a_line():
    assert dump(b"\x00PNG" + bytes(range(0x20, 0x2D))) == (
        "00000000  00 50 4e 47 20 21 22 23 24 25 26 27 28 29 2a 2b  .PNG !\"#$%&'()*+\n"
        "00000010  2c                                               ,"
    )


@pytest.mark.parametrize(
    ("body", "size", "text", "dumped"),
    [
        (b'{"a":  1}', "9 bytes", '{"a":  1}', ""),
        (b"", "", None, ""),
        ("é".encode(), "2 bytes", "é", ""),
        (b"\xe9t\xe9", "binary, 3 bytes", None, dump(b"\xe9t\xe9")),
        (b"\x89PNG\r\n\x1a\n", "binary, 8 bytes", None, dump(b"\x89PNG\r\n\x1a\n")),
        (b"PK\x03\x04", "binary, 4 bytes", None, dump(b"PK\x03\x04")),
        (b"<svg>", "5 bytes", "<svg>", ""),
        (b"x" * 2048, "2 KB (2,048 bytes)", "x" * 2048, ""),
    ],
)
def test_a_body_is_text_or_bytes(body, size, text, dumped):
    shown = shown_raw(Raw(body=body))

    assert (shown.size, shown.text and shown.text.text, shown.dump) == (size, text, dumped)


def test_a_long_text_is_cut_between_characters():
    shown = shown_raw(Raw(body=b"x" + "é".encode() * MAX_TEXT))

    assert shown.text.text == "x" + "é" * ((MAX_TEXT - 1) // 2)
    assert shown.text.more == MAX_TEXT + 1


def test_a_file_that_is_gone_is_said_to_be():
    gone = StoredFile(sha256="0" * 64, size=5, media_type="text/plain", name="", head="data:text/plain;base64,")

    assert shown_raw(Raw(status=200, body=gone)).note == "The body is no longer kept."


def test_messages_have_their_time_and_their_way():
    raw = Raw(
        messages=(RawMessage(time=0.5, direction="out", text="{}"), RawMessage(time=1, direction="in", text="<b>"))
    )
    html = render_result(Result(status="ok", raw=raw), None, {}, run())

    assert "0.50 s, sent" in Parsed(html).text
    assert "1.00 s, received" in Parsed(html).text
    assert "&lt;b&gt;" in html


@pytest.mark.parametrize("status", ["ok", "error", "invalid", "cancelled"])
def test_every_result_that_has_one_shows_it_with_its_download(status):
    raw = Raw(status=502, headers={"content-type": "text/html"}, body=b"<h1>Bad</h1>")
    html = render_result(Result(status=status, raw=raw), None, {}, run())
    text = Parsed(html).text

    assert all(words in text for words in ("502 Bad Gateway", "content-type", "12 bytes", "<h1>Bad</h1>"))
    assert [link["href"] for link in Parsed(html).of("a") if "part=raw" in link["href"]] == [
        f"/runs/{run().id}/download?part=raw"
    ]


def test_without_a_server_the_page_carries_it():
    html = render_result(Result(status="ok", value=1, raw=Raw(body=b"1")))

    assert "data:application/octet-stream;base64,MQ==" in [link["href"] for link in Parsed(html).of("a")]
