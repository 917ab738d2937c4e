"""Media types: declared, by extension, by first bytes, and what an `accept` list takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.large import Large
from webform.media import EXTENSIONS, FIRST, UNKNOWN, accepts, canonical, extension, sniff, type_of

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0"
HTML = b"\n<!DOCTYPE html><script>alert(1)</script>"
SVG = b'<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'
LONG_XML = b'<?xml version="1.0"?><!--' + b"x" * FIRST
CSV = b"a,b\n1,2\n"
UTF16_CSV = "a,b\n1,2\n".encode("utf-16")
ZIP = b"PK\x03\x04\x14\0"
WEBM = b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm"
MP4 = b"\0\0\0 ftypisom\0\0\2\0"
JUNK = b"\0\1\2\3 of no known kind"

SHOWN = {
    "png": (PNG, "image/png"),
    "jpeg": (JPEG, "image/jpeg"),
    "gif": (b"GIF89a\1\0\1\0", "image/gif"),
    "webp": (b"RIFF\x24\0\0\0WEBPVP8 ", "image/webp"),
    "avif": (b"\0\0\0 ftypavif\0\0\0\0", "image/avif"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0", "image/heic"),
    "bmp": (b"BM\x46\0\0\0\0\0\0\0\x36\0", "image/bmp"),
    "tiff": (b"II*\0\x08\0", "image/tiff"),
    "ico": (b"\0\0\1\0\1\0\x10\x10", "image/x-icon"),
    "wav": (b"RIFF\x24\0\0\0WAVEfmt ", "audio/wav"),
    "mp3 with tags": (b"ID3\x03\0\0", "audio/mpeg"),
    "mp3": (b"\xff\xfb\x90\x64", "audio/mpeg"),
    "aac": (b"\xff\xf1\x50\x80", "audio/aac"),
    "ogg": (b"OggS\0\2", "audio/ogg"),
    "flac": (b"fLaC\0\0\0\x22", "audio/flac"),
    "m4a": (b"\0\0\0 ftypM4A \0\0", "audio/mp4"),
    "mp4": (MP4, "video/mp4"),
    "mov": (b"\0\0\0\x14ftypqt  ", "video/quicktime"),
    "webm": (WEBM, "video/webm"),
    "mkv": (WEBM.replace(b"webm", b"matroska"), "video/x-matroska"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3", "application/pdf"),
    "zip": (ZIP, "application/zip"),
    "empty zip": (b"PK\x05\x06" + bytes(18), "application/zip"),
    "gzip": (b"\x1f\x8b\x08\0", "application/gzip"),
    "html": (HTML, "text/html"),
    "svg": (SVG, "image/svg+xml"),
    "bare svg": (b"\xef\xbb\xbf <svg>", "image/svg+xml"),
    "xml": (b"<?xml version='1.0'?><a/>", "application/xml"),
    "csv": (CSV, "text/plain"),
    "utf-16": (UTF16_CSV, "text/plain"),
    "latin-1": (b"caf\xe9,1\n", "text/plain"),
    "text like bmp": (b"BMW,Audi,Opel,Fiat\n", "text/plain"),
    "text like id3": (b"ID3,name\n", "text/plain"),
    "nothing": (b"", None),
    "junk": (JUNK, None),
}


@pytest.mark.parametrize(("first", "media_type"), SHOWN.values(), ids=SHOWN)
def test_first_bytes_show_a_type(first, media_type):
    assert sniff(first) == media_type


@given(st.binary(max_size=600))
def test_any_bytes_are_looked_at_without_harm(data):
    assert sniff(data) == sniff(data[:FIRST])


def test_no_more_than_the_first_bytes_are_looked_at():
    assert sniff(b"a" * FIRST + b"\0") == "text/plain"


@pytest.mark.parametrize(
    "first",
    [
        Large(lambda: b"<!--x-->" * 100_000),
        Large(lambda: b"<?xml" + b"?>" * 100_000),
        Large(lambda: b" " * 1_000_000),
        b"<!doctype svg" * 9999,
    ],
)
def test_hostile_markup_is_looked_at_soon(first):
    """Alternatives tried one in the other would outlast the sun."""
    assert sniff(first) in {"text/plain", "application/xml"}


@pytest.mark.parametrize(
    ("text", "media_type"),
    [("text/csv", "text/csv"), (" Text/CSV ; charset=utf-8", "text/csv"), ("image/svg+xml", "image/svg+xml"),
     ("", None), ("text", None), ("text/", None), ("text/csv/x", None), ("text/c sv", None), ("te\nxt/csv", None),
     ("image/*", None), ("a" * 128 + "/b", None), ("\u212a/b", None)],
)  # fmt: skip
def test_a_media_type_is_lower_case_and_without_parameters(text, media_type):
    assert canonical(text) == media_type


@pytest.mark.parametrize(
    ("name", "found"),
    [("a.CSV", ".csv"), ("a.tar.gz", ".gz"), ("a", ""), ("a.", ""), (".bashrc", ""), ("a.b c", ""), ("", "")],
)
def test_the_extension_of_a_name(name, found):
    assert extension(name) == found


@pytest.mark.parametrize(
    ("declared", "name", "first", "media_type"),
    [
        ("Text/X-Thing; a=b", "a.png", PNG, "text/x-thing"),
        ("", "a.CSV", PNG, "text/csv"),
        ("application/octet-stream", "a.csv", CSV, "text/csv"),
        ("nonsense", "a.unknown", PNG, "image/png"),
        ("", "", CSV, "text/plain"),
        ("", "", JUNK, UNKNOWN),
    ],
)
def test_a_file_is_what_it_is_declared_else_called_else_shows(declared, name, first, media_type):
    assert type_of(declared, name, first) == media_type


def test_every_extension_has_types_that_are_types():
    assert [type_ for types in EXTENSIONS.values() for type_ in types if canonical(type_) != type_] == []


TAKEN = [
    # nothing asked
    ("", "image/png", "a.png", HTML),
    ([], "text/html", "", HTML),
    ("*/*", "text/csv", "", PNG),
    (["csv", "?"], "image/png", "", PNG),
    # by type, family, extension
    ("image/png", "image/png", "", PNG),
    ("IMAGE/PNG ; q=1", "Image/Png", "", PNG),
    ("image/jpg", "image/jpeg", "", JPEG),
    ("image/*", "image/png", "a.png", PNG),
    ("image/*", "image/png", "a.png", JPEG),
    (".csv,text/csv", "text/csv", "prices.csv", CSV),
    (".CSV", "", "PRICES.CSV", CSV),
    (".jpg", "image/jpeg", "a.JPEG", JPEG),
    (".tar.gz", "application/gzip", "a.tar.gz", b"\x1f\x8b\x08\0"),
    (".sav", "application/octet-stream", "a.sav", JUNK),
    (["text/csv", "image/*"], "image/gif", "", b"GIF87a"),
    ("text/csv", "application/vnd.ms-excel", "a.csv", CSV),
    ("text/*", "text/csv", "", UTF16_CSV),
    # without a name
    (".csv", "text/csv", "", CSV),
    (".csv", "text/plain", "", CSV),
    (".csv", "application/vnd.ms-excel", "", CSV),
    (".csv", "application/octet-stream", "", CSV),
    (".csv", "application/octet-stream", "upload", CSV),
    (".sav", "application/octet-stream", "", JUNK),
    (".geojson", "application/json", "", b"{}"),
    ("application/json", "text/plain", "", b"{}"),
    # of doubtful bytes
    ("image/png", "image/png", "", b""),
    ("image/png", "image/png", "", JUNK),
    ("text/csv", "text/csv", "", JUNK),
    ("image/*", "application/octet-stream", "", PNG),
    ("image/*", "application/octet-stream", "", JUNK),
    ("image/*", "application/octet-stream", "a.dng", b"II*\0"),
    ("image/svg+xml", "image/svg+xml", "", SVG),
    ("image/svg+xml", "image/svg+xml", "", LONG_XML),
    ("image/*", "image/svg+xml", "", LONG_XML),
    ("image/*", "", "a.svg", LONG_XML),
    ("image/x-adobe-dng", "image/x-adobe-dng", "", b"II*\0"),
    ("audio/*", "audio/webm", "", WEBM),
    ("audio/webm", "audio/webm", "", WEBM),
    (".m4a", "", "a.m4a", MP4),
    ("audio/x-wav", "audio/wav", "", b"RIFF\x24\0\0\0WAVEfmt "),
    (".docx", "", "a.docx", ZIP),
    (".xls", "", "a.xls", b"\xd0\xcf\x11\xe0"),
    ("application/x-thing", "application/x-thing", "", PNG),
]
REFUSED = [
    ("image/png", "image/png", "a.png", HTML),
    ("image/*", "image/png", "a.png", HTML),
    ("image/*", "image/png", "a.png", CSV),
    ("image/*", "image/png", "", LONG_XML),
    ("image/svg+xml", "image/svg+xml", "", HTML),
    ("image/png", "image/png", "a.png", JPEG),
    ("text/csv", "text/csv", "a.csv", PNG),
    (".csv", "text/csv", "a.csv", PNG),
    (".csv", "application/octet-stream", "", JUNK),
    (".csv", "application/octet-stream", "", PNG),
    (".csv", "text/csv", "a.txt", CSV),
    (".csv", "image/png", "", CSV),
    ("image/*", "text/csv", "a.csv", CSV),
    ("image/*", "application/octet-stream", "a.exe", JUNK),
    ("application/pdf", "application/pdf", "", CSV),
    ("application/zip", "application/zip", "", PNG),
    ("audio/*", "audio/wav", "", PNG),
    ("video/*", "video/mp4", "", b"RIFF\x24\0\0\0WAVEfmt "),
    ("video/webm", "video/webm", "", MP4),
    (".docx", "", "a.docx", PNG),
    ("image/x-adobe-dng", "image/x-adobe-dng", "", b"%PDF-1.7"),
]


@pytest.mark.parametrize(("accept", "declared", "name", "first"), TAKEN)
def test_what_is_or_may_be_asked_for_is_taken(accept, declared, name, first):
    assert accepts(accept, declared, name, first)


@pytest.mark.parametrize(("accept", "declared", "name", "first"), REFUSED)
def test_what_is_not_asked_for_or_plainly_something_else_is_refused(accept, declared, name, first):
    assert not accepts(accept, declared, name, first)


@given(st.text(), st.text(), st.text(), st.binary(max_size=40))
def test_any_file_is_judged_without_harm(accept, declared, name, first):
    assert accepts(accept, declared, name, first) in {True, False}
