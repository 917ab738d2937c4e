"""Reading a response: whatever came, a result comes of it, and nothing in it that is not for people."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from webform.envelopes import READERS, marketplace, plain, python, read
from webform.envelopes.base import MAX_MESSAGE
from webform.raw import Raw
from webform.result import Result
from webform.values import ABSENT, write_json

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
ALL_TYPES = webform.load(SAMPLES / "all-types.tool.json")[0]
ANSWER = json.loads((SAMPLES / "all-types.response.json").read_text("utf-8"))
PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]


@pytest.mark.parametrize("form", [json.dumps(ANSWER), json.dumps(ANSWER).encode(), ANSWER])
def test_the_sample_answer_is_a_result_without_problems(form):
    result = read(ALL_TYPES, form)

    assert (result.status, result.problems, result.http_status) == ("ok", (), 200)
    assert result.value == ANSWER


def test_the_answer_keeps_what_a_view_needs():
    assert read(ALL_TYPES, ANSWER).value["o_number"] == {"value": 25967.5, "format": "currency", "precision": 2}


TEXT = st.text(st.characters(exclude_categories=()))
SAID = [
    *("detail", "loc", "msg", "status", "value", "error", "message", "content", "structuredContent", "isError", "type"),
    *("text", "kind", "data", "tool", "backend", "name", "mcpResult", "structured", "toolId", "result", "stdout"),
    *(
        "Stdout",
        "stderr",
        "tool_calls",
        "toolCalls",
        "durationMs",
        "Duration",
        "execution_id",
        "id",
        "success",
        "output",
    ),
    *(
        "logs",
        "requires_authorization",
        "authorization",
        "artifact",
        "url",
        "scopes",
        "retry_after_ms",
        "event",
        "delta",
    ),
    *("statusCode", "body", "headers", "errors", "ok", "done", "metadata", "response", "urls", "status_url", "links"),
    *("extensions", "field", "path", "pointer", "source", "violations", "fieldErrors", "params", "progress", "metrics"),
    *("milkyway_version", "x402Version", "accepts", "error_type", "jsonrpc", "code", "output_key", "responseType"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.sampled_from(SAID), inner, max_size=4)
    ),
    max_leaves=12,
)
TOOLS = st.sampled_from([ALL_TYPES, PLAIN])


@given(TOOLS, JSON | st.binary() | TEXT, st.sampled_from([200, 202, 204, 301, 400, 422, 500, 799]))
def test_whatever_came_there_is_a_result_that_can_be_kept(tool, response, status):
    result = read(tool, response, status)

    assert result.status in ("ok", "invalid", "error", "authorize", "scheduled", "cancelled")
    json.dumps(result.as_record(), ensure_ascii=False, allow_nan=False, default=str).encode()


@given(st.sampled_from(ALL_TYPES.outputs), JSON)
def test_whatever_an_output_is_there_is_a_result(output, value):
    assert read(ALL_TYPES, {output.key: value}).status in ("ok", "error")


def test_one_reader_at_least_accepts_what_comes():
    assert [reader.__name__.rpartition(".")[2] for reader in READERS] == [
        "events",
        "proxy",
        "marketplace",
        "models",
        "call_tool",
        "arcade",
        "run_result",
        "execute_result",
        "job",
        "media",
        "unreadable",
        "errors",
        "cancelled",
        "outputs",
        "plain",
    ]


INTERNALS = {
    "message": "It broke",
    "developer_message": "s3cret",
    "stacktrace": "s3cret",
    "detail": [{"loc": ["body", "q"], "msg": "too short", "type": "x", "input": "s3cret", "ctx": {"given": "s3cret"}}],
    "deep": {"traceback": ["s3cret"]},
}
TRACES = [
    'Traceback (most recent call last):\n  File "/srv/s3cret.py", line 1, in f\nKeyError',
    "<h2>Traceback <em>(most recent call last)</em></h2><pre>s3cret</pre>",
    '\n  File "/srv/s3cret.py", line 3',
    "TypeError: x\n    at s3cret (/srv/a.js:10:4)",
    "java.lang.Error\n\tat com.s3cret.Main.run(Main.java:5)",
    "panic: x\ngoroutine 1 [running]:\ns3cret",
]


@pytest.mark.parametrize("status", [200, 400, 422, 500])
@pytest.mark.parametrize("response", [INTERNALS, *TRACES, *({"detail": f"Oh: {trace}"} for trace in TRACES)])
def test_what_is_for_developers_is_logged_and_nowhere_but_in_the_raw_answer(response, status, caplog):
    result = read(ALL_TYPES, response, status)

    assert result.status in ("error", "invalid")
    assert "s3cret" not in write_json(replace(result, raw=None).as_record())
    assert "s3cret" in caplog.text


@pytest.mark.parametrize(
    ("response", "body"),
    [
        (b"\xff\x00", b"\xff\x00"),
        ("\u00e9 {", "\u00e9 {".encode()),
        ({"a": [1.5, "\u00e9"]}, '{"a": [1.5, "\u00e9"]}'.encode()),
    ],
)
@pytest.mark.parametrize("status", [200, 500])
def test_what_came_is_kept_byte_for_byte(response, body, status):
    headers = {"Content-Type": "text/plain", "Set-Cookie": "a=b", "X-Request-Id": "7"}
    raw = read(PLAIN, response, status, headers).raw

    assert raw == Raw(status=status, headers={"content-type": "text/plain", "x-request-id": "7"}, body=body)
    assert read(PLAIN, response, status, headers, mode="production").raw is None


def test_a_tools_words_are_capped_and_free_of_control_characters():
    message = read(PLAIN, {"detail": "\x1b[31mNo\0 " + "x" * 10_000}, 400).message

    assert message.startswith("[31mNo xxx")
    assert len(message) <= MAX_MESSAGE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a\\ud800b"', "a\ufffdb"),
        ('"\ud800"', "\ufffd"),
        ('{"\\udfff": [1]}', {"\ufffd": [1]}),
        ('["\\ud83d", "\\ude00", null]', ["\ufffd", "\ufffd", None]),
    ],
)
def test_half_characters_become_ones_that_can_be_sent_on(text, value):
    assert read(PLAIN, text).value == value


def test_whole_characters_stay_what_they_are():
    assert read(PLAIN, b'"\\ud83d\\ude00 \\\\ud800"').value == "\U0001f600 \\ud800"


@pytest.mark.parametrize("nothing", [ABSENT, b"", b" \n", ""])
@pytest.mark.parametrize("media", ["", "application/json", "text/html"])
def test_nothing_at_all_is_an_answer_of_a_tool_that_declares_no_outputs(nothing, media):
    headers = {"Content-Type": media}

    assert (read(PLAIN, nothing, headers=headers).status, read(PLAIN, nothing).value) == ("ok", ABSENT)
    assert read(ALL_TYPES, nothing, headers=headers).code == "empty-answer"


class Boxed:
    """An envelope that READERS does not know."""

    def accepts(self, tool, response):
        return isinstance(response.value, dict) and "box" in response.value

    def read(self, tool, response):
        return Result(status="ok", value=response.value["box"])


@pytest.mark.parametrize(
    ("answer", "value"),
    [({"box": 5, "status": "error"}, 5), ({"content": [], "structuredContent": 6}, 6), ({"a": 1}, {"a": 1})],
)
def test_the_envelope_of_a_protocol_is_tried_before_all_others(answer, value):
    result = read(PLAIN, answer, envelope=Boxed())

    assert (result.status, result.value) == ("ok", value)


def declaring(key):
    output = {"key": key, "type": "text", "label": "S"}
    return webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}], "outputs": [output]})[0]


@pytest.mark.parametrize(
    ("key", "answer", "envelope", "expected"),
    [
        ("status", {"milkyway_version": "1.0", "status": "failed", "error": "disk full"}, marketplace,
         ("error", "disk full", ABSENT)),
        ("output", {"milkyway_version": "1.0", "status": "completed", "output": {"output": "a"}}, marketplace,
         ("ok", "", {"output": "a"})),
        ("status", {"status": "done"}, marketplace, ("ok", "", {"status": "done"})),
        ("status", {"status": "failed", "error": "disk full"}, None,
         ("ok", "", {"status": "failed", "error": "disk full"})),
    ],
)  # fmt: skip
def test_the_envelope_of_a_protocol_is_there_whatever_outputs_are_declared(key, answer, envelope, expected):
    result = read(declaring(key), answer, envelope=envelope)

    assert (result.status, result.message, result.value) == expected


@pytest.mark.parametrize("envelope", [python, plain])
def test_what_a_protocol_puts_nothing_around_is_held_to_the_declared_outputs(envelope):
    headers = {"Content-Type": "application/json"}

    result = read(declaring("s"), '{"s": 5}', 200, headers, envelope=envelope)

    assert (result.value, [problem.at for problem in result.problems]) == ({"s": 5}, ["/s"])


def test_every_envelope_is_in_the_docs():
    page = (Path(__file__).parents[2] / "docs/answers.md").read_text("utf-8")

    assert [reader for reader in READERS if f"| `{reader.__name__.rpartition('.')[2]}` |" not in page] == []
