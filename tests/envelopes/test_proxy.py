"""`{"statusCode", "body"}`: the answer that it holds is read, with its own status."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

import webform
from webform.envelopes import read

PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]
ADDER = webform.load({"inputs": [], "outputs": [{"key": "total", "type": "number", "label": "Total"}]})[0]
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ({"statusCode": 200, "headers": JSON, "body": '{"total": 5}'}, {"total": 5}),
        ({"statusCode": 201, "body": {"total": 5}}, {"total": 5}),
        ({"statusCode": 200, "isBase64Encoded": True, "body": b64encode(b'{"total": 5}').decode()}, {"total": 5}),
        ({"statusCode": 200, "body": '{"statusCode": 500, "body": "x"}'}, {"statusCode": 500, "body": "x"}),
    ],
)
def test_the_body_is_the_answer(answer, value):
    assert read(PLAIN, answer).value == value


def test_the_body_is_held_to_the_declared_outputs():
    answer = {"statusCode": 200, "body": '{"total": "much"}'}

    assert [problem.at for problem in read(ADDER, answer).problems] == ["/total"]


def test_a_bad_status_in_it_is_a_failure():
    refused = {"statusCode": 422, "body": json.dumps({"errors": {"q": ["is too short"]}})}
    failed = {"statusCode": 502, "body": "Bad gateway", "headers": {"Content-Type": "text/plain"}}

    assert [(problem.at, problem.message) for problem in read(PLAIN, refused).problems] == [("/q", "is too short")]
    assert (read(PLAIN, failed).status, read(PLAIN, failed).code) == ("error", "http-502")


@pytest.mark.parametrize(
    "answer",
    [
        {"statusCode": 200, "body": "x", "planet": "Mars"},
        {"statusCode": "200", "body": "x"},
        {"statusCode": 42, "body": "x"},
        {"statusCode": 200},
    ],
)
def test_what_only_looks_like_it_is_an_answer(answer):
    assert read(PLAIN, answer).value == answer


def test_an_answer_that_the_tool_declares_stays_whole():
    schema = {"type": "object", "properties": {"statusCode": {"type": "integer"}, "body": {"type": "string"}}}
    tool = webform.load({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema})[0]
    answer = {"statusCode": 500, "body": "x"}

    assert (read(tool, answer).status, read(tool, answer).value) == ("ok", answer)
