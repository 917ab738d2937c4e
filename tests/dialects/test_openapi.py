"""OpenAPI documents: each operation a tool, its form and its answer read when they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.dialects.openapi import OK, document, operation, problems
from webform import dialects
from webform.check import check
from webform.dialects.openapi import MAX_OPERATIONS
from webform.late import Late
from webform.lint import lint
from webform.messages import Phrase
from webform.problems import errors
from webform.sample import sample
from webform.source_limits import LIMITS
from webform.tool import Hints

SAMPLES = Path(__file__).parents[1] / "samples/openapi"


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


@pytest.mark.slow
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
    padding = " " * LIMITS.bytes
    value = document({"/a": {"get": OK}}, components={"x-values": [0] * LIMITS.values})

    assert [tool.id for tool in webform.load(json.dumps(value) + padding)] == ["get-a"]
    assert dialects.read(json.dumps(value) + padding, "mcp")[1][0].code == "too-large"
    assert dialects.read(json.dumps({"inputs": [0] * (LIMITS.values + 1)}))[1][0].code == "too-many-values"


@pytest.mark.parametrize("method", ["CONNECT", "TRACE", "GET / HTTP/1.1\r\nX: y"])
def test_a_method_that_means_the_connection_is_left_out(method):
    value = document({"/a": {"get": OK, "additionalOperations": {method: OK}}}, openapi="3.2.0")

    assert [tool.call.operation.method for tool in webform.load(value)] == ["GET"]
    assert [code for _, code, _ in problems(value)] == ["method-not-called"]


def test_the_html_of_a_description_becomes_markdown_but_in_code():
    html = '<p>Adds <b>one</b>.<br>See <a href="https://example.org/a">here</a>:</p><ul><li>a</li><li>b</li></ul>'
    kept = "Write `<b>` as it is"

    assert operation(OK | {"description": html}).description == (
        "Adds **one**.  \nSee [here](https://example.org/a):\n\n\n\n- a\n- b"
    )
    assert operation(OK | {"description": kept}).description == kept
