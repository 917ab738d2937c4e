"""OpenAPI documents: each operation a tool, its form and its answer read when they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from webform import dialects
from webform.check import check
from webform.dialects.openapi import MAX_OPERATIONS
from webform.late import Late
from webform.lint import lint
from webform.messages import Phrase
from webform.operation import Parameter, RequestBody, SecurityScheme
from webform.problems import errors
from webform.sample import sample
from webform.source import MAX_BYTES, MAX_VALUES
from webform.tool import Hints

SAMPLES = Path(__file__).parents[1] / "samples/openapi"
OK = {"responses": {"200": {"description": "Done."}}}


def document(paths, **keys) -> dict:
    return {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths} | keys


def operation(raw=OK, method="post", path="/a", **keys):
    [tool] = webform.load(document({path: {method: raw}}, **keys))
    return tool


def problems(value) -> list[tuple[str, str, str]]:
    return [(problem.at, problem.code, problem.severity) for problem in dialects.read(value)[1]]


def is_late(tool) -> bool:
    form = tool.__dict__["form"]
    return isinstance(form, Late) and "value" not in form.__dict__


# what the index has


def test_each_operation_is_a_tool_whose_form_nobody_has_read():
    tools = {
        tool.call.operation.method + " " + tool.call.operation.path: tool
        for tool in webform.load(SAMPLES / "fastapi.json")
    }

    assert list(tools) == [
        "GET /orders", "POST /orders", "GET /orders/{order_id}", "DELETE /orders/{order_id}",
        "POST /pets", "POST /photos", "POST /login",
    ]  # fmt: skip
    assert all(map(is_late, tools.values()))
    read = tools["GET /orders"]
    assert (read.id, read.name, read.description) == (
        "list_orders_orders_get",
        "List Orders",
        "Orders, the newest first.",
    )
    assert (read.category, read.tags, read.version, read.dialect) == ("Orders", ("orders",), "1.2.0", "openapi")
    assert (read.call.protocol, read.call.name) == ("openapi", "list_orders_orders_get")
    assert tools["GET /orders/{order_id}"].description.startswith("**Deprecated.**")
    assert read.declaration["paths"]["/orders"]["get"]["summary"] == "List Orders"


@pytest.mark.parametrize(
    ("method", "hints"),
    [
        ("get", Hints(read_only=True, idempotent=True)),
        ("head", Hints(read_only=True, idempotent=True)),
        ("query", Hints(read_only=True, idempotent=True)),
        ("put", Hints(idempotent=True)),
        ("delete", Hints(idempotent=True, destructive=True)),
        ("post", Hints()),
        ("patch", Hints()),
    ],
)
def test_hints_are_those_of_the_method(method, hints):
    assert operation(method=method).hints == hints


def test_an_operation_without_an_id_is_named_after_its_method_and_path():
    assert (operation(path="/a/{b}").id, operation(path="/a/{b}").name) == ("post-a-b", "POST /a/{b}")
    assert operation({"operationId": "listPets"}).name == "List pets"


def test_ids_that_are_taken_get_numbers():
    value = document({"/a": {"get": {"operationId": "x"}, "put": {"operationId": "x"}}})

    assert [tool.id for tool in webform.load(value)] == ["x", "x-2"]
    assert problems(value) == [("/paths/~1a/put", "duplicate-name", "warning")]


def test_methods_of_their_own_are_read():
    [tool] = webform.load(document({"/a": {"additionalOperations": {"COPY": OK}}}, openapi="3.2.0"))

    assert tool.call.operation.method == "COPY"


def test_what_is_not_read_is_said_once():
    called = OK | {"callbacks": {"done": {}}, "x-rate": 5}
    value = document({"/a": {"get": called, "put": called}}, webhooks={"new": {}})

    [problem] = dialects.read(value)[1]
    assert (problem.severity, problem.phrase) == (
        "warning",
        Phrase("not-read", {"names": ("webhooks", "callbacks", "x-rate")}),
    )


# documents that cannot be used


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"swagger": "2.0", "paths": {}}, "openapi-version.swagger"),
        ({"openapi": "4.0.0", "paths": {}}, "openapi-version"),
        (document({}), "no-tools.operations"),
    ],
)
def test_a_document_without_operations_to_read_says_why(value, key):
    tools, [problem], _ = dialects.read(value)

    assert tools == []
    assert problem.phrase.key == key
    assert problem.message


@pytest.mark.parametrize("part", [5, "text", [], None, {"a": 5}, {"get": 5}, {"get": {"parameters": 5}}])
def test_a_part_that_is_wrong_costs_no_other(part):
    value = document({"/a": part, "/b": {"get": OK}, "/c": {"get": {"parameters": [part], "requestBody": part}}})

    tools, _, _ = dialects.read(value)

    assert {"get-b", "get-c"} <= {tool.id for tool in tools}
    for tool in tools:
        assert check(tool.form, sample(tool.form)) == []


def test_more_operations_than_an_index_has_are_not_read():
    tools, [problem], _ = dialects.read(document({f"/{number}": {"get": OK} for number in range(MAX_OPERATIONS + 1)}))

    assert len(tools) == MAX_OPERATIONS
    assert problem.code == "too-many-tools"


def test_references_that_lead_nowhere_are_warnings():
    other = {"$ref": "common.yaml#/parameters/limit"}
    circle = {"parameters": {"a": {"$ref": "#/components/parameters/a"}}}
    value = document(
        {
            "/a": {
                "get": {
                    "parameters": [other, {"$ref": "#/components/parameters/b"}, {"$ref": "#/components/parameters/a"}]
                }
            }
        },
        components=circle,
    )

    assert problems(value) == [
        ("/paths/~1a/get/parameters/0", "external-reference", "warning"),
        ("/paths/~1a/get/parameters/1", "unresolved-reference", "warning"),
        ("/components/parameters/a", "circular-reference", "warning"),
    ]


def test_problems_of_a_form_are_found_when_it_is_read_and_by_lint():
    body = {
        "content": {
            "application/json": {"schema": {"properties": {"a": {"$ref": "other.json"}, "b": {"minimum": "x"}}}}
        }
    }
    value = document({"/a": {"post": {"requestBody": body}}})
    at = "/paths/~1a/post/requestBody/content/application~1json/schema/properties"

    assert dialects.read(value)[1] == []
    assert [(problem.at, problem.code, problem.severity) for problem in lint(value)] == [
        (f"{at}/b/minimum", "invalid-schema", "error"),
        (f"{at}/a/$ref", "external-reference", "warning"),
    ]


# parameters


def test_parameters_of_a_path_and_an_operation_are_one_list():
    shared = [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
        {"$ref": "#/components/parameters/page"},
    ]
    own = [
        {"name": "page", "in": "query", "schema": {"type": "string"}, "description": "Which.", "example": "two"},
        {"name": "filter", "in": "query", "style": "deepObject", "explode": True, "schema": {"type": "object"}},
        {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
        {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string"}, "allowReserved": True},
        {
            "name": "where",
            "in": "query",
            "required": True,
            "content": {"application/json": {"schema": {"type": "array"}}},
        },
    ]
    [tool] = webform.load(
        document(
            {"/a/{id}": {"parameters": shared, "get": {"parameters": own}}},
            components={"parameters": {"page": {"name": "page", "in": "query", "schema": {"type": "integer"}}}},
        )
    )

    assert tool.call.operation.parameters == (
        Parameter(name="id", location="path"),
        Parameter(name="page", location="query", style="form", explode=True),
        Parameter(name="filter", location="query", style="deepObject", explode=True),
        Parameter(name="X-Trace", location="header"),
        Parameter(name="session", location="cookie", style="form", explode=True, allow_reserved=True),
        Parameter(name="where", location="query", style="form", explode=True, media="application/json"),
    )
    schema = tool.form.schema
    assert list(schema["properties"]) == ["path", "query", "headers", "cookies"]
    assert schema["required"] == ["path", "query"]
    assert schema["properties"]["query"]["required"] == ["where"]
    assert schema["properties"]["query"]["properties"]["page"] == {
        "type": "string", "description": "Which.", "examples": ["two"],
    }  # fmt: skip
    assert [input_.label for input_ in tool.form.inputs] == ["Path", "Query", "Headers", "Cookies"]


def test_a_part_of_the_path_that_nobody_declares_is_a_text():
    value = document({"/a/{id}": {"get": OK}})
    [tool] = webform.load(value)

    assert problems(value) == [("/paths/~1a~1{id}", "undeclared-parameter", "warning")]
    assert tool.form.schema["properties"]["path"]["required"] == ["id"]


def test_a_parameter_of_no_known_place_is_left_out():
    value = document({"/a": {"get": {"parameters": [{"name": "a", "in": "body"}, {"in": "query"}]}}})

    assert [code for _, code, _ in problems(value)] == ["bad-parameter", "bad-parameter"]


# bodies


def body_of(content, **keys):
    return operation({"requestBody": {"content": content, **keys}})


@pytest.mark.parametrize(
    ("media", "chosen"),
    [
        (["text/plain", "application/xml", "multipart/form-data", "application/json"], "application/json"),
        (["application/octet-stream", "application/merge-patch+json"], "application/merge-patch+json"),
        (["application/x-www-form-urlencoded", "multipart/form-data"], "multipart/form-data"),
        (["image/png", "text/plain"], "text/plain"),
        (["*/*"], "application/json"),
        (["image/png"], "image/png"),
    ],
)
def test_of_several_media_types_the_one_that_a_form_fills_best_is_sent(media, chosen):
    assert body_of({name: {} for name in media}).call.operation.body == RequestBody(media=chosen)


@pytest.mark.parametrize(
    ("media", "schema", "type_", "accept"),
    [
        ("application/octet-stream", {"type": "string", "format": "binary"}, "file", ()),
        ("image/png", {}, "file", ("image/png",)),
        ("text/plain", {}, "text", None),
        ("application/xml", {"type": "object"}, "text", None),
        ("application/json", {}, "unknown", None),
    ],
)
def test_a_body_has_the_input_of_its_media_type(media, schema, type_, accept):
    tool = body_of({media: {"schema": schema}}, required=True)
    [input_] = tool.form.inputs

    assert (input_.label, input_.type, getattr(input_, "accept", None)) == ("Body", type_, accept)
    assert input_.required


def test_files_of_a_form_are_file_inputs_and_encodings_are_kept():
    encoding = {"photo": {"contentType": "image/png"}}
    properties = {
        "photo": {"type": "string", "format": "binary"},
        "scan": {"type": "string", "contentMediaType": "application/octet-stream"},
        "note": {"type": "string"},
    }
    tool = body_of(
        {"multipart/form-data": {"schema": {"type": "object", "properties": properties}, "encoding": encoding}}
    )
    [body] = tool.form.inputs

    assert [input_.type for input_ in body.inputs] == ["file", "file", "text"]
    assert tool.call.operation.body.encoding == encoding


def test_what_is_only_read_is_not_sent_and_what_is_only_written_is_not_answered():
    thing = {
        "type": "object",
        "required": ["id", "name", "key"],
        "properties": {
            "id": {"type": "integer", "readOnly": True}, "name": {"type": "string"},
            "key": {"type": "string", "writeOnly": True}, "made": {"allOf": [{"$ref": "#/components/schemas/Made"}]},
        },
    }  # fmt: skip
    content = {
        "application/json": {"schema": {"allOf": [{"$ref": "#/components/schemas/Thing"}, {"required": ["id"]}]}}
    }
    tool = operation(
        {"requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}},
        components={"schemas": {"Thing": thing, "Made": {"type": "string", "readOnly": True}}},
    )

    sent = tool.form.schema["$defs"]["Thing"]
    assert (list(sent["properties"]), sent["required"]) == (["name", "key", "made"], ["name", "key"])
    assert tool.form.schema["properties"]["body"]["allOf"][0]["allOf"][1] == {"required": []}
    answered = tool.output_schema["$defs"]["Thing"]
    assert (list(answered["properties"]), answered["required"]) == (["id", "name", "made"], ["id", "name"])


def test_examples_of_a_body_stand_beside_those_of_parameters():
    tool = operation(
        {
            "parameters": [{"name": "id", "in": "query", "schema": {}, "example": 5}],
            "requestBody": {
                "content": {
                    "application/json": {
                        "examples": {
                            "one": {"summary": "One", "value": 1},
                            "two": {"$ref": "#/components/examples/two"},
                        }
                    }
                }
            },
        },
        components={"examples": {"two": {"value": 2}}},
    )

    assert [(example.name, example.body) for example in tool.examples] == [
        ("One", {"query": {"id": 5}, "body": 1}),
        ("two", {"query": {"id": 5}, "body": 2}),
    ]


# schemas


def in_words_of_json_schema(schema, version="3.0.3", **schemas):
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": schema}}}},
        openapi=version,
        components={"schemas": schemas},
    )
    assert tool.form.problems == ()
    return tool.form.schema["properties"]["body"]["allOf"][0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        (
            {"allOf": [{"type": "string"}], "nullable": True, "title": "T"},
            {"title": "T", "anyOf": [{"allOf": [{"type": "string"}]}, {"type": "null"}]},
        ),
        ({"oneOf": [{"type": "string"}], "nullable": True}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, {"type": "number", "exclusiveMinimum": 1}),
        ({"type": "number", "maximum": 1, "exclusiveMaximum": False}, {"type": "number", "maximum": 1}),
        ({"type": "string", "example": "a"}, {"type": "string", "examples": ["a"]}),
        ({"type": "object", "xml": {"name": "a"}, "externalDocs": {"url": "b"}}, {"type": "object"}),
        (
            {"type": "object", "properties": {"a": {"type": "string", "x-order": 1}}},
            {"type": "object", "properties": {"a": {"type": "string", "x-order": 1}}},
        ),
    ],
)
def test_schemas_of_openapi_3_0_are_said_in_words_of_json_schema(old, new):
    assert in_words_of_json_schema(old) == new


def test_a_discriminator_tells_the_alternatives():
    pets = {name: {"type": "object", "properties": {"kind": {"type": "string"}}} for name in ("Cat", "Dog")}
    union = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"feline": "#/components/schemas/Cat"}},
    }

    assert in_words_of_json_schema(union, **pets)["oneOf"] == [
        {"$ref": "#/$defs/Cat", "properties": {"kind": {"const": "feline"}}, "required": ["kind"]},
        {"$ref": "#/$defs/Dog", "properties": {"kind": {"const": "Dog"}}, "required": ["kind"]},
    ]


def test_schemas_that_hold_themselves_and_strange_names_are_defined_once():
    tree = {
        "type": "object",
        "properties": {"next": {"$ref": "#/components/schemas/a~1b"}, "own": {"$ref": "#/paths/~1a/x"}},
    }
    tool = operation(
        {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/a~1b"}}}}},
        components={"schemas": {"a/b": tree, "unused": {"type": "string"}}},
    )

    assert list(tool.form.schema["$defs"]) == ["a/b"]
    assert check(tool.form, {"body": {"next": {"next": {}}}}) == []


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


# whole documents


@pytest.mark.parametrize("name", ["fastapi.json", "github.json"])
def test_every_operation_of_a_real_document_has_a_valid_sample(name):
    for tool in webform.load(SAMPLES / name):
        assert check(tool.form, sample(tool.form)) == [], tool.id
        assert errors(tool.form.problems) == [], tool.id


def test_a_document_may_be_yaml():
    [tool] = webform.load("openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get: {summary: Ask}\n")

    assert tool.name == "Ask"


def test_a_document_of_an_api_may_be_larger_than_another():
    padding = " " * MAX_BYTES
    value = document({"/a": {"get": OK}}, components={"x-values": [0] * MAX_VALUES})

    assert [tool.id for tool in webform.load(json.dumps(value) + padding)] == ["get-a"]
    assert dialects.read(json.dumps(value) + padding, "mcp")[1][0].code == "too-large"
    assert dialects.read(json.dumps({"inputs": [0] * (MAX_VALUES + 1)}))[1][0].code == "too-many-values"
