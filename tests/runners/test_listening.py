"""Streams over HTTP that break off: what had come is kept, whatever ended them."""

from __future__ import annotations

import json

import pytest

import webform
from tests.runners.conftest import target

PLAIN = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]
CHAT = webform.load({
    "id": "t", "name": "T", "inputs": [], "outputs": [{"key": "reply", "type": "markdown", "label": "Reply"}],
})[0]  # fmt: skip
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunked(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def event(text: str) -> bytes:
    return f"data: {json.dumps({'kind': 'chunk', 'data': text})}\n\n".encode()


def begins(*pieces: bytes, media: bytes = b"text/event-stream", waits: bool = False):
    """Return what sends *pieces* of a body and then closes the connection in the middle, or waits."""

    def write(connection, request):
        connection.sendall(HEAD % media + b"".join(map(chunked, pieces)))
        if waits:
            connection.recv(1)
        return False

    return write


def test_a_connection_that_breaks_keeps_what_had_come(listen, runner):
    tool = listen(begins(event("hello "), event("wor"), b'data: {"kind": "chu'))
    result = runner.run(PLAIN, target(tool), {}, run_id="r")

    assert (result.status, result.code, result.value, result.partial) == ("error", "cut-off", "hello wor", True)


@pytest.mark.parametrize(("options", "code"), [({"timeout": 0.5}, "tool-slow"), ({"max_response": 60}, "too-large")])
def test_a_stream_that_meets_a_limit_keeps_what_had_come(listen, runner, options, code):
    tool = listen(begins(event("hello"), event("x" * 100), waits=True))
    result = runner.run(CHAT, target(tool, **options), {}, run_id="r")

    assert (result.status, result.code, result.partial) == ("error", code, True)
    assert result.value["reply"].startswith("hello")


def test_a_stream_that_is_cancelled_keeps_what_had_come(listen, runner):
    tool, events = listen(begins(event("hello"), waits=True)), []
    result = runner.run(PLAIN, target(tool), {}, run_id="r", cancelled=lambda: bool(events), tell=events.append)

    assert (result.status, result.value, result.partial) == ("cancelled", "hello", True)


def test_a_plain_text_is_told_as_it_comes_and_kept(listen, runner):
    tool, events = listen(begins("né".encode()[:2], "né".encode()[2:] + b" on", media=b"text/plain; charset=utf-8")), []
    result = runner.run(PLAIN, target(tool), {}, run_id="r", tell=events.append)

    assert "".join(update["text"] for update in events) == "né on"
    assert (result.code, result.value) == ("cut-off", "né on")


def test_a_call_that_never_was_answered_has_no_value(listen, runner):
    result = runner.run(PLAIN, target(listen(lambda *_: False)), {}, run_id="r")

    assert (result.status, result.partial, "value" in result.as_json()) == ("error", None, False)
