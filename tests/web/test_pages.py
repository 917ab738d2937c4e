"""The pages: the same for everyone and kept where nothing is filled in, one's own and kept by nobody where it is."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.conftest import SMALL

HOSTILE = "'\"><script>__pwned=1</script>{{7*7}}<img src=x onerror=__pwned=1>\ud800"
OPTIONS = [{"value": HOSTILE, "label": HOSTILE}]
HOSTILE_TOOL = {
    "id": "hostile",
    "name": HOSTILE,
    "description": f"{HOSTILE} [x](javascript:__pwned=1)",
    "version": HOSTILE,
    "category": HOSTILE,
    "icon": HOSTILE,
    "tags": [HOSTILE],
    "inputs": [
        dict.fromkeys(("key", "label", "description", "default", "group", "placeholder"), HOSTILE) | {"type": "text"},
        {"key": "c", "type": "select", "label": "C", "options": OPTIONS, "required": False},
    ],
    "outputs": [{"key": HOSTILE, "type": "text", "label": HOSTILE, "description": HOSTILE, "unit": HOSTILE}],
    "examples": [{"name": HOSTILE, "values": {HOSTILE: HOSTILE}}],
}  # fmt: skip


@pytest.mark.parametrize("path", ["/", "/tools/small", "/tools/small/panel"])
def test_an_empty_page_is_the_same_bytes_for_everyone_and_revalidated_by_its_content(client, new_app, path):
    first, second = client.get(path), new_app().test_client().get(path)

    assert first.data == second.data
    assert first.headers["Cache-Control"] == "no-cache"
    assert first.headers["Vary"] == "Accept-Encoding, Accept-Language"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "packed"), [("gzip, br", True), ("gzip;q=0", False), ("identity", False), ("br;q=1, gzip;q=0.1", True)]
)
def test_an_empty_page_is_packed_where_that_is_taken(client, accepted, packed):
    plain = client.get("/tools/small")
    answer = client.get("/tools/small", headers={"Accept-Encoding": accepted})

    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert (gzip.decompress(answer.data) if packed else answer.data) == plain.data
    assert (answer.headers["ETag"] != plain.headers["ETag"]) is packed


def test_the_pages_of_two_tools_are_two_pages(new_app):
    client = new_app(SMALL, SMALL | {"id": "other", "name": "Other"}).test_client()

    assert '<h1 dir="auto">Small</h1>' in client.get("/tools/small").text
    assert '<h1 dir="auto">Other</h1>' in client.get("/tools/other").text


def test_tools_of_one_id_get_an_id_each(new_app):
    app = new_app(SMALL, SMALL | {"name": "Second"}, SMALL | {"name": "Third"})
    client = app.test_client()

    assert list(app.extensions["webform"].served) == ["small", "small-2", "small-3"]
    page = client.get("/tools/small-2").text
    assert '<h1 dir="auto">Second</h1>' in page
    assert 'data-tool="small-2"' in page
    assert 'action="/tools/small-2/run"' in page


def test_the_page_of_a_tool_has_its_form_its_description_and_its_addresses(client):
    page = client.get("/tools/small").text

    assert "<form data-webform" in page
    assert "<p>Does <em>little</em>.</p>" in page
    assert 'action="/tools/small/run"' in page
    assert 'data-status="blank"' in page
    assert all(f'href="/tools/small/{name}"' in page for name in ("schema.json", "sample.json", "openapi.json"))


def test_the_panel_is_the_form_without_the_frame_of_a_page(client):
    panel = client.get("/tools/small/panel").text

    assert "<form data-webform" in panel
    assert "data-result" in panel
    assert "<footer" not in panel
    assert "breadcrumb" not in panel.lower()


def test_what_follows_from_a_panel_is_drawn_as_a_panel(client):
    framed = {"Sec-Fetch-Dest": "iframe"}
    wrong = client.post("/tools/small/run", data={"/n": "x"}, headers=framed)
    run = client.post("/tools/small/run", data={"/title": "x"}, headers=framed).headers["Location"]

    assert '<body class="panel"' in wrong.text
    assert '<body class="panel"' in client.get(run, headers=framed).text
    assert '<body class="panel"' not in client.get(run).text


def test_behind_a_prefix_every_address_has_it(client):
    page = client.get("/tools/small", environ_overrides={"SCRIPT_NAME": "/at/here"})

    assert page.text != client.get("/tools/small").text
    addresses = re.findall(r'(?:href|action|formaction|src)="(/[^"]*)"', page.text)
    assert addresses
    assert all(address.startswith("/at/here/") for address in addresses)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/tools/hostile",
        "/tools/hostile/panel",
        "/?q=%3Cscript%3E__pwned%3D1%3C/script%3E",
        "/tools/hostile?/c=%3Cscript%3E__pwned%3D1",
    ],
)
def test_declared_text_is_text(new_app, path):
    page = new_app(HOSTILE_TOOL).test_client().get(path).text

    assert "<script>__pwned" not in page
    assert "<img src=x" not in page
    assert 'href="javascript:' not in page
    assert "49" not in re.sub(r"<[^>]*>", "", page.replace("{{7*7}}", ""))


def test_a_tool_that_is_not_there_is_a_page_that_says_so(client):
    for path in ("/tools/none", "/tools/none/panel", "/tools/none/schema.json", "/tools/none/complete"):
        assert client.get(path).status_code == 404
    for path in ("/tools/none/run", "/tools/none/form", "/tools/none/check"):
        assert client.post(path, data={"/x": "1"}).status_code == 404
    assert "There is no tool &#34;none&#34; here." in client.get("/tools/none").text


def test_the_app_is_well(client):
    assert client.get("/healthz").json == {"ok": True}
