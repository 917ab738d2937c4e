"""OpenAPI documents are served: from a file, an address, a running app; forms are read when they are asked for."""

from __future__ import annotations

import json

import pytest
from flask import Flask, jsonify, request

from webform.cli_messages import warn_unsent
from webform.late import Late
from webform.runners.credentials import Credentials
from webform.web import Config, ToolConfig, create_app
from webform.web.config_file import unmatched_tools
from webform.web.sources import gather

KEY = {"X-Key": "k-1"}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Sums", "version": "1"},
    "paths": {
        "/double/{x}": {
            "get": {
                "operationId": "double",
                "parameters": [{"name": "x", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": {"200": {"description": "", "content": {"application/json": {}}}},
            }
        }
    },
}


@pytest.fixture
def new_client(tmp_path):
    made = []

    def make(served, **settings):
        kept = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
        made.append(create_app(served, Config(**kept, **settings)))
        return made[-1].test_client()

    yield make
    for app in made:
        app.extensions["webform"].close()


def file_of(value, tmp_path) -> str:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(value), "utf-8")
    return str(path)


def api() -> Flask:
    app = Flask("api")
    app.add_url_rule("/openapi.json", "document", lambda: jsonify(DOCUMENT))
    app.add_url_rule("/double/<int:x>", "double", lambda x: jsonify(2 * x))
    app.add_url_rule("/where", "where", lambda: request.url)
    return app


@pytest.mark.parametrize("typed", ["", "/openapi.json"])
def test_a_running_app_is_called_as_its_document_says(new_client, serve, typed):
    found = gather([serve(api()) + typed])
    client = new_client(found.served)

    page = client.get("/tools/double").text
    answer = client.post("/tools/double/run", json={"path": {"x": 21}}, headers={"Accept": "application/json"}).json

    assert 'name="/path/x' in page
    assert answer["value"] == 42


def test_a_file_is_called_at_the_address_that_is_typed(new_client, serve, tmp_path):
    found = gather([file_of(DOCUMENT, tmp_path)], run_url=serve(api()))
    client = new_client(found.served)

    assert (
        client.post("/tools/double/run", json={"path": {"x": 3}}, headers={"Accept": "application/json"}).json["value"]
        == 6
    )


def test_a_file_without_an_address_is_not_connected(tmp_path):
    [served] = gather([file_of(DOCUMENT, tmp_path)]).served

    assert served.target is None


def test_a_file_cannot_lead_to_a_private_address(new_client, serve, tmp_path):
    [served] = gather([file_of(DOCUMENT | {"servers": [{"url": serve(api())}]}, tmp_path)]).served
    client = new_client([served])

    answer = client.post("/tools/double/run", json={"path": {"x": 3}}, headers={"Accept": "application/json"}).json

    assert (answer["status"], "private network" in answer["message"]) == ("error", True)


def echoing() -> Flask:
    """Return an API whose answer is the key that it was sent."""
    app = api()
    app.view_functions["double"] = lambda x: jsonify(request.headers.get("X-Key", "none"))
    return app


def call(client) -> dict:
    return client.post("/tools/double/run", json={"path": {"x": 3}}, headers={"Accept": "application/json"}).json


def test_headers_of_a_tool_reach_the_origin_that_the_operator_typed(new_client, serve, tmp_path):
    tools = {"double": ToolConfig(headers=KEY)}
    url = serve(echoing())
    read_at_it, typed = gather([url]), gather([file_of(DOCUMENT, tmp_path)], run_url=url)

    assert call(new_client(read_at_it.served, tools=tools))["value"] == "k-1"
    assert call(new_client(typed.served, tools=tools))["value"] == "k-1"


def test_no_header_of_a_tool_reaches_a_server_that_a_document_alone_names(new_client, serve, tmp_path, capsys):
    tools = {"double": ToolConfig(headers=KEY, private=True)}
    found = gather([file_of(DOCUMENT | {"servers": [{"url": serve(echoing())}]}, tmp_path)])
    client = new_client(found.served, tools=tools)
    warn_unsent(client.application.extensions["webform"].served.values(), tools)

    assert call(client)["value"] == "none"
    assert "the headers of [tools.double] are not sent" in capsys.readouterr().err


def test_the_operator_says_where_an_operation_is_and_not_its_document(new_client, serve, tmp_path):
    found = gather([file_of(DOCUMENT | {"servers": [{"url": serve(api())}]}, tmp_path)])
    tools = {"double": ToolConfig(run_url=serve(echoing()), headers=KEY)}

    assert call(new_client(found.served, tools=tools))["value"] == "k-1"


def test_no_key_of_a_scheme_reaches_a_server_that_a_document_names_anew(new_client, serve, tmp_path):
    schemes = {"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}
    meant, other = serve(echoing()), serve(echoing())
    tools, security = {"double": ToolConfig(private=True)}, {"key": Credentials(url=meant, value="k-1")}

    def answer(server):
        document = DOCUMENT | schemes | {"security": [{"key": []}], "servers": [{"url": server}]}
        return call(new_client(gather([file_of(document, tmp_path)]).served, tools=tools, security=security))["value"]

    assert [answer(meant), answer(other)] == ["k-1", "none"]


def test_serving_a_thousand_operations_reads_no_form(new_client, tmp_path):
    paths = {f"/things/{number}": {"get": {"summary": f"Thing {number}"}} for number in range(1000)}
    found = gather([file_of(DOCUMENT | {"paths": paths}, tmp_path)])
    client = new_client(found.served)
    site = client.application.extensions["webform"]
    tools = {tool_id: served.tool for tool_id, served in site.served.items()}

    assert unmatched_tools(site.config, tools) == []
    assert len(tools) == 1000
    assert read_forms(tools) == []
    assert client.get("/tools/get-things-5").status_code == 200
    assert read_forms(tools) == ["get-things-5"]


def read_forms(tools) -> list[str]:
    forms = {tool_id: tool.__dict__["form"] for tool_id, tool in tools.items()}
    return [tool_id for tool_id, form in forms.items() if not isinstance(form, Late) or "value" in form.__dict__]
