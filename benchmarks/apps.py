"""The servers that are measured, each a process of its own: `python -m benchmarks.apps NAME ARGUMENTS`."""

from __future__ import annotations

import json
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Response, redirect, request

import webform
from benchmarks import declared
from webform.result import Result
from webform.web import run_app
from webform.web.demo import start_examples
from webform.web.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from werkzeug import Response as BaseResponse

#: What the smallest tool answers.
ANSWER = {"total": 42}
_CLOSING = 20
#: Seconds between two looks whether a run was cancelled.
_LOOK = 0.1
_LENGTH = re.compile(rb"\ncontent-length: *(\d+)", re.IGNORECASE)


class Started(NamedTuple):
    """A server that answers: where, and the process that started it."""

    url: str
    pid: int

    @property
    def memory_pids(self) -> list[int]:
        """The processes that answer: the workers of a server that has some, else the server."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii").split()
        return [int(child) for child in children] or [self.pid]


@contextmanager
def started(name: str, **arguments: Any) -> Iterator[Started]:
    """Start the server *name*, and end it."""
    command = [sys.executable, "-m", "benchmarks.apps", name, json.dumps(arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."})
    try:
        assert process.stdout
        url = process.stdout.readline().strip().rpartition(" ")[2]
        if not url:
            raise SystemExit(f"the server {name} did not start")
        yield Started(url, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(_CLOSING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def serve_webform(folder: str, counts: Sequence[int], run_url: str = "", more: Sequence[Any] = ()) -> None:
    """Serve forms of *counts* plain inputs, and *more* manifests; all of them call *run_url*."""
    manifests = [*map(declared.manifest, counts), *more]
    tools = [(tool, run_url or None) for manifest in manifests for tool in webform.load(manifest)]
    run_app(webform.create_app(tools, _config(folder)), port=0)


def serve_examples(folder: str) -> None:
    """Serve the example tools."""
    run_app(webform.create_app(start_examples(), _config(folder)), port=0)


def _config(folder: str) -> webform.Config:
    # All that is measured comes from one client.
    limits = Limits(runs_at_once=1000, runs_a_minute=1_000_000, streams=6000)
    database, files = str(Path(folder) / "runs.sqlite"), Path(folder) / "files"
    return webform.Config(mode="production", database=database, files=files, limits=limits)


def serve_bare(pages: Mapping[str, Mapping[str, Any]], answer: Any = ANSWER) -> None:
    """Serve *pages*, each a file with its headers, at their paths, posts to which lead there; a /run gives *answer*."""
    app = Flask("bare", static_folder=None)
    read = {path: (Path(page["file"]).read_bytes(), dict(page["headers"])) for path, page in pages.items()}

    @app.get("/<path:path>")
    def page(path: str) -> Response:
        content, headers = read[path]
        return Response(content, headers=headers)

    @app.post("/run")
    def run() -> Response:
        request.get_json()
        return Response(json.dumps(answer), content_type="application/json")

    @app.post("/<path:path>")
    def form(path: str) -> BaseResponse:
        request.form.to_dict()
        return redirect(f"/{path}", 303)

    run_app(app, port=0)


class _Asked:
    """The requests of one connection, one after the other, of any size."""

    def __init__(self) -> None:
        self.head, self.left = b"", -1

    def ends_with(self, data: bytes) -> bool:
        """Tell whether a request is whole, now that *data* came."""
        if self.left < 0:
            self.head += data
            head, end, data = self.head.partition(b"\r\n\r\n")
            if not end:
                return False
            length = _LENGTH.search(head)
            self.head, self.left = b"", int(length[1]) if length else 0
        self.left -= len(data)
        if self.left > 0:
            return False
        self.left = -1
        return True


def serve_tool(answer: Any = ANSWER, file: str = "") -> None:
    """
    Serve a tool that does nothing but *answer*, or what *file* holds as JSON.

    As fast as can be: the processors that it is measured on are those that are measured.
    """
    body = Path(file).read_bytes() if file else json.dumps(answer).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    whole, ready = head.encode() + body, selectors.DefaultSelector()
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    ready.register(listener, selectors.EVENT_READ)
    print(f"the tool is at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    while True:
        for key, _ in ready.select():
            asked, connection = key.data, key.fileobj
            assert isinstance(connection, socket.socket)
            if asked is None:
                opened, _ = connection.accept()
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                ready.register(opened, selectors.EVENT_READ, _Asked())
                continue
            try:
                data = connection.recv(65_536)
                if data and asked.ends_with(data):
                    connection.sendall(whole)
            except OSError:
                data = b""
            if not data:
                ready.unregister(connection)
                connection.close()


class _Telling:
    """Calls a tool that tells numbers, and when it told them."""

    def __init__(self, events: int, pause: float) -> None:
        self._events, self._pause = events, pause

    def run(
        self,
        tool: webform.Tool,
        *_: Any,
        tell: Callable[[dict[str, Any]], Any],
        cancelled: Callable[[], bool],
        **__: Any,
    ) -> Result:
        """Tell, and answer nothing; a run of the tool that is idle goes on until it is cancelled."""
        while tool.id == "idle" and not cancelled():
            time.sleep(_LOOK)
        for number in range(self._events):
            tell({"type": "log", "level": "info", "message": json.dumps([number, time.time()])})
            time.sleep(self._pause)
        return Result(status="ok", value=None)

    def close(self) -> None:
        """Do nothing: nothing is open."""


def serve_telling(folder: str, at_once: int, events: int, pause: float) -> None:
    """Serve a tool whose runs tell *events* events, with a *pause* between two, and one whose runs tell nothing."""
    names = ("telling", "idle")
    tools = [tool for name in names for tool in webform.load({"id": name, "name": name, "inputs": [], "outputs": []})]
    config = replace(_config(folder), at_once=at_once + 1)
    runner: Any = _Telling(events, pause)
    app = webform.create_app([(tool, "http://127.0.0.1:9/run") for tool in tools], config, runner=runner)
    run_app(app, port=0)


def serve_streaming(events: int, pause: float) -> None:
    """Serve a tool whose /run answers at once, or, where `field0` is "stream", as `serve_telling` tells."""
    app = Flask("streaming", static_folder=None)

    def stream() -> Iterator[str]:
        for number in range(events):
            line = {"level": "info", "message": json.dumps([number, time.time()])}
            yield f"event: log\ndata: {json.dumps(line)}\n\n"
            time.sleep(pause)
        yield f"event: done\ndata: {json.dumps(ANSWER)}\n\n"

    @app.post("/run")
    def run() -> Response:
        if request.get_json()["field0"] == "stream":
            return Response(stream(), content_type="text/event-stream")
        return Response(json.dumps(ANSWER), content_type="application/json")

    run_app(app, port=0)


SERVERS: dict[str, Callable[..., None]] = {
    "webform": serve_webform,
    "examples": serve_examples,
    "bare": serve_bare,
    "tool": serve_tool,
    "telling": serve_telling,
    "streaming": serve_streaming,
}

if __name__ == "__main__":
    SERVERS[sys.argv[1]](**json.loads(sys.argv[2]))
