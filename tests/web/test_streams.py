"""Streams of a real server over real connections: many in one thread, whole for slow readers, ended with their cause."""

from __future__ import annotations

import json
import queue
import re
import signal
import socket
import urllib.error
import urllib.request
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, Response

from tests.programs import Program
from tests.until import until

PROGRAM = """
import importlib, json, sys
from pathlib import Path
from webform import load
from webform.web import Config, create_app, run_app
from webform.web.limits import Limits

folder, url, settings, constants = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4])
for name, value in constants.items():
    module, _, constant = name.rpartition(".")
    setattr(importlib.import_module(module), constant, value)
limits = Limits(**settings.pop("limits", {}))
config = Config(database=str(folder / "runs.sqlite"), files=folder / "files", limits=limits, timeout=600, **settings)
tool = load({"id": "small", "name": "Small", "inputs": [], "outputs": []})[0]
run_app(create_app([(tool, url)], config), port=0, ready=lambda address: print(address, flush=True))
"""
AS_JSON = {"Accept": "application/json", "Content-Type": "application/json"}
ASYNC = AS_JSON | {"Prefer": "respond-async"}
#: Streams of the test that every change runs, and of the slow one; and what a process with those may take, in KiB.
MANY, VERY_MANY, MEMORY = 300, 5000, 512 * 1024


class Streaming:
    """A tool whose run tells what the test puts in."""

    def __init__(self):
        self.app, self._events = Flask("streaming"), queue.SimpleQueue()
        self.app.add_url_rule("/run", view_func=self._run, methods=["POST"])

    def log(self, message):
        self._events.put(("log", {"level": "info", "message": message}))

    def end(self):
        self._events.put(("done", {"y": 1}))

    def _run(self):
        return Response(self._tell(), content_type="text/event-stream")

    def _tell(self):
        kind = ""
        while kind != "done":
            kind, data = self._events.get()
            yield f"event: {kind}\ndata: {json.dumps(data)}\n\n"


@pytest.fixture
def tool(serve):
    tool = Streaming()
    tool.url = serve(tool.app) + "/run"
    yield tool
    tool.end()


class Server:
    """A server that was started: its process, and its address."""

    def __init__(self, process):
        self.process, self.address = process, process.stdout.readline().strip()

    def ask(self, path, method="GET", **headers):
        data = b"{}" if method == "POST" else None
        asked = urllib.request.Request(self.address + path, data, AS_JSON | headers, method=method)
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return json.load(answer)

    def begin(self):
        """Begin a run; return its path."""
        return f"/runs/{self.ask('/tools/small/run', 'POST', Prefer='respond-async')['run']}"

    def open(self, path, **headers):
        return Stream(self.address, path, headers)

    def status(self, name):
        """Return the number of that name which the system has of the process that answers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii").split()
        return int(re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{children[0]}/status").read_text("ascii"))[1])


class Stream:
    """A client of a stream."""

    def __init__(self, address, path, headers, room=0):
        parts = urlsplit(address)
        self.connection = HTTPConnection(parts.hostname, parts.port, timeout=30)
        if room:
            self.connection.sock = socket.socket()
            self.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            self.connection.sock.settimeout(30)
            self.connection.sock.connect((parts.hostname, parts.port))
        self.connection.request("GET", f"{path}/events", headers=headers)
        self.answer = self.connection.getresponse()

    def close(self):
        self.answer.close()
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def lines(self):
        """Yield the lines until the end of the stream; fail where it breaks off."""
        while line := self.answer.readline():
            yield line.decode().removesuffix("\n")
        # Only what was ended in the way of the protocol has been closed by now.
        assert self.answer.isclosed()

    def events(self):
        """Yield the kinds and data of the events."""
        kind = ""
        for line in self.lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                yield kind, json.loads(value)

    def until(self, kind):
        """Return the data of the next event of that kind."""
        return next(data for found, data in self.events() if found == kind)


@pytest.fixture
def start(tmp_path, tool):
    """`start(settings, **constants) -> Server`; ended with the test."""
    started = []

    def start(settings=None, **constants):
        named = {f"webform.web.{name.replace('__', '.')}": value for name, value in constants.items()}
        process = Program(PROGRAM, tmp_path, tool.url, json.dumps(settings or {}), json.dumps(named))
        started.append(process)
        return Server(process)

    yield start
    for process in started:
        if process.is_alive():
            process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.mark.slow
def test_many_streams_hold_no_threads_and_all_have_every_event_and_the_end(start, tool):
    server = start({"limits": {"streams": MANY}}, serving__THREADS=64)
    path = server.begin()
    with ExitStack() as stack:
        streams = [stack.enter_context(server.open(path)) for _ in range(MANY)]
        assert [stream.answer.status for stream in streams] == [200] * MANY
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.ask(f"{path}/events")
        assert refused.value.code == 429
        assert server.ask("/healthz") == {"ok": True}
        # The pool, the main loop, the streams, and those of the run.
        assert server.status("Threads") < 64 + 12

        tool.log("one")
        assert [stream.until("log")["message"] for stream in streams] == ["one"] * MANY
        tool.end()
        assert [list(stream.events())[-1][0] for stream in streams] == ["done"] * MANY
    path = server.begin()
    with ExitStack() as stack:
        assert [stack.enter_context(server.open(path)).answer.status for _ in range(MANY)] == [200] * MANY
        tool.end()


@pytest.mark.slow
def test_five_thousand_idle_streams_are_little_memory_and_one_thread(start, tool):
    server = start()
    path = server.begin()
    with ExitStack() as stack:
        stack.enter_context(server.open(path)).until("state")
        threads = server.status("Threads")
        streams = [stack.enter_context(server.open(path)) for _ in range(VERY_MANY)]
        assert server.status("VmHWM") <= MEMORY
        # Some more of the pool may have begun, to answer that many requests.
        assert server.status("Threads") < threads + 30
        tool.log("one")
        assert [stream.until("log")["message"] for stream in streams] == ["one"] * VERY_MANY


@pytest.mark.slow
def test_a_stream_has_the_headers_of_every_answer_and_says_that_its_connection_ends_with_it(start):
    server = start()
    with server.open(server.begin()) as stream:
        headers = stream.answer.headers

    assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Connection"] == "close"
    assert headers["Transfer-Encoding"] == "chunked"


@pytest.mark.slow
def test_a_stream_of_http_1_0_is_sent_without_chunks(start, tool):
    server = start()
    path, parts = server.begin(), urlsplit(server.address)
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as connection:
        connection.sendall(f"GET {path}/events HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
        tool.log("one")
        tool.end()
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")

    assert b"Transfer-Encoding" not in head
    assert b"Connection: close" in head
    parts = body.decode().split("\n\n")
    assert parts[0] == "retry: 1000"
    assert [part.split("\n")[0] for part in parts[-3:]][1:] == ["id: 2", ""]


def test_a_client_that_comes_back_has_what_it_missed_and_what_follows(start, tool):
    server = start()
    path = server.begin()
    with server.open(path) as first:
        for message in "abc":
            tool.log(message)
            assert first.until("log")["message"] == message
    with server.open(path, **{"Last-Event-ID": "1"}) as second:
        tool.log("d")
        tool.end()
        events = [(kind, data.get("message")) for kind, data in second.events() if kind != "state"]

    assert events == [("log", "b"), ("log", "c"), ("log", "d"), ("done", None)]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), [("POST", "/cancel"), ("DELETE", "")])
def test_a_run_that_is_cancelled_or_forgotten_ends_its_streams(start, method, path):
    server = start()
    run = server.begin()
    with server.open(run) as stream:
        stream.until("state")
        with urllib.request.urlopen(
            urllib.request.Request(server.address + run + path, method=method, headers=AS_JSON), timeout=20
        ):
            pass

        assert {kind for kind, _ in stream.events()} <= {"state", "failed"}


@pytest.mark.slow
def test_a_client_that_goes_away_gives_its_stream_back(start):
    server = start({"limits": {"streams": 2}})
    path = server.begin()
    with server.open(path) as first, server.open(path):
        with server.open(path) as third:
            assert third.answer.status == 429
        first.close()

        def one_more():
            with server.open(path) as another:
                return another.answer.status == 200

        until(one_more)


@pytest.mark.slow
def test_a_silent_stream_is_a_comment_now_and_then(start):
    server = start(events__SILENCE=0.1, feeding__TICK=0.05)
    with server.open(server.begin()) as stream:
        comments = (line for line in stream.lines() if line == ":")

        assert [next(comments), next(comments)] == [":", ":"]


LONG = [f"{number} {'x' * 7000}" for number in range(400)]


@pytest.mark.slow
def test_who_reads_slowly_has_all_of_it_and_nobody_waits_for_them(start, tool):
    server = start(events__MAX_CHARS=100_000)
    path = server.begin()
    with Stream(server.address, path, {}, room=4096) as slow, server.open(path) as quick:
        for message in LONG:
            tool.log(message)
        tool.end()
        for stream in (quick, slow):
            events = list(stream.events())
            numbers = [int(data["message"].split()[0]) for kind, data in events if kind == "log"]
            assert numbers == list(range(len(LONG)))
            assert events[-1][0] == "done"


@pytest.mark.slow
def test_who_reads_nothing_is_given_up(start, tool):
    server = start({"limits": {"streams": 1}}, feeding__STUCK=0.2, feeding__TICK=0.05)
    path = server.begin()
    with Stream(server.address, path, {}, room=4096) as stuck:
        for message in LONG:
            tool.log(message)

        def is_given_back():
            with server.open(path, **{"Last-Event-ID": "400"}) as another:
                return another.answer.status == 200

        until(is_given_back)
        with pytest.raises((HTTPException, OSError, AssertionError)):
            list(stuck.events())


@pytest.mark.slow
def test_a_server_that_stops_sends_the_clients_of_its_streams_elsewhere(start):
    server = start()
    path = server.begin()
    with ExitStack() as stack:
        streams = [stack.enter_context(server.open(path)) for _ in range(20)]
        for stream in streams:
            stream.until("state")
        server.process.send_signal(signal.SIGTERM)

        for stream in streams:
            (line,) = filter(None, stream.lines())
            assert 1000 <= int(line.removeprefix("retry: ")) < 4000
        assert server.process.wait(30) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "state"), [(60, "done"), (0.1, "lost")])
def test_a_run_may_finish_while_the_server_stops_and_no_longer_than_is_set(start, tool, seconds, state):
    server = start({"finish_seconds": seconds})
    path = server.begin()
    with server.open(path) as stream:
        stream.until("state")
        server.process.send_signal(signal.SIGTERM)
        list(stream.lines())
    if state == "done":
        tool.end()
    assert server.process.wait(30) == 0

    assert start().ask(path)["state"] == state


@pytest.mark.slow
def test_who_stops_a_server_twice_does_not_wait_for_its_runs(start):
    server = start({"finish_seconds": 600})
    path = server.begin()
    with server.open(path) as stream:
        stream.until("state")
        server.process.send_signal(signal.SIGTERM)
        list(stream.lines())
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(30) == 0

    # It may have been ended before it could say that.
    after = start({"lease": 1})
    until(lambda: after.ask(path)["state"] == "lost")
