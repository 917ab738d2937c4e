"""Answers by their media type: each is a result, named as the tool names it, and hostile ones do no harm."""

from __future__ import annotations

import json
import zlib

import pytest
from werkzeug.wrappers import Response

from tests.html.parsed import Parsed
from webform.messages import sentence_of
from webform.web.frames import inert

TOOL = {"id": "t", "name": "Trial", "inputs": [], "outputs": []}
DECLARES = {**TOOL, "outputs": [{"key": "y", "type": "text", "label": "Y"}]}


def png(width=3, height=2) -> bytes:
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    rows = b"".join(b"\0" + b"\xd0\x40\x20" * width for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


SCRIPT = b"<!doctype html><script>parent.__pwned=1</script><p>Hello</p><img src=https://evil.example/b>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__pwned=1"><circle r="9"/></svg>'
PDF = b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n\xff"

#: Media type, bytes, the view.
ANSWERS = {
    "text": ("text/plain", b"Hello", "text"),
    "markdown": ("text/markdown", b"# Hello", "markdown"),
    "csv": ("text/csv", b"name;n\nA;1\nB;=HYPERLINK(0)\n", "csv"),
    "tsv": ("text/tab-separated-values", b"name\tn\nA\t1\n", "csv"),
    "html": ("text/html; charset=utf-8", SCRIPT, "html"),
    "xml": ("application/xml", b"<a><b>1</b></a>", "code"),
    "feed": ("application/atom+xml", b"<feed/>", "code"),
    "yaml": ("application/yaml", b"a: [1, 2]\n", "code"),
    "png": ("image/png", png(), "image"),
    "unlabelled": ("application/octet-stream", png(), "image"),
    "svg": ("image/svg+xml", SVG, "image"),
    "disguised": ("image/png", SCRIPT, "file"),
    "wav": ("audio/x-wav", b"RIFF\x24\0\0\0WAVEfmt " + b"\0" * 30, "audio"),
    "mp4": ("video/mp4", b"\0\0\0\x18ftypmp42" + b"\0" * 30, "video"),
    "pdf": ("application/pdf", PDF, "file"),
    "zip": ("application/zip", b"PK\x05\x06" + b"\0" * 18, "file"),
    "bytes": ("application/x-thing", b"\0\1\2\3", "file"),
}


@pytest.fixture
def ran(new_app, acting):
    """`ran(body, media, disposition) -> client, address` of the run of a tool that answered so."""

    def run(body, media, disposition="", tool=TOOL):
        headers = {"Content-Disposition": disposition} if disposition else {}
        acting.answer = Response(body, content_type=media, headers=headers)
        client = new_app(tool).test_client()
        return client, f"/runs/{client.post('/tools/t/run', json={}).json['run']}"

    return run


def view_of(page: str) -> str:
    return next(
        attributes["data-view"]
        for tag, attributes in Parsed(page).elements
        if tag == "section" and attributes.get("data-view")
    )


@pytest.mark.parametrize("name", ANSWERS)
def test_each_is_a_result_in_a_view_of_its_own(ran, name):
    media, body, view = ANSWERS[name]
    client, address = ran(body, media)
    page = client.get(address).text

    assert client.get(address, headers={"Accept": "application/json"}).json["status"] == "ok"
    assert view_of(page) == view
    assert client.get(address + "/download?part=raw").data == body


@pytest.mark.parametrize("name", ["png", "svg", "wav", "mp4", "pdf", "zip", "bytes"])
@pytest.mark.parametrize("size", ["small", "large"])
def test_a_file_is_downloaded_under_its_name_and_never_opened(ran, name, size):
    media, body, _ = ANSWERS[name]
    body += b"\0" * (2_000_000 if size == "large" else 0)
    client, address = ran(body, media, "inline; filename*=UTF-8''b%C3%ACg.bin")
    run = client.get(address, headers={"Accept": "application/json"}).json
    links = [link for link in Parsed(client.get(address).text).of("a") if "format=file" in link["href"]]
    answer = client.get(links[0]["href"])

    assert (answer.status_code, answer.data) == (200, body)
    assert [link["download"] for link in links] == ["bìg.bin"]
    assert answer.headers["Content-Disposition"] == "attachment; filename=b_g.bin; filename*=UTF-8''b%C3%ACg.bin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert (run["filename"], "file" in run) == ("bìg.bin", size == "large")
    if size == "large":
        assert run["file"]["href"] == links[0]["href"].replace("at=&", "").replace("&at=", "")
        assert run["file"]["size"] == len(body)


def test_a_large_picture_sound_or_video_is_shown_from_its_address_in_ranges(ran):
    media, body, _ = ANSWERS["mp4"]
    client, address = ran(body + b"\0" * 2_000_000, media)
    source = Parsed(client.get(address).text).of("video")[0]["src"]
    answer = client.get(source, headers={"Range": "bytes=4-7"})

    assert (answer.status_code, answer.data, answer.headers["Content-Type"]) == (206, b"ftyp", "video/mp4")


def test_a_large_file_goes_with_its_run(ran):
    client, address = ran(b"\0" * 2_000_000, "application/x-thing")
    site = client.application.extensions["webform"]

    assert len(site.runs.store.hashes()) == 1
    client.delete(address)
    assert site.runs.store.hashes() == set()


def test_a_large_text_is_a_file(ran):
    client, address = ran(b"a,b\n" * 500_000, "text/csv", "attachment; filename=t.csv")

    assert view_of(client.get(address).text) == "file"


def test_json_of_too_many_values_is_a_file_shown_by_its_beginning(ran):
    body = b'{"rows": [' + b'{"name": "<b>Oslo"},' * 1_000_000 + b"{}]}"
    client, address = ran(body, "application/json", tool=DECLARES)
    page = client.get(address)
    part = Parsed(page.text)

    assert sentence_of("result.all-values", count=1_000_000) in part.text
    assert '{"rows": [{"name": "<b>Oslo"},' in part.text
    assert len(page.data) < 150_000
    assert client.get(f"{address}/download?at=&format=file").data == body


def test_a_table_is_exported_without_formulas_and_as_it_came(ran):
    client, address = ran(ANSWERS["csv"][1], "text/csv")

    assert client.get(address + "/download?at=&format=csv").data == b"name,n\r\nA,1\r\nB,'=HYPERLINK(0)\r\n"
    as_it_came = client.get(address + "/download?at=&format=txt")
    assert (as_it_came.data, as_it_came.headers["Content-Type"]) == (ANSWERS["csv"][1], "text/plain; charset=utf-8")


def test_a_page_stands_in_a_frame_that_runs_and_loads_nothing(ran):
    client, address = ran(SCRIPT, "text/html")
    page = client.get(address)
    (frame,) = Parsed(page.text).of("iframe")
    answer = client.get(frame["src"])

    assert (frame["sandbox"], answer.data) == ("", SCRIPT)
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; "
    policy += "form-action 'none'; base-uri 'none'; sandbox; frame-ancestors 'self'"
    assert answer.headers.getlist("Content-Security-Policy") == [policy]
    assert "parent.__pwned" not in page.text.replace("&lt;", "").partition("<iframe")[0]


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<link rel=preconnect href=//x>", "<x-link rel=preconnect x-href=//x>"),
        ("<LINK\n/>", "<x-LINK\n/>"),
        ("<iframe SRCDOC='&lt;link'>", "<x-iframe x-SRCDOC='&lt;link'>"),
        ("<a href = '//x'><a href='#y'><a href=#y>", "<a x-href = '//x'><a href='#y'><a href=#y>"),
        ('<image xlink:href="x"/>', '<image xlink:x-href="x"/>'),
        ("<linked> a link", "<linked> a link"),
    ],
)
def test_in_the_frame_nothing_makes_a_browser_connect(html, left):
    assert inert(html) == left


def test_only_a_text_has_a_frame(ran):
    client, address = ran(b'{"a": 1}', "application/json")

    assert client.get(address + "/frame?at=").status_code == 404
    assert client.get(address + "/frame?at=/a/b").status_code == 404
    assert client.get("/runs/none/frame").status_code == 404


def test_a_page_instead_of_declared_outputs_is_an_error_that_shows_its_source(ran):
    client, address = ran(SCRIPT, "text/html", tool=DECLARES)
    page = client.get(address).text
    run = client.get(address, headers={"Accept": "application/json"}).json

    assert (run["status"], run["message"]) == ("error", sentence_of("result.web-page"))
    assert "&lt;script" in page


@pytest.mark.parametrize(("body", "status"), [(b"", 204), (b"", 200), (b" \n", 200)])
def test_an_empty_answer_is_done_with_nothing_to_show(ran, body, status, acting):
    client, _ = ran(b"{}", "application/json")
    acting.answer = Response(body, status)
    address = f"/runs/{client.post('/tools/t/run', json={}).json['run']}"

    assert "Done, with nothing to show" in client.get(address).text


def test_a_file_is_used_by_the_next_tool(ran, acting):
    client, address = ran(ANSWERS["png"][1], "image/png")
    value = json.loads(client.get(address, headers={"Accept": "application/json"}).data)["value"]

    assert value.startswith("data:image/png;base64,")


def test_a_large_file_is_used_in_an_input_that_takes_files(new_app, acting):
    taking = {"id": "u", "name": "Taking", "outputs": [], "inputs": [
        {"key": "file", "type": "file", "label": "File"}, {"key": "words", "type": "text", "label": "Words"},
    ]}  # fmt: skip
    acting.answer = Response(png() + b"\0" * 2_000_000, content_type="image/png")
    client = new_app(TOOL, taking).test_client()
    address = f"/runs/{client.post('/tools/t/run', json={}).json['run']}"
    links = [link["href"] for link in Parsed(client.get(address + "/use").text).of("a") if "tool=" in link["href"]]

    assert [link.rpartition("input=")[2] for link in links] == ["%2Ffile"]
    assert "kept:" in client.get(links[0]).text


def test_the_frame_of_a_part_shows_that_part(new_app, acting):
    acting.answer = {"content": [{"type": "text", "text": "a"}, {"type": "resource", "resource": {
        "uri": "ui://x", "mimeType": "text/html", "text": "<p>In a part</p>"}}]}  # fmt: skip
    client = new_app(TOOL).test_client()
    page = client.get(f"/runs/{client.post('/tools/t/run', json={}).json['run']}").text
    (frame,) = Parsed(page).of("iframe")

    assert client.get(frame["src"]).data == b"<p>In a part</p>"
