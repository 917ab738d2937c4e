"""An answer that is no JSON is a result: a text with its media type, or a file, named as the tool names it."""

from __future__ import annotations

import io

import pytest

import webform
from webform import dataurl
from webform.envelopes import read
from webform.files import FileStore

TOOL = webform.load({"inputs": []})[0]
DECLARES = webform.load({"inputs": [], "outputs": [{"key": "y", "type": "image", "label": "Y"}]})[0]
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def answered(body, media="", disposition="", tool=TOOL):
    return read(tool, body, headers={"Content-Type": media, "Content-Disposition": disposition})


@pytest.mark.parametrize(
    ("body", "label", "value", "media_type"),
    [
        (b"Hello", "text/plain", "Hello", "text/plain"),
        (b"Hello", "", "Hello", "text/plain"),
        (b"Hello", "application/octet-stream", "Hello", "text/plain"),
        (b"42", "text/plain", "42", "text/plain"),
        (b"[INFO] begun", "text/plain", "[INFO] begun", "text/plain"),
        (b"# Hi\n", "text/markdown; charset=utf-8", "# Hi\n", "text/markdown"),
        (b"a,b\n1,2\n", "text/csv", "a,b\n1,2\n", "text/csv"),
        (b"[1]", "text/csv", "[1]", "text/csv"),
        (b"a: 1\n", "application/x-yaml", "a: 1\n", "application/yaml"),
        (b"<a/>", "application/xml", "<a/>", "application/xml"),
        (b"<a/>", "application/atom+xml", "<a/>", "application/atom+xml"),
        (b"<!doctype html><p>Hi", "text/html", "<!doctype html><p>Hi", "text/html"),
        (b"<p>Hi</p>", "text/html", "<p>Hi</p>", "text/html"),
        (b"Hi", "text/html", "Hi", "text/plain"),
        (b"<!doctype html>", "", "<!doctype html>", "text/html"),
        (b"\xef\xbb\xbfHi", "text/plain", "Hi", "text/plain"),
        ("é".encode("latin-1"), "text/plain; charset=iso-8859-1", "é", "text/plain"),
        ("é;€".encode("cp1252"), "text/csv", "é;€", "text/csv"),
        ("é".encode("utf-16"), "text/plain", "é", "text/plain"),
        ("日本語".encode()[:-1], "text/plain; charset=utf-8", "日本\ufffd", "text/plain"),
        ("日本語".encode()[:-1], "text/plain", "日本\ufffd", "text/plain"),
        (b"caf\xe9", "text/plain; charset=utf-8", "caf\ufffd", "text/plain"),
        (b"caf\xe9", "text/plain", "café", "text/plain"),
        ("é".encode(), "text/plain; charset=rot13", "é", "text/plain"),
    ],
)
def test_a_text_is_the_value_with_its_media_type(body, label, value, media_type):
    result = answered(body, label)

    assert (result.status, result.value, result.media_type) == ("ok", value, media_type)


@pytest.mark.parametrize(
    ("body", "label", "name", "media_type"),
    [
        (PNG, "image/png", "", "image/png"),
        (PNG, "", "", "image/png"),
        (PNG, "text/plain", "", "image/png"),
        (PNG, "text/html; charset=utf-8", "", "image/png"),
        (PNG, "application/octet-stream", "a.bin", "image/png"),
        (b"<svg onload=alert(1)>", "image/svg+xml", "", "image/svg+xml"),
        (b"%PDF-1.7\n\xff", "application/pdf", "", "application/pdf"),
        (b"PK\x03\x04\0", "application/zip", "", "application/zip"),
        (b"\0\1\2", "", "", "application/octet-stream"),
        (b"\0\1\2", "text/plain", "", "application/octet-stream"),
        (b"PAR1\0", "", "t.parquet", "application/vnd.apache.parquet"),
        (b"ID3\x03\0", "audio/mp3", "", "audio/mpeg"),
        # It is what it is said to be, and no view takes it for that: see tests/outputs.
        (b"<!doctype html><script>", "image/png", "", "image/png"),
    ],
)
@pytest.mark.parametrize("tool", [TOOL, DECLARES])
def test_a_file_is_a_data_url_of_what_it_is(body, label, name, media_type, tool):
    result = answered(body, label, f"attachment; filename={name}", tool)

    assert (result.status, result.value) == ("ok", dataurl.make(media_type, body))
    assert (result.media_type, result.filename) == (media_type, name)


@pytest.mark.parametrize("body", [b'{"a": 1}', b"[1]"])
@pytest.mark.parametrize("label", ["text/plain", "text/html", "application/octet-stream", "image/png"])
def test_json_under_another_label_is_json(body, label):
    assert answered(body, label).value in ({"a": 1}, [1])


def test_a_large_one_stays_in_its_file(tmp_path):
    kept = FileStore(tmp_path / "files").put(io.BytesIO(b"a,b\n"), "", "text/csv")
    result = answered(kept, "text/csv", 'attachment; filename="../t.csv"')

    assert (result.value.blobs, result.value.name, result.value.media_type) == (kept.blobs, "t.csv", "text/csv")
    assert result.as_json()["file"] == {"name": "t.csv", "media_type": "text/csv", "size": 4}


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="a b.csv"', "a b.csv"),
        ("inline; filename*=UTF-8''%e2%82%ac.csv", "€.csv"),
        ("attachment; filename*=UTF-8''%e2%82%ac.csv; filename=plain.csv", "€.csv"),
        ("attachment; filename=plain.csv; filename*=UTF-8''%e2%82%ac.csv", "€.csv"),
        ('attachment; filename="r\u00c3\u00a9.pdf"', "ré.pdf"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ("attachment; filename*=UTF-8''..%2f..%2fx.csv", "x.csv"),
        ("attachment; filename*=UTF-8''a%00%0ab.csv", "ab.csv"),
        ('attachment; filename="..\\\\..\\\\x.bat"', "x.bat"),
        ("attachment", ""),
        ("", ""),
        ("attachment; filename=..", ""),
    ],
)
def test_the_file_has_the_name_that_the_tool_gives_it(disposition, name):
    assert answered(PNG, "image/png", disposition).filename == name
