"""Answers of operations: by status and media type, and failures at their inputs."""

from __future__ import annotations

import json

import pytest

import webform
from webform.inputs.number import Number
from webform.inputs.object import Object
from webform.inputs.text import Text
from webform.operation import Operation, Reply
from webform.outputs.views import views_of
from webform.result import Result
from webform.runners.protocols import PROTOCOLS
from webform.tool import CallSpec, Form, Tool

PET = {"type": "object", "properties": {"name": {"type": "string", "title": "Name of the pet"}}, "required": ["name"]}
REPLIES = (
    Reply(status="200", description="The pet.", content={
        "application/json": PET, "application/*": {"type": "string"}, "text/csv": True, "application/hal+json": {"type": "array"},
    }),
    Reply(status="204", description="The pet is gone."),
    Reply(status="2XX", description="OK", content={"*/*": {"type": "number"}}),
    Reply(status="404", description="There is no pet of this id.", content={"application/json": {}}),
    Reply(status="409", description="Conflict"),
    Reply(status="default", description="Anything else", content={"application/json; v=1": {"type": "null"}}),
)  # fmt: skip
GROUPS = {
    "path": [Number(key="id", label="Id")],
    "query": [Text(key="q", label="Q"), Text(key="name", label="N")],
    "headers": [Text(key="x-token", label="Token")],
    "cookies": [Text(key="session", label="Session")],
    "body": [
        Text(key="name", label="Name"),
        Object(key="owner", label="Owner", inputs=(Text(key="zip", label="Zip"),)),
    ],
}


def tool(method="GET", replies=REPLIES):
    inputs = tuple(Object(key=name, label=name, inputs=tuple(group)) for name, group in GROUPS.items())
    operation = Operation(method=method, path="/pets/{id}", replies=replies)
    form = Form(root=Object(key="", label="", inputs=inputs))
    return Tool(id="t", name="T", form=form, call=CallSpec(operation=operation))


def read(response, status=200, media="application/json", mode="dev", called=None):
    content = response if isinstance(response, bytes) else json.dumps(response).encode()
    headers = {"content-type": media} if media else {}
    return webform.read(called or tool(), content, status, headers, mode, envelope=PROTOCOLS["openapi"].envelope)


@pytest.mark.parametrize(
    ("status", "media", "answer", "codes"),
    [
        (200, "application/json; charset=utf-8", {"name": "Rex"}, []),
        (200, "application/json", {}, ["output-missing"]),
        (200, "application/hal+json", [], []),
        (200, "application/hal+json", {}, ["output-type"]),
        (200, "application/problem+json", {}, ["output-type"]),
        (200, "", {}, ["output-missing"]),
        (201, "application/json", {}, ["output-type"]),
        (201, "application/json", 5, []),
        (299, "application/json", 5, []),
    ],
)
def test_an_answer_is_held_to_what_is_documented_of_its_status_and_media_type(status, media, answer, codes):
    result = read(answer, status, media)

    assert (result.status, result.value) == ("ok", answer)
    assert [problem.code for problem in result.problems] == codes


def test_an_answer_that_nobody_documented_is_held_to_nothing():
    assert read({"a": 1}, 200, called=tool(replies=())).problems == ()
    assert read({"a": 1}, 200, called=tool(replies=REPLIES[1:2])).problems == ()


def test_an_answer_is_shown_by_what_is_documented_of_it_once_it_was_kept():
    kept = Result.from_record(read({"name": "Rex"}).as_record())

    assert [view.title for view in views_of(tool(), kept)] == ["Name of the pet"]
    assert [view.title for view in views_of(tool(replies=()), kept)] != ["Name of the pet"]


@pytest.mark.parametrize(
    "answer", [{"status": "failed", "error": "x"}, {"ok": False}, {"success": False}, {"detail": [{"loc": ["a"]}]}, {"content": []}]
)  # fmt: skip
def test_the_status_alone_tells_a_failure(answer):
    result = read(answer, called=tool(replies=()))

    assert (result.status, result.value) == ("ok", answer)


@pytest.mark.parametrize(
    ("status", "method", "message"),
    [(204, "DELETE", "The pet is gone."), (205, "GET", "Done. The answer has no content."),
     (200, "HEAD", "The pet.")],
)  # fmt: skip
def test_an_answer_without_content_says_so(status, method, message):
    result = read(b"", status, called=tool(method))

    assert (result.status, result.message, result.problems) == ("ok", message, ())


@pytest.mark.parametrize(
    ("media", "content", "view"),
    [("text/csv", b"a,b\n1,2\n", "csv"), ("image/png", b"\x89PNG\r\n\x1a\n", "image"), ("text/plain", b"5", "text"),
     ("application/pdf", b"%PDF-1.7\n", "file")],
)  # fmt: skip
def test_files_and_texts_have_their_views(media, content, view):
    result = read(content, media=media)

    assert (result.problems, [view.name for view in views_of(tool(), result)]) == ((), [view])


@pytest.mark.parametrize(
    ("answer", "places"),
    [
        ({"detail": [{"loc": ["body", "name"], "msg": "m"}, {"loc": ["query", "q"], "msg": "m"},
                     {"loc": ["path", "id"], "msg": "m"}, {"loc": ["header", "X-Token"], "msg": "m"},
                     {"loc": ["cookie", "session"], "msg": "m"}, {"loc": ["body", "owner", "zip"], "msg": "m"}]},
         ["/body/name", "/query/q", "/path/id", "/headers/x-token", "/cookies/session", "/body/owner/zip"]),
        ({"detail": [{"loc": ["query", "name"], "msg": "m"}]}, ["/query/name"]),
        ({"errors": [{"pointer": "#/owner/zip", "detail": "m"}, {"pointer": "/name", "detail": "m"}]},
         ["/body/owner/zip", "/body/name"]),
        ({"errors": [{"parameter": "q", "source": {"parameter": "q"}, "detail": "m"}]}, ["/query/q"]),
        ({"errors": [{"field": "owner.zip", "defaultMessage": "m"}, {"field": "id", "defaultMessage": "m"}]},
         ["/body/owner/zip", "/path/id"]),
        ({"name": ["m"], "owner": {"zip": ["m"]}}, ["/body/name", "/body/owner/zip"]),
        ({"statusCode": 400, "message": ["name must be a string", "q should not be empty"], "error": "Bad Request"},
         ["/body/name", "/query/q"]),
        ({"title": "One or more validation errors occurred.", "errors": {"Name": ["m"], "$.owner.zip": ["m"]}},
         ["/body/name", "/body/owner/zip"]),
    ],
)  # fmt: skip
def test_reasons_stand_at_their_inputs(answer, places):
    result = read(answer, 422)

    assert result.status == "invalid"
    assert [problem.at for problem in result.problems] == places


@pytest.mark.parametrize(
    ("status", "answer", "message"),
    [
        (404, {"detail": "Not Found"}, "There is no pet of this id."),
        (404, {"detail": "No pet 5"}, "No pet 5"),
        (409, b"", "This is in conflict with what the API has."),
        (418, b"", "The tool refused the request."),
        (500, b"<h1>Oops</h1>", "The tool failed."),
    ],
)
def test_a_failure_without_words_has_those_of_the_document(status, answer, message):
    result = read(answer, status)

    assert (result.status, result.message) == ("error", message)


def test_a_status_that_is_not_documented_has_words_fit_for_an_api():
    assert read({}, 404, called=tool(replies=())).message == "The API has nothing there."
