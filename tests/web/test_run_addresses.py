"""The address of a run is the only key to it: it stays between the server and the browser that began the run."""

from __future__ import annotations

import logging

import pytest

from tests.web.conftest import SMALL
from webform import load
from webform.runners import Target
from webform.web import Config, create_app

AS_JSON = {"Accept": "application/json"}
KEY = {"Webform-Session": "a" * 32}
STREAMING = SMALL | {"outputs": [{"key": "y", "type": "text", "label": "Y", "streaming": True}]}


@pytest.mark.parametrize("answer", [{"y": 42}, ("broken", 500), ("", 302), ("{", 200)])
def test_no_log_holds_it_however_the_run_ends(new_app, acting, caplog, answer):
    caplog.set_level(logging.DEBUG, "webform")
    client = new_app().test_client()
    acting.answer = answer
    run = client.post("/tools/small/run", json={"title": "x"}).json["run"]
    for method, path in [("GET", ""), ("GET", "/events"), ("GET", "/download"), ("POST", "/cancel"), ("DELETE", "")]:
        client.open(f"/runs/{run}{path}", method=method, headers=AS_JSON)

    assert run not in caplog.text


def test_a_fault_of_ours_is_logged_without_it(new_app, acting, caplog, monkeypatch):
    app = new_app()
    run = app.test_client().post("/tools/small/run", json={"title": "x"}).json["run"]
    monkeypatch.setattr(app.extensions["webform"].runs, "get", lambda run_id: 1 / 0)
    answer = app.test_client().get(f"/runs/{run}", headers=AS_JSON)

    assert answer.status_code == 500
    assert "ZeroDivisionError" in caplog.text
    assert run not in caplog.text


@pytest.mark.parametrize("style", ["flat", "wrapped"])
def test_no_tool_is_told_it(tmp_path, acting, style):
    (tool,) = load(STREAMING)
    target = Target(url=acting.url, allow_private=True, body_style=style)
    app = create_app([(tool, target)], Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "files"))
    run = app.test_client().post("/tools/small/run", json={"title": "x"}).json["run"]
    app.extensions["webform"].close()

    assert len(acting.bodies) == 1
    assert run not in f"{acting.bodies} {acting.headers} {acting.paths}"


@pytest.mark.parametrize("path", ["", "/frame", "/download", "/events", "/use"])
def test_no_page_of_a_run_tells_another_site_its_address(client, acting, path):
    run = client.post("/tools/small/run", json={"title": "x"}).json["run"]
    answer = client.get(f"/runs/{run}{path}", headers={"Accept": "text/html"})

    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_browser_is_told_to_forget_what_it_keeps(client):
    answer = client.post("/forget", data={"visitor": "a" * 32})

    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "<h1>Deleted from this browser</h1>" in answer.text


def test_below_a_prefix_the_rest_of_the_site_is_not_cleared(client):
    answer = client.post("/forget", environ_overrides={"SCRIPT_NAME": "/at/here"})

    assert answer.status_code == 200
    assert "Clear-Site-Data" not in answer.headers


def test_no_other_site_has_anything_forgotten(client):
    assert client.post("/forget", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("/forget").status_code == 405
