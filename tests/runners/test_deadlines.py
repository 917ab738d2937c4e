"""Time: a call ends when its time is over, when the tool falls silent, and when nobody wants it any more."""

from __future__ import annotations

import errno
import os
import socket
from threading import Event, Thread

import pytest

import webform
from tests.runners.conftest import answer, call, post, target
from webform.runners import CallError
from webform.runners.deadlines import Deadline

TOOL = webform.load({"id": "t", "name": "T", "inputs": [], "outputs": [{"key": "y", "type": "text", "label": "Y"}]})[0]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"


def drip(start: bytes, end: Event):
    """Return what sends *start* at once, and from then on a byte now and then."""

    def write(connection, request):
        connection.sendall(start)
        while not end.wait(0.02):
            connection.sendall(b"x")
        return False

    return write


@pytest.fixture
def end():
    event = Event()
    yield event
    event.set()


@pytest.mark.parametrize(
    "start",
    [b"", b"HTTP/1.1 200 OK\r\nX-", HEAD, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n"],
    ids=["status line", "headers", "body", "chunk"],
)
def test_a_byte_now_and_then_does_not_keep_a_call_alive(listen, runner, end, start):
    tool = listen(drip(start, end))

    with pytest.raises(CallError) as raised:
        call(runner, target(tool, timeout=0.3, idle_timeout=5))

    assert (raised.value.code, raised.value.message) == ("tool-slow", "The tool did not finish within 0.3 s.")
    assert tool.gone.wait(5)


def test_silence_in_the_middle_of_an_answer_ends_the_call(listen, runner):
    tool = listen(lambda connection, _: connection.sendall(HEAD + b"x"))

    with pytest.raises(CallError) as raised:
        call(runner, target(tool, timeout=30, idle_timeout=0.2))

    assert raised.value.code == "tool-silent"
    assert tool.gone.wait(5)


def test_silence_before_the_answer_is_work_and_not_idleness(listen, runner):
    work = Event()

    def answer_later(connection, request):
        work.wait(0.4)
        connection.sendall(answer(b"{}"))

    assert call(runner, target(listen(answer_later), idle_timeout=0.1)).body == b"{}"


def test_a_tool_that_reads_nothing_does_not_hold_a_large_body_for_ever(runner):
    def endless():
        while True:
            yield b"x" * 65_536

    # Nobody accepts: the connection stands, and its buffers fill.
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(CallError, match="did not finish"):
        post(runner, target(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=0.3), endless(), 10**12)


@pytest.mark.parametrize("start", [b"", HEAD], ids=["before the answer", "in its middle"])
def test_cancelling_ends_the_call_and_its_connection_at_once(listen, runner, start):
    cancelled, asked = Event(), Event()

    def work(connection, request):
        connection.sendall(start)
        asked.set()

    tool, raised = listen(work), []

    def run():
        try:
            call(runner, target(tool, timeout=60), cancelled=cancelled.is_set)
        except CallError as error:
            raised.append(error.code)

    thread = Thread(target=run)
    thread.start()
    assert asked.wait(5)
    cancelled.set()
    thread.join(5)

    assert raised == ["cancelled"]
    assert tool.gone.wait(5)


def test_an_answer_that_would_end_with_its_connection_is_not_whole_when_it_is_cut(listen, runner):
    tool = listen(lambda connection, _: connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhalf"))

    with pytest.raises(CallError) as raised:
        call(runner, target(tool, timeout=0.3))

    assert (raised.value.code, raised.value.answer.body) == ("tool-slow", b"half")


def test_a_fault_of_who_tells_whether_a_call_is_wanted_is_not_swallowed(listen, runner):
    asked = []

    def cancelled():
        asked.append(1)
        if len(asked) > 1:
            raise ZeroDivisionError
        return False

    with pytest.raises(ZeroDivisionError):
        call(runner, target(listen(lambda *_: None)), cancelled=cancelled)


def test_a_call_cancelled_before_it_began_reaches_nobody(listen, runner):
    tool = listen(answer(b"{}"))

    with pytest.raises(CallError) as raised:
        call(runner, target(tool), cancelled=lambda: True)

    assert (raised.value.code, tool.hits) == ("cancelled", 0)


def test_an_answer_after_a_stream_may_be_silent_as_long_as_any_other(listen, runner):
    tool = listen(lambda connection, _: connection.sendall(stream if len(tool.requests) == 1 else HEAD + b"x"))
    stream = answer(b'data: {"type": "log", "message": "at work"}\n\n', media="text/event-stream")
    at = target(tool, timeout=30, idle_timeout=0.2)
    runner.run(TOOL, at, {}, run_id="")

    with pytest.raises(CallError) as raised:
        call(runner, at)

    assert (raised.value.code, tool.hits) == ("tool-silent", 1)


def test_heads_of_information_without_end_end_with_the_call(listen, runner):
    def inform(connection, request):
        while True:
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)

    tool = listen(inform)
    with pytest.raises(CallError) as raised:
        call(runner, target(tool, timeout=0.3))

    assert raised.value.code == "tool-slow"
    assert tool.gone.wait(5)


def test_a_connection_that_the_system_gives_up_is_not_waited_for():
    def receive():
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    with pytest.raises(TimeoutError):
        Deadline(60, 60, lambda: False).wait(receive)


def test_what_begins_its_time_anew_has_no_more_than_that_of_the_whole_call():
    deadline = Deadline(60, 60, lambda: False, longest=90)
    assert 50 < deadline.check() <= 60
    deadline.began -= 60
    deadline.restart()
    assert deadline.check() <= 30


def test_the_time_of_the_whole_call_holds_where_it_is_the_shorter_one():
    with pytest.raises(CallError) as raised:
        Deadline(60, 60, lambda: False, longest=1e-9).check()
    assert (raised.value.code, raised.value.message) == ("tool-slow", "The tool did not finish within 1e-09 s.")
