"""Guards of requests, and the headers of every answer."""

from __future__ import annotations

import pytest

from tests.web.conftest import SMALL
from webform.web import ToolConfig

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
FORM = {"/title": "x"}
JSON = {"title": "x"}


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:5000", "localhost.evil.example", "127.0.0.1.nip.io", "[::2]", "", "x@localhost"],
)
@pytest.mark.parametrize("path", ["/", "/tools/small", "/nothing", "/static/none.js"])
def test_a_foreign_name_is_refused(client, host, path):
    answer = client.get(path, headers={"Host": host})

    assert answer.status_code == 403
    assert "trusted_hosts" in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::1]:5000"])
def test_the_names_of_this_machine_are_trusted(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [("tools.example", 200), ("a.b.example:443", 200), ("b.example", 403), ("evilb.example", 403), ("localhost", 403)],
)
def test_the_operator_says_which_names_are_trusted(new_app, host, status):
    client = new_app(trusted_hosts=("tools.example", ".b.example")).test_client()

    assert client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "path", ["/tools/small/run", "/tools/small/check", "/tools/small/form", "/runs/x/cancel", "/nothing"]
)
def test_a_post_of_another_site_is_refused_and_runs_nothing(client, acting, path):
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "null"},
        {"Origin": ""},
    ):
        assert client.post(path, data=FORM, headers=headers).status_code == 403, headers
        assert client.post(path, json=JSON, headers=headers).status_code == 403, headers
    assert acting.bodies == []


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH"])
def test_other_methods_that_change_something_are_refused_alike(client, method):
    answer = client.open("/runs/x", method=method, headers={"Origin": "https://evil.example"})

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Origin": "http://localhost"},
        {"Origin": "https://LOCALHOST"},
    ],
)
def test_our_own_posts_and_those_of_programs_are_taken(client, acting, headers):
    assert client.post("/tools/small/run", json=JSON, headers=headers).status_code == 200
    assert acting.bodies == [JSON]


def test_a_post_of_text_is_refused(client, acting):
    answer = client.post("/tools/small/run", data='{"title": "x"}', content_type="text/plain")

    assert answer.status_code == 403
    assert acting.bodies == []


@pytest.mark.parametrize("content_type", ["application/xml", "application/octet-stream", ""])
def test_other_kinds_of_content_are_not_taken(client, acting, content_type):
    answer = client.post("/tools/small/run", data=b"title=x", content_type=content_type)

    assert answer.status_code == 415
    assert acting.bodies == []


def test_the_panel_is_opened_from_other_sites(client):
    assert client.get("/tools/small/panel", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/?q=x"),
        ("GET", "/tools/small"),
        ("GET", "/tools/small?/title=x"),
        ("GET", "/tools/small/panel"),
        ("GET", "/tools/small/schema.json"),
        ("GET", "/tools/none"),
        ("GET", "/runs/none"),
        ("GET", "/healthz"),
        ("GET", "/static/none"),
        ("GET", "/nothing"),
        ("HEAD", "/tools/small"),
        ("OPTIONS", "/"),
        ("PUT", "/"),
        ("POST", "/tools/small/run"),
        ("POST", "/tools/small/check"),
        ("POST", "/tools/small/form"),
        ("DELETE", "/runs/none"),
    ],
)
def test_every_answer_has_the_headers_that_protect_it(client, method, path):
    answer = client.open(path, method=method, data=FORM if method == "POST" else None)

    assert answer.headers.getlist("Content-Security-Policy") == [POLICY]
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    assert answer.headers.getlist("Referrer-Policy") == ["same-origin"]
    assert "Set-Cookie" not in answer.headers


def test_who_may_embed_is_set_for_all_and_for_each_tool(new_app):

    other = SMALL | {"id": "other"}
    client = new_app(
        SMALL,
        other,
        frame_ancestors=("'self'", "https://a.example"),
        tools={"other": ToolConfig(frame_ancestors=("https://b.example",))},
    ).test_client()

    def ancestors(path: str, **options) -> str:
        answer = client.open(path, **options)
        return answer.headers["Content-Security-Policy"].rpartition("frame-ancestors ")[2]

    assert ancestors("/") == ancestors("/tools/small/panel") == "'self' https://a.example"
    run = client.post("/tools/other/run", data=FORM).headers["Location"]
    places = ["/tools/other", "/tools/other?/title=x", "/tools/other/panel", run]
    assert {ancestors(place) for place in places} == {"https://b.example"}
    assert ancestors("/tools/other/run", method="POST", data={"/n": "x"}) == "https://b.example"
    assert ancestors("/tools/other/form", method="POST", data={"do": "reset#"}) == "https://b.example"


def test_nobody_may_embed_where_the_list_is_empty(new_app):
    policy = new_app(frame_ancestors=()).test_client().get("/").headers["Content-Security-Policy"]

    assert policy.endswith("; frame-ancestors 'none'")


def test_media_of_other_origins_only_where_they_are_configured(new_app):
    policy = new_app(media_origins=("https://cdn.example",)).test_client().get("/").headers["Content-Security-Policy"]

    assert "img-src 'self' data: blob: https://cdn.example; media-src 'self' data: blob: https://cdn.example;" in policy


TILES = "https://tile.example:8443/{z}/{x}/{y}.png"


def test_tiles_are_pictures_of_the_server_that_is_configured(new_app):
    client = new_app(tiles=TILES, tools={"small": ToolConfig(frame_ancestors=("'none'",))}).test_client()

    for path in ("/", "/tools/small"):
        policy = client.get(path).headers["Content-Security-Policy"]
        assert "img-src 'self' data: blob: https://tile.example:8443; media-src 'self' data: blob:;" in policy


def test_a_page_knows_its_tiles_and_whose_they_are(new_app):
    client = new_app(tiles=TILES, tiles_attribution='"Ours" & others').test_client()

    for path in ("/tools/small", "/tools/small/panel"):
        page = client.get(path).get_data(as_text=True)
        assert f'data-tiles="{TILES}" data-attribution="&#34;Ours&#34; &amp; others"' in page
