"""Scripts and styles: named by their content, kept for ever, sent packed."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from webform.places import static


def assets_in(client):
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/tools/small").text)


def test_what_a_page_asks_for_is_there_and_kept_for_ever(client):
    addresses = assets_in(client)

    assert len(addresses) == 3
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.mimetype in ("text/css", "text/javascript")
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_they_are_sent_packed_where_that_is_taken(client):
    for address in assets_in(client):
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == client.get(address).data


@pytest.mark.parametrize("name", ["manifest.json", ".sources", "none.js", "..%2f..%2fpyproject.toml", "app.css"])
def test_nothing_else_of_the_folder_or_beyond_it_is_there(client, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_all_that_was_built_is_there(client):
    built = [path.name for path in static().iterdir() if path.suffix in (".js", ".css")]

    assert built
    assert {client.get(f"/static/{name}").status_code for name in built} == {200}


def test_the_script_for_other_sites_is_there_where_it_was_built(client):
    built = "embed.js" in (static() / "manifest.json").read_text("utf-8")

    for name in ("embed.js", "embed.d.ts"):
        answer = client.get(f"/{name}")
        assert answer.status_code == (200 if built else 404)
        assert answer.headers.get("Access-Control-Allow-Origin") == ("*" if built else None)


def test_the_script_for_other_sites_is_small_and_stands_alone():
    manifest = json.loads((static() / "manifest.json").read_text("utf-8"))

    assert manifest["embed.js"]["gzip"] <= 4096
    assert b"import" not in (static() / manifest["embed.js"]["file"]).read_bytes()
