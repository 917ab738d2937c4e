"""Protocols by address, and the events of each while a tool runs."""

from __future__ import annotations

import hashlib
import json
import threading
from pathlib import Path

import pytest

import webform
from tests.large import Large
from tests.runners.conftest import answer, sent, target
from tests.servers import asgi, journeys
from webform.dialects import read
from webform.envelopes.streams.frames import MEDIA
from webform.runners import CallError, http
from webform.runners.protocols import PROTOCOLS
from webform.runners.protocols.base import Protocol, post_json

SAMPLES = Path(__file__).parents[1] / "samples"
PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]
STREAMING = webform.load({
    "id": "t", "name": "T", "inputs": [{"key": "q", "type": "text", "label": "Q"}],
    "outputs": [
        {"key": "reply", "type": "stream_text", "label": "Reply", "streaming": True},
        {"key": "bar", "type": "progress", "label": "Bar", "streaming": True},
    ],
})[0]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "spoken"),
    [
        ("http://t/run", "run"), ("http://t", "run"), ("http://t/execute", "execute"), ("http://t/a/mcp/", "mcp"),
        ("http://t/worker/tools/invoke", "arcade"), ("http://t/mcp?x=1", "mcp"), ("http://t/mcpx", "run"),
    ],
)  # fmt: skip
def test_an_address_says_which_protocol_is_spoken(url, spoken):
    assert target(url).protocol == spoken
    assert target(url, protocol="run").protocol == "run"


def test_no_protocol_is_told_the_key_to_a_run(listen, runner, monkeypatch):
    told_ids = []

    def call(tool, address, body, run_id):
        told_ids.append(run_id)
        return post_json(address.path, body)

    monkeypatch.setitem(PROTOCOLS, "noted", Protocol(name="noted", paths=(), help="", call=call))
    runner.run(PLAIN, target(listen(answer(b"{}")), protocol="noted"), {}, run_id="key")

    assert told_ids == [hashlib.sha256(b"key").hexdigest()[:32]]


# streams

EVENTS = [
    {"kind": "progress", "data": {"progress": 1, "total": 2, "message": "half"}},
    {"kind": "chunk", "data": "par"},
    {"kind": "chunk", "data": "tial"},
    {"kind": "done", "data": {"a": 1}},
]
TOLD = [
    {"type": "progress", "done": 1, "total": 2, "message": "half"},
    {"type": "chunk", "text": "par"},
    {"type": "chunk", "text": "tial"},
]


def stream(events, media, *, ends=True):
    """Return what answers with *events*, piece by piece, and then waits where it does not end."""

    def write(connection, request):
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: {media}\r\n\r\n".encode())
        for event in events:
            for half in _halves(f"{'data: ' if media == MEDIA[0] else ''}{json.dumps(event)}\n\n".encode()):
                connection.sendall(half)
        if not ends:
            connection.recv(1)
        return False

    return write


def _halves(data):
    return data[: len(data) // 2], data[len(data) // 2 :]


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("media", MEDIA[:2])
def test_an_answer_that_is_a_stream_is_told_as_it_comes(listen, runner, media, ends):
    tool, events = listen(stream(EVENTS, media, ends=ends)), []
    result = runner.run(PLAIN, target(f"{tool.url}/stream"), {}, run_id="r", tell=events.append)

    assert (result.status, result.value, events) == ("ok", {"a": 1}, TOLD)
    assert sent(tool)[0].startswith("POST /stream HTTP/1.1")


def test_a_stream_may_be_silent_for_as_long_as_the_call_may_take(listen, runner):
    def write(connection, request):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n")
        tool.ended.wait(0.6)
        connection.sendall(b'{"kind": "done", "data": 5}\n')
        return False

    tool = listen(write)

    assert runner.run(PLAIN, target(tool, idle_timeout=0.2), {}, run_id="r").value == 5


def test_a_stream_has_its_limits(listen, runner):
    def write(connection, request):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        while True:
            connection.sendall(b'data: {"kind": "chunk", "data": "' + b"x" * 1000 + b'"}\n\n')

    tool = listen(write)

    assert runner.run(PLAIN, target(tool, max_response=50_000), {}, run_id="r").code == "too-large"


def test_a_stream_that_trickles_ends_with_the_total_time_of_its_call(listen, runner):
    def write(connection, request):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        while not tool.ended.wait(0.05):
            connection.sendall(b":")

    tool = listen(write)

    result = runner.run(PLAIN, target(tool, timeout=0.3, timeout_total=0.5), {}, run_id="r")

    assert (result.code, result.message) == ("tool-slow", "The tool did not finish within 0.5 s.")


def test_each_piece_of_a_stream_begins_the_time_of_its_call_anew(listen, runner):
    def write(connection, request):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n")
        for _ in range(4):
            tool.ended.wait(0.4)
            connection.sendall(b'{"kind": "progress", "data": 0.5}\n')
        connection.sendall(b'{"kind": "done", "data": 5}\n')
        return False

    tool = listen(write)

    assert runner.run(PLAIN, target(tool, timeout=1), {}, run_id="r").value == 5


@pytest.mark.parametrize("style", ["flat", "wrapped"])
def test_the_stream_beside_a_run_is_heard(listen, runner, style):
    heard_event = threading.Event()

    def write(connection, request):
        if request.startswith(b"GET"):
            events = [{"output_key": "reply", "value": "The "}, {"output_key": "bar", "value": 0.5}]
            return stream(events, MEDIA[0], ends=False)(connection, request)
        heard_event.wait(10)
        connection.sendall(answer(b'{"reply": "The answer", "bar": 1}'))
        return None

    def tell(event, /):
        events.append(event)
        if len(events) == 2:
            heard_event.set()

    tool, events = listen(write), []
    result = runner.run(STREAMING, target(tool, body_style=style), {"q": "a"}, run_id="a/b", tell=tell)

    assert (result.status, result.value) == ("ok", {"reply": "The answer", "bar": 1})
    assert events == [
        {"type": "chunk", "text": "The ", "at": "/reply"},
        {"type": "progress", "done": 0.5, "total": 1, "message": ""},
    ]
    called = hashlib.sha256(b"a/b").hexdigest()[:32]
    heads = sorted(request.split(b"\r\n")[0] for request in tool.requests)
    assert heads == [
        f"GET /stream?run_id={called} HTTP/1.1".encode(),
        b"POST /run HTTP/1.1" if style == "wrapped" else f"POST /run?run_id={called} HTTP/1.1".encode(),
    ]


def test_a_tool_that_says_it_streams_and_does_not_answers_all_the_same(listen, runner):
    def write(connection, request):
        connection.sendall(
            answer(b"no", "404 Not Found") if request.startswith(b"GET") else answer(b'{"reply": "a", "bar": 1}')
        )

    assert runner.run(STREAMING, target(listen(write)), {"q": "a"}, run_id="r").value == {"reply": "a", "bar": 1}


def test_a_cancelled_run_is_cancelled_at_the_tool(listen, runner):
    stop, cancelled = threading.Event(), threading.Event()

    def write(connection, request):
        if b"/cancel" in request.split(b"\r\n")[0]:
            cancelled.set()
            connection.sendall(answer(b"{}"))
            return None
        stop.set()
        connection.recv(1)
        return False

    tool = listen(write)
    result = runner.run(PLAIN, target(tool, body_style="wrapped"), {}, run_id="r", cancelled=stop.is_set)

    assert result.status == "cancelled"
    assert cancelled.wait(5)
    assert [request.split(b"\r\n")[0] for request in tool.requests] == [
        b"POST /run HTTP/1.1",
        f"POST /cancel?run_id={hashlib.sha256(b'r').hexdigest()[:32]} HTTP/1.1".encode(),
    ]


# cog

BUSY = answer(b'{"error": "Already running a prediction"}', "409 Conflict")


def test_a_model_that_is_busy_for_a_moment_is_asked_again(listen, runner):
    answers = iter([BUSY, BUSY, answer(b'{"status": "succeeded", "output": "hi"}')])
    tool = listen(lambda connection, _: connection.sendall(next(answers)))
    result = runner.run(PLAIN, target(tool, protocol="cog"), {"q": "a"}, run_id="r")

    assert (result.status, result.value) == ("ok", "hi")
    assert [sent(tool, index)[1] for index in range(3)] == [b'{"input": {"q": "a"}}'] * 3


def test_a_model_that_stays_busy_is_what_it_says(listen, runner, monkeypatch):
    monkeypatch.setattr(http, "BUSY", 0.3)
    tool = listen(BUSY)
    result = runner.run(PLAIN, target(tool, protocol="cog"), {"q": "a"}, run_id="r")

    assert (result.status, result.code) == ("error", "http-409")
    assert "Already running a prediction" in result.message
    assert len(tool.requests) > 1


def test_a_run_is_cancelled_while_its_model_is_busy(listen, runner):
    tool = listen(BUSY)
    result = runner.run(
        PLAIN, target(tool, protocol="cog"), {"q": "a"}, run_id="r", cancelled=lambda: len(tool.requests) > 1
    )

    assert result.status == "cancelled"


def test_a_tool_that_refuses_a_run_is_not_asked_again(listen, runner):
    tool = listen(BUSY)

    assert runner.run(PLAIN, target(tool), {"q": "a"}, run_id="r").code == "http-409"
    assert len(tool.requests) == 1


# FastAPI


def test_what_a_typed_tool_refuses_is_at_the_inputs(runner):
    with asgi(journeys()) as url:
        schema = {"type": "object", "properties": {"start": {}, "legs": {"type": "array"}, "mode": {}}}
        tool = webform.load(schema, "json-schema")[0]
        bad = {"legs": [{"to": "Oslo", "km": 3}, {"to": "A", "km": -1}], "mode": "ship"}
        result = runner.run(tool, target(url), bad, run_id="r")
        good = runner.run(tool, target(url), {"start": "Bergen", "legs": [{"to": "Oslo", "km": 3}]}, run_id="r")

    assert (good.status, good.value) == ("ok", {"km": 3.0})
    assert result.status == "invalid"
    assert sorted(problem.at for problem in result.problems) == ["/legs/1/km", "/legs/1/to", "/mode", "/start"]


@pytest.mark.parametrize(
    ("path", "asked", "manifest", "spoken"),
    [
        ("/execute", "/about", SAMPLES / "field-maps/agent.json", "execute"),
        ("/about", "/about", SAMPLES / "field-maps/agent.json", "execute"),
        ("/worker/tools", "/worker/tools", SAMPLES / "arcade/catalogue.json", "arcade"),
        ("/a/worker/tools/invoke", "/a/worker/tools", SAMPLES / "arcade/catalogue.json", "arcade"),
    ],
)
def test_a_running_service_says_which_tools_it_has(listen, runner, path, asked, manifest, spoken):
    text = manifest.read_text("utf-8")
    tool = listen(answer(text.encode()))

    assert runner.fetch_manifest(tool.url + path) == text
    assert tool.requests[0].startswith(f"GET {asked} HTTP/1.1".encode())
    assert target(tool.url + path).protocol == spoken


INFO = b'{"named_endpoints": {"/a": {"parameters": [], "returns": []}}}'
CONFIG = b'{"components": [{"id": 1}], "dependencies": [{"api_name": "a", "inputs": [], "outputs": []}]}'


@pytest.mark.parametrize(
    ("config", "notes"),
    [
        (answer(CONFIG), 0),
        (answer(b"", "404 Not Found"), 1),
        (answer(b"", "500 Oops"), 1),
        (answer(b"", "302 Found", "Location: http://169.254.169.254/"), 1),
        (answer(b'{"components": ['), 1),
        (answer(b"[" * 2_000), 1),
        (answer(CONFIG.ljust(4_000_001)), 1),
        (Large(lambda: answer(b'{"components": [' + b"0," * 1_000_000 + b"0]}")), 1),
        (b"none\r\n\r\n", 1),
    ],
    ids=range(9),
)
def test_a_gradio_app_is_asked_for_its_configuration_which_costs_nothing(listen, runner, config, notes):
    answers = {"/base/gradio_api/info": answer(INFO), "/base/config": config}
    none = answer(b"", "404 Not Found")
    tool = listen(lambda connection, request: connection.sendall(answers.get(request.split(b" ")[1].decode(), none)))
    found, problems, _ = read(runner.fetch_manifest(f"{tool.url}/base"))

    assert [tool.id for tool in found] == ["a"]
    assert [problem.code for problem in problems] == ["no-config"] * notes


def test_a_configuration_that_makes_a_declaration_too_large_is_left_out(listen, runner):
    box = {"name": "textbox", "info": "x" * 3_000_000}
    parts = {"parameters": [{"parameter_name": "a", "type": {}, "component": "Textbox"}], "returns": []}
    names = ["a", "b"]
    info = {"named_endpoints": {f"/{name}": parts for name in names}}
    config = {
        "components": [{"id": 1, "props": box}],
        "dependencies": [{"api_name": name, "inputs": [1], "outputs": []} for name in names],
    }
    answers = {b"/gradio_api/info": info, b"/config": config}

    def write(connection, request):
        found = answers.get(request.split(b" ")[1])
        connection.sendall(answer(json.dumps(found).encode()) if found else answer(b"", "404 Not Found"))

    found, problems, _ = read(runner.fetch_manifest(listen(write).url))

    assert [tool.form.inputs[0].description for tool in found] == ["", ""]
    assert [problem.code for problem in problems] == ["no-config"]


def test_what_is_no_declaration_is_none(listen, runner):
    tool = listen(answer(b'{"hello": 1}'))

    with pytest.raises(CallError, match="Nothing at this address"):
        runner.fetch_manifest(f"{tool.url}/execute")
