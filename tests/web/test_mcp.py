"""A page for each tool of an MCP server: run, told of, asked in the middle, cancelled."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import replace

import pytest

from tests.acting import PATIENCE
from tests.servers import asgi, everything, mcp_server, program
from tests.until import until
from webform.runners import Target
from webform.web import Config, ToolConfig, create_app
from webform.web.sources import gather

ASYNC = {"Accept": "application/json", "Prefer": "respond-async"}


@pytest.fixture(params=["http", "stdio"])
def app(request, tmp_path):
    """An app of all tools of server-everything."""
    places = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    if request.param == "stdio":
        server = Target(url="everything", command=program("server-everything", "stdio"), timeout=30)
        made = create_app(gather([], servers={"everything": server}).served, places)
        yield made
        made.extensions["webform"].close()
    else:
        with everything() as url:
            made = create_app(gather([url]).served, places)
            yield made
            made.extensions["webform"].close()


def run(client, tool, body):
    return client.post(f"/tools/{tool}/run", json=body, headers={"Accept": "application/json"}).json


def test_every_tool_of_a_server_has_a_page_and_runs(app):
    client = app.test_client()
    names = re.findall(r'href="/tools/([a-z-]+)"', client.get("/").text)

    assert {"echo", "get-sum", "get-tiny-image"} <= set(names)
    for name in names:
        assert client.get(f"/tools/{name}").status_code == 200
    assert run(client, "echo", {"message": "hi"})["value"] == "Echo: hi"
    assert run(client, "get-sum", {"a": 1, "b": 2})["value"] == "The sum of 1 and 2 is 3."
    # What the declaration refuses is never sent.
    assert client.post("/tools/get-sum/run", json={"a": "x"}).status_code == 422


@pytest.mark.slow
def test_a_long_run_tells_its_progress_and_ends_when_it_is_cancelled(app):
    client, runs = app.test_client(), app.extensions["webform"].runs
    address = client.post(
        "/tools/trigger-long-running-operation/run", json={"duration": 60, "steps": 600}, headers=ASYNC
    )
    run_id = address.headers["Location"].rpartition("/")[2]
    until(lambda: runs.events(run_id))
    found = client.post(f"/runs/{run_id}/cancel", headers={"Accept": "application/json"}).json

    assert [event.kind for event in runs.events(run_id)][:1] == ["progress"]
    assert found["state"] == "cancelled"


@pytest.mark.slow
def test_a_question_is_answered_in_the_middle_of_a_run(app):
    client, runs = app.test_client(), app.extensions["webform"].runs
    begun = client.post("/tools/trigger-elicitation-request/run", json={}, headers=ASYNC)
    run_id = begun.headers["Location"].rpartition("/")[2]
    until(lambda: any(event.kind == "ask" for event in runs.events(run_id)))
    (asked,) = [event.data for event in runs.events(run_id) if event.kind == "ask"]
    assert runs.answer(run_id, asked["id"], {"action": "accept", "content": {"name": "Ann", "check": True}})
    runs.wait(run_id, PATIENCE)

    assert "Name: Ann" in json.dumps(client.get(f"/runs/{run_id}", headers={"Accept": "application/json"}).json)


def test_an_answer_that_breaks_the_schema_is_not_shown_in_production(tmp_path):
    signals = {}
    with asgi(mcp_server(signals).streamable_http_app()) as url:
        honest = next(served for served in gather([f"{url}/mcp"]).served if served.tool.id == "honest")
        lie = replace(honest, tool=replace(honest.tool, id="lie", output_schema={"required": ["nothing"]}))
        app = create_app(
            [honest, lie], Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f", mode="production")
        )
        answers = [run(app.test_client(), name, {}) for name in ("lie", "honest")]
        app.extensions["webform"].close()

    assert [answer["status"] for answer in answers] == ["error", "ok"]
    assert "InternalError" in answers[0]["message"]
    assert "value" not in answers[0]


def test_the_timeout_of_a_tool_under_a_server_counts(tmp_path):
    """Its own, else that of the server, else that of the app."""
    signals = {"began": threading.Event(), "cancelled": threading.Event()}
    tools = {"wait": ToolConfig(timeout=0.5)}
    config = Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f", timeout=20, tools=tools)
    with asgi(mcp_server(signals).streamable_http_app()) as url:
        app = create_app(gather([f"{url}/mcp"], timeout=config.timeout).served, config)
        answer = run(app.test_client(), "wait", {})
        page = app.test_client().get("/tools/greet").text
        app.extensions["webform"].close()

    assert answer["message"] == "The tool did not finish within 0.5 s."
    assert "Up to 20 s" in page
