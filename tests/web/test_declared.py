"""The documents of a tool for programs."""

from __future__ import annotations

import jsonschema
import pytest

from tests.web.conftest import SMALL


def test_the_schema_is_one_and_the_sample_fits_it(client):
    schema = client.get("/tools/small/schema.json").json
    sample = client.get("/tools/small/sample.json").json

    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(sample, schema)
    assert client.post("/tools/small/run", json=sample).json["status"] == "ok"


def test_the_declaration_is_as_it_was_given(client):
    assert client.get("/tools/small/declaration.json").json == SMALL


def test_in_production_it_does_not_say_how_its_tool_is_reached(new_app):
    declaration = SMALL | {
        "headers": {"Authorization": "Bearer hunter2"},
        "base_url": "http://10.0.0.7:8080",
        "_meta": {"internal": "hunter2"},
        "auth": {"api-key": "hunter2"},
    }
    shown = new_app(declaration, mode="production").test_client().get("/tools/small/declaration.json")
    assert shown.json == SMALL


def test_in_production_inputs_may_be_called_what_they_like(new_app):
    schema = {"type": "object", "properties": {"url": {"type": "string", "default": "x"}, "token": {"type": "string"}}}
    declaration = {"name": "small", "inputSchema": schema, "_meta": {"host": "10.0.0.7"}}
    shown = new_app(declaration, mode="production").test_client().get("/tools/small/declaration.json")
    assert shown.json == {"name": "small", "inputSchema": schema}


def test_in_production_an_input_of_a_field_map_may_be_called_url(new_app):
    fields = {"url": {"type": "string", "required": True, "description": "Where"}}
    client = new_app(fields, mode="production").test_client()
    (name,) = client.application.extensions["webform"].served
    assert client.get(f"/tools/{name}/declaration.json").json == fields


def test_odd_text_in_a_declaration_is_still_json(new_app):
    declaration = SMALL | {"name": "\ud800 ü \u2028", "description": "<script>"}
    client = new_app(declaration).test_client()

    assert client.get("/tools/small/declaration.json").json["description"] == "<script>"


def test_the_openapi_says_where_and_with_what_a_run_is_begun(client):
    document = client.get("/tools/small/openapi.json").json
    (path,) = [path for path in document["paths"] if path.startswith("/tools/")]
    body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]

    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": "http://localhost"}]
    assert client.post(path, json={"title": "x"}).status_code == 200
    assert body["required"] == ["title"]


@pytest.mark.parametrize("name", ["schema", "sample", "declaration", "openapi"])
def test_they_are_json_and_looked_up_anew(client, name):
    answer = client.get(f"/tools/small/{name}.json")

    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-cache"
