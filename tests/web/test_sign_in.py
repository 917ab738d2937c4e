"""Signing in at an MCP server's authorization server: each visitor for their own runs, in their own browser."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.acting import PATIENCE
from tests.oauth import secured, sign_in_at
from webform import load
from webform.runners import Target
from webform.web import Config, create_app

ANN, BEN = {"Webform-Session": "a" * 32}, {"Webform-Session": "b" * 32}
JSON = {"Accept": "application/json"}
WHOAMI = {"name": "whoami", "inputSchema": {"type": "object"}}
QUOTE = {"name": "quote", "inputSchema": {"type": "object"}}


@pytest.fixture
def server():
    with secured() as running:
        yield running


@pytest.fixture
def app(server, tmp_path):
    target = Target(url=server.url, allow_private=True, protocol="mcp", timeout=30)
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", mode="production")
    made = create_app([(load(tool)[0], target) for tool in (WHOAMI, QUOTE)], config)
    yield made
    made.extensions["webform"].close()


def run(client, headers):
    return client.post("/tools/whoami/run", json={}, headers=JSON | headers).json


def begin(client, run_id, headers):
    """Press the button of the run's page; return where the page that follows leads."""
    page = client.post(f"/runs/{run_id}/sign-in", headers=headers)
    assert page.status_code == 200, page.text
    return re.search(r'href="(http[^"]+/authorize[^"]+)"', page.text)[1].replace("&amp;", "&")


def come_back(client, address):
    parts = urlsplit(address)
    return client.get(f"{parts.path}?{parts.query}")


def sign_in(client, name, headers):
    run_id = run(client, headers)["run"]
    return come_back(client, sign_in_at(begin(client, run_id, headers), name))


def test_a_run_that_needs_a_sign_in_says_so_and_two_visitors_have_two_tokens(app):
    ann, ben = app.test_client(), app.test_client()
    asked = run(ann, ANN)
    back = sign_in(ann, "ann", ANN)

    assert (asked["status"], asked["message"]) == ("authorize", "The server asks you to sign in.")
    assert "You are signed in" in back.text
    assert run(ben, BEN)["status"] == "authorize"
    sign_in(ben, "ben", BEN)
    assert [run(ann, ANN)["value"], run(ben, BEN)["value"], run(ann, ANN)["value"]] == [
        {"result": "ann"},
        {"result": "ben"},
        {"result": "ann"},
    ]
    assert run(ann, {})["status"] == "authorize"


def test_a_token_that_a_failure_quotes_is_kept_and_shown_nowhere(app, server, tmp_path):
    client = app.test_client()
    sign_in(client, "ann", ANN)
    (token,) = server.accounts.access
    failed = client.post("/tools/quote/run", json={}, headers=JSON | ANN)

    assert "may not do this" in failed.text
    shown = client.get(f"/runs/{failed.json['run']}", headers=ANN).text
    assert token not in failed.text + shown
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_what_is_asked_of_the_authorization_server_is_as_the_specification_has_it(app, server):
    client = app.test_client()
    address = begin(client, run(client, ANN)["run"], ANN)
    asked = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}

    assert asked["code_challenge_method"] == "S256"
    assert asked["resource"] == server.url
    assert asked["redirect_uri"] == "http://localhost/oauth/callback"
    assert (asked["response_type"], len(asked["state"]) >= 32) == ("code", True)
    assert list(server.accounts.clients) == [asked["client_id"]]


def by_form(app, client, path, **fields):
    """Run the tool as a browser without scripts; return the id of the run, and its page once it is over."""
    run_id = client.post(path, data=fields).headers["Location"].rpartition("/")[2]
    app.extensions["webform"].runs.wait(run_id, PATIENCE)
    return run_id, client.get(f"/runs/{run_id}").text


def test_without_scripts_who_signed_in_goes_on_from_the_page_that_they_come_back_to(app):
    client = app.test_client()
    run_id, page = by_form(app, client, "/tools/whoami/run")
    assert f'action="/runs/{run_id}/sign-in"' in page
    back = come_back(client, sign_in_at(begin(client, run_id, {}), "ann"))
    handle = re.search(r'name="session" value="([^"]+)"', back.text)[1]

    again, page = by_form(app, client, f"/runs/{run_id}/again", session=handle)
    session = re.search(r'name="session" value="([^"]+)"', page)[1]
    _, next_page = by_form(app, client, "/tools/whoami/run", session=session)
    _, from_old = by_form(app, client, f"/runs/{run_id}/again")

    assert ("ann" in page, session, "ann" in next_page) == (True, again, True)
    # Whoever knows the address of the first run did not sign in.
    assert "The server asks you to sign in." in from_old


@pytest.mark.parametrize("state", ["", "x" * 43])
def test_an_answer_with_another_state_is_refused(app, state):
    client = app.test_client()
    address = sign_in_at(begin(client, run(client, ANN)["run"], ANN), "ann")
    changed = re.sub(r"state=[^&]+", f"state={state}", address)

    assert come_back(client, changed).status_code == 400
    assert run(client, ANN)["status"] == "authorize"


def test_an_answer_counts_once_and_in_the_browser_where_the_sign_in_began(app):
    ann, other = app.test_client(), app.test_client()
    address = sign_in_at(begin(ann, run(ann, ANN)["run"], ANN), "ann")

    assert come_back(other, address).status_code == 403
    assert come_back(ann, address).status_code == 200
    assert come_back(ann, address).status_code == 400


def test_nobody_signs_in_for_the_run_of_another_visitor(app):
    client = app.test_client()
    run_id = run(client, ANN)["run"]

    assert client.post(f"/runs/{run_id}/sign-in", headers=BEN).status_code == 403
    assert client.post(f"/runs/{run_id}/sign-in").status_code == 403
    assert client.post("/runs/unknown/sign-in", headers=ANN).status_code == 404


def test_who_refuses_is_told_so(app):
    client = app.test_client()
    state = parse_qs(urlsplit(begin(client, run(client, ANN)["run"], ANN)).query)["state"][0]

    back = client.get("/oauth/callback", query_string={"state": state, "error": "access_denied"})

    assert (back.status_code, "refused or broken off" in back.text) == (403, True)


def test_a_token_that_is_refused_is_renewed_and_goes_when_the_session_is_ended(app, server):
    client = app.test_client()
    sign_in(client, "ann", ANN)
    server.accounts.expire()

    assert run(client, ANN)["value"] == {"result": "ann"}
    # What was refused goes once more, with the new token.
    assert (server.accounts.refused, server.accounts.refreshed) == (1, 1)
    client.delete("/session", headers=ANN)
    assert run(client, ANN)["status"] == "authorize"


def test_tokens_are_nowhere_kept_logged_or_answered(app, server, tmp_path, caplog):
    client = app.test_client()
    with caplog.at_level("DEBUG"):
        back = sign_in(client, "ann", ANN)
        answer = run(client, ANN)
    accounts = server.accounts
    secret = [*accounts.access, *accounts.refresh]
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()).decode("latin-1")

    assert len(secret) == 2
    for token in secret:
        assert token not in back.text + json.dumps(answer) + caplog.text + kept


def test_the_cookie_of_a_sign_in_is_for_the_way_back_alone(app):
    client = app.test_client()
    page = client.post(f"/runs/{run(client, ANN)['run']}/sign-in", headers=ANN)
    cookie = page.headers["Set-Cookie"]

    assert {"HttpOnly", "Path=/oauth", "SameSite=Lax", "Max-Age=600"} <= set(cookie.split("; "))
    assert page.headers["Cache-Control"] == "private, no-store"
