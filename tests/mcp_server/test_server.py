"""`webform mcp`: the SDK's client starts it, lists and calls its tools, and reads their forms."""

from __future__ import annotations

import json
import sys
from functools import partial

import pytest
from anyio import Event, create_task_group
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from werkzeug.wrappers import Response

from tests.mcp_server.conftest import ANSWER, TRIP
from tests.until import until
from webform.values import write_json

OSLO = {"city": "Oslo", "days": 2, "museums": False}
FORM = "webform_form"
#: A tool that is sent a secret.
VAULT = {
    "title": "vault",
    "type": "object",
    "properties": {"key": {"type": "string", "writeOnly": True}},
}


@pytest.fixture(scope="module")
def portal():
    """What runs the client, beside the tests."""
    with start_blocking_portal() as running:
        yield running


@pytest.fixture(scope="module")
def client(portal, tool, tmp_path_factory):
    """A session with the command, over its input and output."""
    folder = tmp_path_factory.mktemp("mcp")
    for name, declared in (("trip", TRIP), ("vault", VAULT)):
        (folder / f"{name}.json").write_text(write_json(declared), "utf-8")
    places = "".join(f'[tools.{name}]\nrun_url = "{tool.url}"\n' for name in ("trip", "vault"))
    (folder / "webform.toml").write_text(places, "utf-8")
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "webform", "mcp", "trip.json", "vault.json", "--config", "webform.toml"],
        env={"XDG_STATE_HOME": str(folder)},
        cwd=folder,
    )
    with portal.wrap_async_context_manager(Client(command)) as session:
        yield session


@pytest.fixture
def call(client, portal):
    """`call(name, arguments, **how) -> CallToolResult`."""
    return lambda name, arguments, **how: portal.call(partial(client.call_tool, name, arguments, **how))


def test_a_tool_is_listed_with_its_schemas_and_the_address_of_its_form(client, portal):
    listed, vault, form = portal.call(client.list_tools).tools
    resources = portal.call(client.list_resources).resources

    assert (listed.name, listed.title, listed.meta["ui"]) == (
        "trip",
        "Plan a trip",
        {"resourceUri": "ui://webform/trip"},
    )
    assert listed.input_schema["properties"]["days"]["maximum"] == 30
    assert "x-webform" not in write_json(listed.input_schema)
    assert set(listed.output_schema["properties"]) == set(ANSWER)
    assert (form.name, form.meta["ui"]) == (FORM, {"visibility": ["app"]})
    assert [resource.uri for resource in resources] == ["ui://webform/trip", "ui://webform/vault"]
    assert (vault.name, vault.output_schema) == ("vault", None)


def test_its_form_is_one_document_that_loads_nothing(client, portal):
    [content] = portal.call(client.read_resource, "ui://webform/trip").contents

    assert content.mime_type == "text/html;profile=mcp-app"
    assert content.text.startswith("<!doctype html>")
    assert "default-src 'none'; script-src 'unsafe-inline'" in content.text
    for loaded in ("<link", "<script src", "@import", "<iframe"):
        assert loaded not in content.text
    with pytest.raises(MCPError, match="no resource at that address"):
        portal.call(client.read_resource, "ui://webform/none")


def test_a_call_answers_with_the_value_and_as_a_text(call, tool):
    result = call("trip", OSLO)

    assert (result.is_error, result.structured_content, tool.bodies[-1]) == (False, ANSWER, OSLO)
    assert '"total": 12.5' in result.content[0].text


def test_what_is_wrong_with_a_body_is_said_and_nothing_is_called(call, tool):
    before = len(tool.bodies)
    result = call("trip", OSLO | {"days": 99, "more": 1})

    assert result.is_error
    assert [problem["at"] for problem in result.structured_content["problems"]] == ["/days", "/more"]
    assert result.content[0].text.startswith("/days: ")
    assert len(tool.bodies) == before
    with pytest.raises(MCPError, match="no tool of that name"):
        call("none", {})


def test_a_tool_that_fails_is_an_error_that_quotes_no_secret(call, tool):
    tool.answer = ({"error": "the key hush-hush is not known"}, 500)
    result = call("vault", {"key": "hush-hush"})
    tool.answer = ANSWER

    assert result.is_error
    assert "hush-hush" not in result.model_dump_json()


def test_an_answer_that_is_not_as_declared_is_an_error_that_says_so(call, tool):
    tool.answer = {"total": "far"}
    result = call("trip", OSLO)
    tool.answer = ANSWER

    assert (result.is_error, result.structured_content) == (True, None)
    assert "not what the tool declares" in result.content[0].text


def test_an_answer_with_more_than_is_declared_is_no_error(call, tool):
    tool.answer = ANSWER | {"more": 1}
    result = call("trip", OSLO)
    tool.answer = ANSWER

    assert not result.is_error
    assert result.structured_content == ANSWER | {"more": 1}


def test_progress_is_passed_on(call, tool):
    seen = []

    async def note(*progress) -> None:
        seen.append(progress)

    events = b'event: progress\ndata: {"progress": 1, "total": 2, "message": "half"}\n\nevent: text\ndata: "end"\n\n'
    tool.answer = Response(events, mimetype="text/event-stream")
    call("vault", {}, progress_callback=note)
    tool.answer = ANSWER

    assert seen == [(1, 2, "half")]


def test_a_call_that_is_cancelled_ends_its_run(client, portal, call, tool):
    async def cancelled() -> None:
        begun = Event()

        async def run() -> None:
            begun.set()
            await client.call_tool("trip", OSLO, meta={"webform/key": "k1"})

        async with create_task_group() as group:
            group.start_soon(run)
            await begun.wait()
            asked = {"method": "GET", "path": "/tools/trip/started?key=k1"}
            started.append(await client.call_tool(FORM, asked))
            group.cancel_scope.cancel()

    started = []
    tool.hold()
    portal.call(cancelled)
    run = json.loads(started[0].structured_content["text"])["run"]
    look = {"method": "GET", "path": run, "headers": {"Accept": "application/json"}}
    until(lambda: json.loads(call(FORM, look).structured_content["text"])["state"] == "cancelled")
    tool.let_go()


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"method": "DELETE", "path": "/runs/x"},
        {"method": "GET", "path": "/metrics"},
        {"method": "GET", "path": "/runs"},
        {"method": "POST", "path": "/tools/trip/run"},
        {"method": "POST", "path": "/forget"},
        {"method": "GET", "path": "/tools/trip/../../metrics"},
        {"method": "GET", "path": "http://example.com/tools/trip/form"},
        {"method": "POST", "path": "/tools/trip/form", "entries": [["/city", {"name": "a", "type": "", "data": "?"}]]},
    ],
)
def test_a_form_asks_for_its_own_addresses_only(call, asked):
    assert call(FORM, asked).is_error
