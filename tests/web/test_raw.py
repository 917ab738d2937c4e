"""The raw answer of a run: downloaded byte for byte, saved and never shown as a page, in production by permission."""

from __future__ import annotations

import re

import pytest
from werkzeug.wrappers import Response

from tests.web.conftest import SMALL

BYTES = b"\x89PNG\r\n\x1a\n<script>alert(1)</script>" + bytes(range(256))
LARGE = BYTES * 1000


def ran(client):
    return f"/runs/{client.post('/tools/small/run', json={'title': 'x'}).json['run']}"


@pytest.mark.parametrize("body", [BYTES, LARGE, b'{"y":   1.50}\n'])
@pytest.mark.parametrize("status", [200, 500])
def test_it_is_downloaded_byte_for_byte(client, acting, body, status):
    acting.answer = Response(body, status, content_type="text/html")
    answer = client.get(ran(client) + "/download?part=raw")

    assert (answer.status_code, answer.data) == (200, body)
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=answer.")
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("media_type", "name"),
    [
        ("application/json; charset=utf-8", "answer.json"),
        ("application/geo+json", "answer.geojson"),
        ("application/x-ndjson", "answer.jsonl"),
        ("application/xml", "answer.xml"),
        ("text/html", "answer.html"),
        ("text/plain", "answer.txt"),
        ("x-own/type", "answer.bin"),
    ],
)
def test_its_file_is_called_by_its_media_type(client, acting, media_type, name):
    acting.answer = Response("{}", 500, content_type=media_type)
    answer = client.get(ran(client) + "/download?part=raw")

    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({"mode": "dev"}, True),
        ({"mode": "production"}, False),
        ({"mode": "production", "raw": True}, True),
    ],
)
def test_production_has_it_where_the_operator_allows_it(new_app, acting, settings, kept):
    acting.answer = Response('{"y": 1, "developer_message": "s3cret"}', 500, content_type="application/json")
    client = new_app(SMALL, **settings).test_client()
    address = ran(client)
    page, answer = client.get(address).text, client.get(address + "/download?part=raw")

    assert ('id="tab-raw"' in page, answer.status_code) == (kept, 200 if kept else 404)
    assert ("s3cret" in page, b"s3cret" in answer.data) == (
        (True, True) if settings["mode"] == "dev" else (False, False)
    )


@pytest.mark.parametrize(("settings", "shown"), [({"mode": "dev"}, True), ({"mode": "production", "raw": True}, False)])
def test_where_it_failed_its_author_sees_it_at_once(new_app, acting, settings, shown):
    headers = {"X-Request-Id": "<i>1</i>"}
    acting.answer = Response("<b>Traceback</b> " + "x" * 5000, 502, content_type="text/html", headers=headers)
    client = new_app(SMALL, **settings).test_client()
    page = client.get(ran(client)).text
    details = "".join(re.findall(r'<details class="fold answered">.*?</details>', page, re.DOTALL))

    assert bool(details) is shown
    if shown:
        assert "<strong>502 Bad Gateway</strong>" in details
        assert "<dd>&lt;i&gt;1&lt;/i&gt;</dd>" in details
        assert "<code>&lt;b&gt;Traceback&lt;/b&gt; xxx" in details
        assert "All of it is under Raw." in details
        assert len(details) < 5000


def test_a_kept_file_is_had_in_ranges(client, acting):
    acting.answer = Response(LARGE, content_type="text/html")
    answer = client.get(ran(client) + "/download?part=raw", headers={"Range": "bytes=10-19"})

    assert (answer.status_code, answer.data) == (206, LARGE[10:20])


def test_the_file_of_a_run_goes_with_the_run(client, app, acting):
    acting.answer = Response(LARGE, content_type="text/html")
    address, site = ran(client), app.extensions["webform"]

    assert len(site.runs.store.hashes()) == 1
    client.delete(address)
    assert site.runs.store.hashes() == set()


def test_a_stream_has_its_events_with_their_times(client, acting):
    stream = b'event: chunk\ndata: "a"\n\ndata: {"kind": "done", "data": {"y": 1}}\n\n'
    acting.answer = Response(stream, content_type="text/event-stream")
    address = ran(client)
    page = client.get(address).text

    assert client.get(address + "/download?part=raw").data == stream
    assert len(re.findall(r"<small>\d+\.\d\d s, received</small>", page)) == 2
