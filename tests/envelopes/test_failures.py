"""Answers of a good status that are failures: never a success, in the service's own words, with what came beside."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.envelopes.failures import FAILURE_SHAPES, message_of
from webform.values import ABSENT

PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]


def declaring(*keys):
    outputs = [{"key": key, "type": "json", "label": key} for key in keys]
    return webform.load({"inputs": [], "outputs": outputs})[0]


def with_schema(schema):
    return webform.load({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema})[0]


#: Shape -> an answer of a service, its message, its details, the value that is kept.
FAILURES = {
    "status": [
        ({"status": "failed", "error": "CUDA out of memory", "output": None, "input": {"q": "x"}},
         "CUDA out of memory", {}, ABSENT),
        ({"status": "error", "message": "Unable to reach the database"}, "Unable to reach the database", {}, ABSENT),
        ({"status": "FAILED", "order": 17}, "The tool failed.", {}, {"order": 17}),
        ({"kind": "Status", "status": "Failure", "message": 'pods "x" not found', "reason": "NotFound", "code": 404},
         'pods "x" not found', {"code": 404}, {"kind": "Status"}),
    ],
    "problem": [
        ({"type": "https://x.example/out-of-credit", "title": "You do not have enough credit.", "status": 403,
          "detail": "Your balance is 30, but that costs 50.", "instance": "/account/1"},
         "You do not have enough credit. Your balance is 30, but that costs 50.",
         {"type": "https://x.example/out-of-credit", "instance": "/account/1"}, ABSENT),
        ({"timestamp": "2026-01-01", "status": 500, "error": "Internal Server Error", "path": "/run"},
         "The tool failed.", {"timestamp": "2026-01-01", "path": "/run"}, ABSENT),
    ],
    "ok": [
        ({"ok": False, "error": "channel_not_found"}, "channel_not_found", {}, ABSENT),
        ({"ok": False, "error_code": 429, "description": "Too Many Requests: retry after 5",
          "parameters": {"retry_after": 5}}, "Too Many Requests: retry after 5", {"error_code": 429}, ABSENT),
    ],
    "success": [
        ({"success": False, "errors": [{"code": 7003, "message": "Could not route to /zones"}], "messages": [],
          "result": None}, "Could not route to /zones", {}, ABSENT),
        ({"success": False, "message": "Half of it failed", "data": [1, 2]}, "Half of it failed", {}, [1, 2]),
    ],
    "graphql": [
        ({"errors": [{"message": "No such user", "path": ["user"]}, {"message": "Not allowed"}], "data": None},
         "No such user. Not allowed", {}, ABSENT),
        ({"errors": [{"message": "Timed out", "locations": []}], "data": {"user": {"name": "A"}, "posts": None}},
         "Timed out", {}, {"user": {"name": "A"}, "posts": None}),
    ],
    "json-api": [
        ({"errors": [{"status": "404", "title": "Missing", "detail": "There is no such article."}]},
         "Missing. There is no such article.", {}, ABSENT),
    ],
    "no-result": [
        ({"result": None, "error": {"code": -32000, "message": "Out of gas"}, "id": 1}, "Out of gas", {"code": -32000},
         {"id": 1}),
        ({"result": None, "error": "unknown method"}, "unknown method", {}, ABSENT),
    ],
    "error-object": [
        ({"error": {"message": "You exceeded your current quota.", "type": "insufficient_quota", "param": None,
                    "code": "insufficient_quota"}}, "You exceeded your current quota.",
         {"code": "insufficient_quota", "type": "insufficient_quota"}, ABSENT),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "r1"},
         "Overloaded", {"type": "overloaded_error", "request_id": "r1"}, ABSENT),
        ({"error": {"code": 403, "message": "Caller lacks permission", "status": "PERMISSION_DENIED"}},
         "Caller lacks permission", {"code": 403}, ABSENT),
    ],
    "error-text": [
        ({"error": "model 'llama' not found"}, "model 'llama' not found", {}, ABSENT),
        ({"error": "invalid_grant", "error_description": "The code has expired."}, "The code has expired.", {}, ABSENT),
        ({"error": "Division by zero", "duration": None, "visible": True, "title": "Error"}, "Division by zero", {}, ABSENT),
        ({"error": True, "message": "Not today"}, "Not today", {}, ABSENT),
    ],
    "error-event": [({"type": "error", "message": "Stopped"}, "Stopped", {"type": "error"}, ABSENT)],
    "lambda": [
        ({"errorMessage": "name 'x' is not defined", "errorType": "NameError", "requestId": "1",
          "stackTrace": ['  File "/var/task/f.py", line 2\n']}, "name 'x' is not defined",
         {"errorType": "NameError", "requestId": "1"}, ABSENT),
        ({"errorMessage": "2026 Task timed out after 3.00 seconds"}, "2026 Task timed out after 3.00 seconds", {}, ABSENT),
    ],
    "aws": [
        ({"__type": "ThrottlingException", "message": "Rate exceeded"}, "Rate exceeded",
         {"__type": "ThrottlingException"}, ABSENT),
    ],
    "numbered": [
        ({"code": 99991663, "msg": "token invalid", "data": {}}, "token invalid", {"code": 99991663}, ABSENT),
        ({"errcode": 40013, "errmsg": "invalid appid"}, "invalid appid", {"errcode": 40013}, ABSENT),
    ],
}  # fmt: skip
CASES = [
    pytest.param(name, *case, id=f"{name} {index}") for name in FAILURES for index, case in enumerate(FAILURES[name])
]


def test_every_shape_is_tried():
    assert [shape.name for shape in FAILURE_SHAPES] == list(FAILURES)


@pytest.mark.parametrize(("name", "answer", "message", "details", "value"), CASES)
def test_an_answer_that_says_that_it_failed_is_an_error_whatever_its_status(name, answer, message, details, value):
    result = read(PLAIN, answer)

    assert (result.status, result.code, result.message) == ("error", "tool-error", message)
    assert (result.details, result.value) == (details, value)
    assert next(shape.name for shape in FAILURE_SHAPES if shape.accepts(answer)) == name


@pytest.mark.parametrize(("name", "answer", "message", "details", "value"), CASES)
def test_an_answer_that_a_tool_declares_is_no_failure(name, answer, message, details, value):
    for tool in (declaring(*answer), with_schema({"type": "object", "properties": {key: {} for key in answer}})):
        assert read(tool, answer).status == "ok"


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"properties": {"ok": {}}}}},
        {"anyOf": [{"type": "null"}, {"properties": {"ok": {}}}]},
    ],
)
def test_a_declared_property_is_found_where_a_schema_refers_to_it(schema):
    assert read(with_schema(schema), {"ok": False}).status == "ok"
    assert read(with_schema({**schema, "$defs": {}, "anyOf": []}), {"ok": False}).status == "error"


def test_a_schema_that_refers_to_itself_is_looked_through_once():
    assert read(with_schema({"$ref": "#", "properties": {"x": {}}}), {"ok": False}).status == "error"


@pytest.mark.parametrize(
    "answer",
    [
        {"status": "ok", "error": None}, {"status": "success", "data": 1}, {"ok": True}, {"success": True},
        {"errors": [], "data": {"a": 1}}, {"errors": ["line 1"], "warnings": []}, {"result": None, "error": None},
        {"result": None}, {"error": 0.1, "mean": 5}, {"error": "0.1", "mean": 5}, {"error": "", "value": 1},
        {"code": 200, "msg": "success", "data": {}}, {"code": 0, "msg": "ok"}, {"code": "NO", "message": "Norway"},
        {"status": 200, "title": "x"}, {"status": True, "error": None}, {"error": None, "output": "x"},
        {"type": "error", "level": 3}, {"errorMessage": None}, ["error"], {"message": "failed"},
    ],
)  # fmt: skip
def test_an_ordinary_answer_is_no_failure(answer):
    result = read(PLAIN, answer)

    assert (result.status, result.value) == ("ok", answer)


def test_a_declared_output_that_is_null_does_not_make_a_failure_an_answer():
    result = read(declaring("total"), {"success": False, "message": "No", "total": None})

    assert (result.status, result.message) == ("error", "No")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"error": "Conflict", "message": "The slot is taken"}, "The slot is taken"),
        ({"message": "No", "detail": "No"}, "No"),
        ({"message": "Too late", "details": ["Closed at 5", "Opens at 9"]}, "Too late. Closed at 5. Opens at 9"),
        ({"error": {"error": "deep"}, "message": "Too deep!"}, "Too deep!"),
        ({"message": "x" * 3000}, "x" * 3000),
        ({"error": "one_word"}, "one_word"),
        ({"message": 5}, ""),
        (None, ""),
    ],
)
def test_every_sentence_is_said_once_and_whole(value, message):
    assert message_of(value) == message


def test_what_came_with_a_failure_holds_nothing_for_developers_and_no_echo():
    answer = {"success": False, "data": {"a": 1, "stack": "s3cret", "input": "s3cret", "more": [{"ctx": "s3cret"}]}}
    result = read(PLAIN, answer)

    assert result.value == {"a": 1, "more": [{}]}


def test_an_error_that_says_when_to_come_back_is_heard():
    result = read(PLAIN, {"ok": False, "description": "Slow down", "parameters": {"retry_after": 7}})

    assert result.retry_after == 7
