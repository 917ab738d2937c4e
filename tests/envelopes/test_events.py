"""Streams, whole: what they came to."""

from __future__ import annotations

import json

import pytest

from tests.envelopes.samples import ALL_TYPES, ANY, EVENTS, SAMPLES, sample
from webform.envelopes import read

_NAMES = {"reply": "stream_text", "loss": "chart_line", "tool_log": "log", "bar": "progress"}
RENAMED = [case | {"output_key": _NAMES[case["output_key"]]} for case in sample("tool-json/stream-events.json")]
RENAMED.insert(3, {"output_key": "chart_line", "value": {"x": [13], "series": [{"name": "train", "y": [0.7]}]}})


def test_a_stream_of_toolexec_is_what_it_was_done_with():
    result = read(ANY, EVENTS[:4])

    assert (result.status, result.value) == ("ok", {"a": 1})


def test_a_stream_that_ended_with_an_error_without_a_word_failed():
    result = read(ANY, EVENTS[4:])

    assert (result.status, result.message) == ("error", "The tool failed.")


@pytest.mark.parametrize("media", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_is_read_in_either_frame(media):
    begin = "data: " if media == "text/event-stream" else ""
    text = "".join(f"{begin}{json.dumps(event)}\r\n\r\n" for event in EVENTS[:4])

    assert read(ANY, text, headers={"Content-Type": f"{media}; charset=utf-8"}).value == {"a": 1}


@pytest.mark.parametrize("name", ["x-ndjson", "ndjson", "jsonl", "jsonlines", "x-jsonlines", "stream+json"])
def test_json_lines_are_read_by_any_of_their_names(name):
    assert read(ANY, '{"a": 1}\n{"a": 2}\n', headers={"content-type": f"application/{name}"}).value == [
        {"a": 1},
        {"a": 2},
    ]


def test_a_stream_of_outputs_is_put_together():
    result = read(ALL_TYPES, [case | {"output_key": f"o_{case['output_key']}"} for case in RENAMED])

    assert result.value["o_stream_text"] == "The answer"
    assert result.value["o_chart_line"]["series"] == [{"name": "train", "y": [0.823, 0.7]}]
    assert [log.message for log in result.logs] == ["hi"]
    assert result.value["o_progress"] == 0.5


def test_a_stream_of_an_object_is_the_object():
    text = (SAMPLES / "named-types/stream_object.jsonl").read_text("utf-8")
    result = read(ANY, text, headers={"content-type": "application/x-ndjson"})

    expected = {"responseType": "content_with_suggestions", "content": 'Hi "you"', "suggestions": ["a", "b"]}
    assert (result.status, result.value) == ("ok", {"response": expected})


def test_a_stream_of_an_object_that_breaks_off_keeps_what_is_there():
    lines = (SAMPLES / "named-types/stream_object.jsonl").read_text("utf-8").splitlines()[:14]
    result = read(ANY, "\n".join(lines), headers={"content-type": "application/x-ndjson"})

    assert (result.status, result.code) == ("error", "half-answer")
    assert result.value["response"]["responseType"] == "content_with_suggestions"
