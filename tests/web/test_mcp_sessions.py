"""MCP sessions over HTTP: the visitor's by their key, else that of the page; how one is ended."""

from __future__ import annotations

import json
import re

import pytest

from tests.as_browser import entries_of
from tests.stateful import place
from webform.web import Config, create_app
from webform.web.access import Access
from webform.web.sources import gather

JSON = {"Accept": "application/json"}
ANN, BEN = {"Webform-Session": "a" * 32}, {"Webform-Session": "b" * 32}


@pytest.fixture
def new_app(tmp_path):
    """`new_app(**config) -> app`: the tools of a server that keeps sessions; ended with the test."""
    made = []
    with place("http") as server:
        found = gather([], servers={"notes": server})

        def make(**config):
            places = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
            made.append(create_app(found.served, Config(**places, **config)))
            return made[-1]

        yield make
        for app in made:
            app.extensions["webform"].close()


@pytest.fixture
def app(new_app):
    return new_app()


@pytest.fixture
def client(app):
    return app.test_client()


def note(client, word, headers):
    return client.post("/tools/note/run", json={"word": word}, headers=JSON | headers).json["value"]


def by_form(client, word, page=None):
    """Run the tool as a browser without scripts, from a page; return the page of the run."""
    hidden = re.search(r'<input type="hidden" name="session" value="([^"]+)">', page.text) if page else None
    return client.post(
        "/tools/note/run", data={"/word": word} | ({"session": hidden[1]} if hidden else {}), follow_redirects=True
    )


def test_programs_have_the_sessions_of_their_keys(client):
    assert [note(client, *visit) for visit in (("a", ANN), ("b", BEN), ("c", ANN))] == ["a", "b", "a c"]
    assert [note(client, "d", {}), note(client, "e", {})] == ["d", "e"]


@pytest.mark.parametrize("key", ["short", "a" * 21, "a" * 201, "a/b" * 10])
def test_a_key_that_is_none_is_refused_and_nothing_runs(client, key):
    answer = client.post("/tools/note/run", json={"word": "a"}, headers=JSON | {"Webform-Session": key})

    assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad-key")
    assert key not in answer.text


def test_a_key_is_nowhere_kept_logged_or_answered(client, app, tmp_path, caplog):
    key = {"Webform-Session": "s3cret" * 6}
    with caplog.at_level("DEBUG"):
        run = client.post("/tools/note/run", json={"word": "a"}, headers=JSON | key)
        page = client.get(f"/runs/{run.json['run']}")
    app.extensions["webform"].runs.store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())

    assert "s3cret" not in caplog.text + run.text + page.text + json.dumps([*run.headers, *page.headers])
    assert b"s3cret" not in kept


def test_a_visitor_ends_their_sessions(client):
    note(client, "a", ANN)
    note(client, "b", BEN)

    assert client.delete("/session").status_code == 400
    assert client.delete("/session", headers=ANN).json == {"ended": 1}
    assert client.delete("/session", headers=ANN).json == {"ended": 0}
    assert [note(client, "c", ANN), note(client, "d", BEN)] == ["c", "b d"]


def test_forgetting_everything_ends_ones_own_sessions(client):
    note(client, "a", ANN)
    note(client, "b", BEN)

    assert client.post("/forget", headers=ANN).status_code == 200
    assert [note(client, "c", ANN), note(client, "d", BEN)] == ["c", "b d"]


def test_without_scripts_the_page_of_a_run_goes_on_with_its_session(client):
    first = by_form(client, "kilo")
    other = by_form(client, "lima")
    second = by_form(client, "mike", first)

    assert ["kilo mike" in run.text for run in (first, other, second)] == [False, False, True]
    assert re.search(
        r"Connected to <strong[^>]*>Notebook</strong> · session since <time[^>]*>\d\d:\d\d UTC", second.text
    )
    # Its buttons keep it, too.
    reset = client.post("/tools/note/form", data={"/word": "x", "do": "reset#", "session": first.request.path[6:]})
    assert "kilo mike papa" in by_form(client, "papa", reset).text


def test_without_scripts_a_session_is_ended_by_its_button(client):
    first = by_form(client, "kilo")
    address = re.search(r'action="(/runs/[^"]+/session)"', first.text)[1]
    ended = client.post(address, follow_redirects=True)

    assert (ended.status_code, "Connected to" in ended.text) == (200, False)
    assert "kilo papa" not in by_form(client, "papa", ended).text


def test_a_page_has_its_token_still_once_its_session_is_ended(new_app):
    client = new_app(auth=Access(signing_key="k" * 40)).test_client()
    token = {"token": client.application.extensions["webform"].tokens.make("ann")}
    page = client.post("/tools/note/run", data={"/word": "x"} | token, follow_redirects=True).text
    form = re.search(r'<form class="session"[^>]* action="([^"]+)"(.*?)</form>', page, re.DOTALL)

    ended = client.post(form[1], data=dict(entries_of(form[2])))
    assert ended.location == f"{form[1].removesuffix('/session')}?token={token['token']}"


def test_who_knows_a_run_has_neither_the_session_of_its_visitor_nor_its_end(client):
    run = client.post("/tools/note/run", json={"word": "kilo"}, headers=JSON | ANN).json["run"]
    page = client.get(f"/runs/{run}")

    assert 'name="session"' not in page.text
    forged = client.post("/tools/note/run", data={"/word": "lima", "session": run}, follow_redirects=True)
    assert "kilo lima" not in forged.text
    for headers in ({}, BEN):
        assert client.post(f"/runs/{run}/session", headers=headers).status_code == 403
    assert client.post(f"/runs/{run}/session", headers=ANN | JSON).json == {"ended": 1}


@pytest.mark.parametrize("run", ["%0D%0AX: y", "%00", "%E2%80%AE", "%22", "none"])
def test_the_session_of_a_run_that_is_not_there_ends_with_the_way_to_its_page(client, run):
    answer = client.post(f"/runs/{run}/session")

    assert (answer.status_code, "X" in answer.headers) == (303, False)
    assert client.get(answer.headers["Location"]).status_code == 404


def test_another_site_cannot_end_a_session(client):
    note(client, "a", ANN)

    assert client.delete("/session", headers=ANN | {"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_steps_of_a_chain_have_one_session(client):
    steps = [{"toolId": "note", "args": {"word": word}} for word in "ab"]
    with_key = client.post("/chains/run", json={"steps": steps}, headers=JSON | ANN).json
    without = client.post("/chains/run", json={"steps": steps}, headers=JSON).json

    assert (with_key["value"], without["value"]) == ("a b", "a b")
    assert note(client, "c", ANN) == "a b c"
