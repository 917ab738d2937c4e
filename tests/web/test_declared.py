"""What programs need to know of a tool."""

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


def test_odd_text_in_a_declaration_is_still_json(new_app):
    given = SMALL | {"name": "\ud800 ü \u2028", "description": "<script>"}
    client = new_app(given).test_client()

    assert client.get("/tools/small/declaration.json").json["description"] == "<script>"


def test_the_openapi_says_where_and_with_what_a_run_is_begun(client):
    document = client.get("/tools/small/openapi.json").json
    (path,) = [each for each in document["paths"] if each.startswith("/tools/")]
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
