"""Responses, servers and security of operations."""

from __future__ import annotations

import webform
from tests.dialects.openapi import OK, document, operation
from webform.operation import SecurityScheme

# answers, servers, security


def test_replies_have_their_schemas_by_status_and_media_type():
    responses = {
        "404": {"$ref": "#/components/responses/missing"},
        "201": {
            "description": "Made.",
            "content": {"text/csv": {}, "application/json": {"schema": {"type": "integer"}}},
        },
        "4xx": {"description": "Wrong."},
        "default": {"description": "Else."},
    }
    tool = operation(
        {"responses": responses},
        components={
            "responses": {
                "missing": {"description": "Gone.", "content": {"application/problem+json": {"schema": True}}}
            }
        },
    )
    replies = tool.call.operation.replies

    assert [(reply.status, reply.description) for reply in replies] == [
        ("404", "Gone."), ("201", "Made."), ("4XX", "Wrong."), ("default", "Else."),
    ]  # fmt: skip
    assert dict(replies[0].content) == {"application/problem+json": True}
    assert replies[1].content["text/csv"] is True
    assert replies[1].content["application/json"]["type"] == "integer"
    assert tool.output_schema == replies[1].content["application/json"]


def test_an_operation_without_a_json_answer_has_no_schema_of_it():
    assert operation().output_schema is None


def test_servers_and_security_of_an_operation_count_before_those_of_the_document():
    schemes = {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "app": {
            "type": "oauth2",
            "flows": {"clientCredentials": {"tokenUrl": "https://a.example/token", "scopes": {}}},
        },
        "who": {"type": "http", "scheme": "Bearer"},
    }
    servers = [
        {"url": "https://{region}.example/{v}", "variables": {"region": {"default": "eu"}, "v": {"default": "v1"}}}
    ]
    value = document(
        {"/a": {"get": OK, "put": OK | {"security": [{}, {"app": ["write"]}], "servers": [{"url": "/other"}]}}},
        components={"securitySchemes": schemes}, servers=servers, security=[{"key": []}],
    )  # fmt: skip
    by_document, own = (tool.call.operation for tool in webform.load(value))

    assert (by_document.servers, by_document.security) == (("https://eu.example/v1",), ({"key": ()},))
    assert (own.servers, own.security) == (("/other",), ({}, {"app": ("write",)}))
    assert own.schemes == {
        "key": SecurityScheme(name="key", type="apiKey", location="header", parameter="X-Key"),
        "app": SecurityScheme(name="app", type="oauth2", token_url="https://a.example/token"),
        "who": SecurityScheme(name="who", type="http", scheme="bearer"),
    }
