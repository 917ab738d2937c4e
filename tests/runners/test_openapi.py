"""Operations of OpenAPI documents: what is sent."""

from __future__ import annotations

import io
import json
from typing import Annotated

import pytest
from fastapi import Cookie, FastAPI, Form, Header, Query, UploadFile

import webform
from tests.runners.conftest import answer, sent, target
from tests.servers import asgi
from webform.files import FileStore
from webform.inputs.object import Object
from webform.inputs.text import Text
from webform.operation import Operation, Parameter, Reply, RequestBody
from webform.tool import CallSpec, Tool


def tool(method="GET", path="/x", *parameters, groups=(), **rest):
    """Return the tool of an operation, with the texts of *groups*: bodies are checked before they are sent."""
    inputs = tuple(
        Object(key=name, label=name, inputs=tuple(Text(key=key, label=key) for key in groups[name])) for name in groups
    )
    operation = Operation(method=method, path=path, parameters=parameters, **rest)
    form = webform.Form(root=Object(key="", label="", inputs=inputs))
    return Tool(id="t", name="T", form=form, call=CallSpec(operation=operation))


@pytest.fixture
def call(listen, runner):
    """`call(tool, body, base="", **options) -> (result, request line, headers, body)`; the last are None if not sent."""
    api = listen(answer(b"{}"))

    def run(called, body, base="", **options):
        before = len(api.requests)
        at = target(api.url + base, protocol="openapi", **options)
        result = runner.run(called, at, body, run_id="r")
        if len(api.requests) == before:
            return result, None, None, None
        head, data = sent(api, -1)
        line, *fields = head.split("\r\n")
        return result, line, dict(field.split(": ", 1) for field in fields), data

    return run


PATH = Parameter(name="id", location="path")


def test_the_path_is_added_to_the_address_and_its_query(call):
    query = Parameter(name="q", location="query", style="form", explode=True)
    body = {"path": {"id": "a b"}, "query": {"q": ["1", "é&"]}}

    assert call(tool("GET", "/pets/{id}", PATH, query), body, "/v1/?key=1")[1] == (
        "GET /v1/pets/a%20b?key=1&q=1&q=%C3%A9%26 HTTP/1.1"
    )
    assert call(tool(), {})[1] == "GET /x HTTP/1.1"
    assert call(tool(), None, "/v1/run")[1] == "GET /v1/run/x HTTP/1.1"


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a/b", "/pets/a%2Fb/x"), ("a?b=1#c", "/pets/a%3Fb%3D1%23c/x"), ("%2e%2e", "/pets/%252e%252e/x"),
        ("a\r\nX: 1", "/pets/a%0D%0AX%3A%201/x"), ("..a", "/pets/..a/x"), (0, "/pets/0/x"), (False, "/pets/false/x"),
        ("..", None), ("../admin", None), ("a/../../b", None), ("a\\..\\b", None), (".", None), ("", None),
        (None, None), ([], None), (["a", ""], "/pets/a,/x"), ("\ud800", "/pets/%3F/x"),
    ],
)  # fmt: skip
def test_no_value_leaves_the_path(call, value, line):
    result, found, _, _ = call(tool("DELETE", "/pets/{id}/x", PATH), {"path": {"id": value}})

    assert found == (line and f"DELETE {line} HTTP/1.1")
    assert line or [(problem.at, problem.code) for problem in result.problems] in (
        [("/path/id", "unsendable")], [("/path", "unsendable")],
    )  # fmt: skip
    assert result.status == ("ok" if line else "invalid")


def test_no_path_is_made_without_its_parameters(call):
    assert call(tool("DELETE", "/pets/{id}", PATH), {})[0].problems[0].at == "/path/id"
    assert call(tool("DELETE", "/pets/{other}"), {"path": {"other": "1"}})[1] is None


@pytest.mark.parametrize(
    ("options", "value", "segment"),
    [
        ({"style": "label"}, "..", "..."), ({"style": "label"}, ".", None), ({"style": "label"}, "a", ".a"),
        ({"style": "matrix"}, ["a/b", ";"], ";id=a%2Fb,%3B"), ({"explode": True}, {"a": "=", "b": 1}, "a=%3D,b=1"),
        ({"media": "application/json"}, {"a": 1}, "%7B%22a%22%3A%201%7D"), ({"media": "text/plain"}, "x", "x"),
    ],
)  # fmt: skip
def test_styles_stand_in_a_path(call, options, value, segment):
    parameter = Parameter(name="id", location="path", **options)

    assert call(tool("GET", "/{id}", parameter), {"path": {"id": value}})[1] == (segment and f"GET /{segment} HTTP/1.1")


@pytest.mark.parametrize(
    ("options", "value", "query"),
    [
        ({"style": "form"}, [], ""), ({"style": "form"}, None, ""), ({"style": "form"}, "", "?q="),
        ({"style": "form"}, "a/b?:&=+#[é", "?q=a%2Fb%3F%3A%26%3D%2B%23%5B%C3%A9"),
        ({"style": "form", "allow_reserved": True}, "a/b?:@&=+#[%", "?q=a/b?:@%26=%2B%23%5B%25"),
        ({"style": "deepObject", "explode": True}, {"a": {"b": 1}}, "?q%5Ba%5D%5Bb%5D=1"),
        ({"media": "application/json"}, {"a": [1]}, "?q=%7B%22a%22%3A%20%5B1%5D%7D"),
        ({"media": "application/json"}, None, "?q=null"),
    ],
)  # fmt: skip
def test_values_stand_in_a_query(call, options, value, query):
    parameter = Parameter(name="q", location="query", **options)

    assert call(tool("GET", "/x", parameter), {"query": {"q": value}})[1] == f"GET /x{query} HTTP/1.1"


@pytest.mark.parametrize(
    ("media", "value", "query"),
    [
        (
            "application/x-www-form-urlencoded",
            {"q": "a b&c", "tag": ["x", "y"], "no": None},
            "k=1&q=a+b%26c&tag=x&tag=y",
        ),
        ("application/json", {"q": "#?"}, "k=1&%7B%22q%22%3A%20%22%23%3F%22%7D"),
        ("application/jsonpath", "$.a[1:2]&b", "k=1&%24.a%5B1%3A2%5D%26b"),
        ("application/json", None, "k=1"),
        ("application/x-www-form-urlencoded", "q=1", None),
    ],
)
def test_a_whole_query_string_is_written_in_its_media_type(call, media, value, query):
    whole = Parameter(name="any", location="querystring", media=media)
    result, line, _, _ = call(tool("GET", "/x", whole), {"querystring": value}, "/?k=1")

    assert line == (query and f"GET /x?{query} HTTP/1.1")
    assert query or [(problem.at, problem.code) for problem in result.problems] == [("/querystring", "unsendable")]


def test_headers_are_sent_but_for_those_that_are_not_a_parameters(call):
    names = ["X-Id", "X-List", "X-Key", "a b", "accept", "Content-Type", "AUTHORIZATION", "Host", "Cookie", "Te"]
    parameters = [Parameter(name=name, location="header") for name in names]
    values = dict.fromkeys(names, "mine") | {"X-List": ["a,b", "c"], "X-Id": 1.5}
    _, _, headers, _ = call(tool("GET", "/x", *parameters), {"headers": values}, headers={"x-key": "operator's"})

    assert headers["X-Id"] == "1.5"
    assert headers["X-List"] == "a,b,c"
    assert headers["x-key"] == "operator's"
    assert sum("mine" in value for value in headers.values()) == 0


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\n", "\x00", "€"])
def test_no_header_ends_its_line(call, value):
    result, line, _, _ = call(tool("GET", "/x", Parameter(name="X-A", location="header")), {"headers": {"X-A": value}})

    assert (line, [problem.at for problem in result.problems]) == (None, ["/headers/X-A"])


def test_cookies_are_one_header(call):
    parameters = [
        Parameter(name="a", location="cookie", style="form", explode=True),
        Parameter(name="b", location="cookie", style="form"),
        Parameter(name="c", location="cookie", style="cookie", explode=True),
        Parameter(name="d", location="cookie", media="application/json"),
        Parameter(name="e", location="cookie", style="form"),
    ]
    body = {"cookies": {"a": ["x; y=1", "z"], "b": ["1", "2"], "c": "a=b;\r\n", "d": {"k": 1}, "e": None}}

    assert call(tool("GET", "/x", *parameters), body)[2]["Cookie"] == (
        "a=x%3B%20y%3D1; a=z; b=1,2; c=a=b%3B%0D%0A; d=%7B%22k%22%3A%201%7D"
    )


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH", "OPTIONS", "QUERY"])
def test_a_request_without_a_body_sends_none(call, method):
    body = RequestBody(media="application/json")
    _, line, headers, data = call(tool(method, "/x", body=body), {})

    assert line == f"{method} /x HTTP/1.1"
    assert ("Content-Type" in headers, data) == (False, b"")
    assert headers.get("Content-Length") == (None if method in ("GET", "HEAD", "DELETE", "OPTIONS") else "0")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
def test_a_body_is_sent_as_declared(call, method):
    body = RequestBody(media="application/merge-patch+json")
    _, _, headers, data = call(tool(method, "/x", body=body), {"body": {"a": None}})

    assert (headers["Content-Type"], json.loads(data)) == ("application/merge-patch+json", {"a": None})
    assert int(headers["Content-Length"]) == len(data)


@pytest.mark.parametrize(
    ("types", "accept"),
    [
        (["application/json"], "application/json, */*;q=0.5"),
        (["text/csv", "application/problem+json; charset=utf-8"], "application/problem+json, text/csv;q=0.9, */*;q=0.5"),
        (["image/*", "*/*", "a\r\nb/c"], "image/*, */*;q=0.5"),
    ],
)  # fmt: skip
def test_documented_answers_are_asked_for(call, types, accept):
    replies = (Reply(status="200", content=dict.fromkeys(types, True)),)

    assert call(tool("GET", "/x", replies=replies), {})[2]["Accept"] == accept
    assert call(tool("GET", "/x", replies=replies), {}, headers={"Accept": "a/b"})[2]["Accept"] == "a/b"
    assert call(tool(), {})[2]["Accept"].startswith("application/json, text/event-stream")


# A FastAPI app


def fastapi_app(received):
    """Return an app of each kind of parameter and body, which notes what it receives."""
    app = FastAPI()

    @app.get("/items/{item_id}")
    def find(
        item_id: int,
        q: Annotated[str, Query(max_length=5)],
        tags: Annotated[list[str], Query()],
        x_token: Annotated[str, Header()],
        session: Annotated[str, Cookie()],
        optional: str | None = None,
    ):
        received.append((item_id, q, tags, x_token, session, optional))
        return {"id": item_id}

    @app.post("/forms", status_code=204)
    def send(name: Annotated[str, Form()], sizes: Annotated[list[int], Form()]):
        received.append((name, sizes))

    @app.post("/files")
    async def upload(file: UploadFile, note: Annotated[str, Form()]):
        received.append((await file.read(), file.filename, file.content_type, note))

    @app.delete("/items/{item_id}", status_code=204)
    def delete(item_id: str):
        received.append(item_id)

    return app


PATH_OF_ITEM = Parameter(name="item_id", location="path")
FIND = tool(
    "GET", "/items/{item_id}", PATH_OF_ITEM,
    Parameter(name="q", location="query", style="form", explode=True),
    Parameter(name="tags", location="query", style="form", explode=True),
    Parameter(name="x-token", location="header"),
    Parameter(name="session", location="cookie", style="form", explode=True),
    replies=(Reply(status="200", content={"application/json": True}),),
    groups={"path": ["item_id"], "query": ["q", "tags"], "headers": ["x-token"], "cookies": ["session"]},
)  # fmt: skip
FOUND = {
    "path": {"item_id": 5}, "query": {"q": "ä &/", "tags": ["a,b", "c"]}, "headers": {"x-token": "t, u"},
    "cookies": {"session": "s"},
}  # fmt: skip


def test_a_fastapi_app_receives_what_was_filled_in(runner, tmp_path):
    received = []
    files = FileStore(tmp_path, max_bytes=10**6)
    file = files.resolve(files.put(io.BytesIO(b"\x00\xff"), "ä.bin", "image/png"))
    form, parts = RequestBody(media="application/x-www-form-urlencoded"), RequestBody(media="multipart/form-data")
    calls = [
        (FIND, FOUND, (5, "ä &/", ["a,b", "c"], "t, u", "s", None)),
        (tool("POST", "/forms", body=form), {"body": {"name": "a=b&c", "sizes": [1, 2]}}, ("a=b&c", [1, 2])),
        (tool("POST", "/files", body=parts), {"body": {"file": file, "note": "é"}},
         (b"\x00\xff", "ä.bin", "image/png", "é")),
        (tool("DELETE", "/items/{item_id}", PATH_OF_ITEM), {"path": {"item_id": "a b?c"}}, "a b?c"),
    ]  # fmt: skip
    with asgi(fastapi_app(received)) as url:
        results = [runner.run(called, target(url, protocol="openapi"), body, run_id="r") for called, body, _ in calls]

    assert received == [wanted for _, _, wanted in calls]
    assert [result.status for result in results] == ["ok"] * len(calls)
    assert results[0].value == {"id": 5}


def test_what_a_fastapi_app_refuses_stands_at_its_inputs(runner):
    body = {**FOUND, "path": {"item_id": "x"}, "query": {"q": "too long", "tags": ["a"]}, "headers": {}, "cookies": {}}
    with asgi(fastapi_app([])) as url:
        result = runner.run(FIND, target(url, protocol="openapi"), body, run_id="r")

    assert result.status == "invalid"
    assert [problem.at for problem in result.problems] == [
        "/path/item_id", "/query/q", "/headers/x-token", "/cookies/session",
    ]  # fmt: skip
