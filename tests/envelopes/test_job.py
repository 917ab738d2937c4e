"""The documents of jobs: what they came to, or that they go on."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.values import ABSENT

PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]
ADDER = webform.load({"inputs": [], "outputs": [{"key": "total", "type": "number", "label": "Total"}]})[0]
COG = {"input": {"q": "x"}, "id": None, "version": None, "started_at": "2026-01-01", "error": None}


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ({**COG, "status": "succeeded", "output": "5"}, "5"),
        ({**COG, "status": "succeeded", "output": None}, ABSENT),
        ({**COG, "status": "succeeded", "output": ["A", " text", "."]}, "A text."),
        ({**COG, "status": "succeeded", "output": ["a", "b"]}, ["a", "b"]),
        ({"status": "succeeded", "output": {"a": 1}}, {"a": 1}),
        ({"id": "1", "status": "COMPLETED", "delayTime": 5, "executionTime": 9, "output": [1]}, [1]),
        (
            {"name": "operations/1", "done": True, "response": {"@type": "x", "text": "hi"}},
            {"@type": "x", "text": "hi"},
        ),
    ],
)
def test_the_value_of_a_job_is_what_it_came_to_and_no_json_in_it(answer, value):
    result = read(PLAIN, answer)

    assert (result.status, result.value) == ("ok", value)


def test_what_else_a_job_says_is_its_log_and_details():
    done = {**COG, "status": "succeeded", "output": 5, "logs": "one\ntwo\n", "metrics": {"predict_time": 1.5}}
    result = read(PLAIN, done)

    assert [log.message for log in result.logs] == ["one", "two"]
    assert result.details == {"started_at": "2026-01-01", "predict_time": 1.5}


def test_what_a_job_came_to_is_held_to_the_declared_outputs():
    assert [problem.at for problem in read(ADDER, {"status": "succeeded", "output": {"total": "x"}}).problems] == [
        "/total"
    ]


def test_a_job_that_failed_or_was_cancelled_is_no_success():
    failed = read(PLAIN, {**COG, "status": "failed", "error": "out of memory", "output": None, "logs": "one"})

    assert (failed.status, failed.message, failed.value) == ("error", "out of memory", ABSENT)
    assert read(PLAIN, {**COG, "status": "canceled", "output": None}).status == "cancelled"


def test_a_failed_prediction_of_cog_has_no_value():
    words = "Prediction failed: Prediction failed: ValueError: No such word"
    failed = read(PLAIN, {"status": "failed", "error": words, "id": "p1", "logs": "", "metrics": {"predict_time": 0.1}})

    assert (failed.status, failed.message, failed.value) == ("error", "ValueError: No such word", ABSENT)
    assert failed.details == {"id": "p1", "predict_time": 0.1}


@pytest.mark.parametrize("status", [200, 201, 202])
def test_a_job_that_goes_on_is_not_done(status):
    result = read(PLAIN, {**COG, "status": "processing", "output": None}, status)

    assert (result.status, result.code, result.message) == ("scheduled", "accepted", "The tool accepted the request.")


def test_a_document_that_the_tool_declares_is_its_answer():
    schema = {"type": "object", "properties": {"status": {}, "output": {}}}
    tool = webform.load({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema})[0]
    answer = {**COG, "status": "processing", "output": None}

    assert (read(tool, answer).status, read(tool, answer).value) == ("ok", answer)
