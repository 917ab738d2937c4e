"""Tools that answer byte by byte as a test says, on loopback, and count who comes."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from webform.runners import HTTPRunner, Target
from webform.runners.deadlines import Deadline
from webform.runners.protocols import Request

if TYPE_CHECKING:
    import ssl


def _loopbacks() -> list[str]:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return ["127.0.0.1"]
    return ["127.0.0.1", "::1"]


#: The addresses of this machine that can be listened on.
LOOPBACKS = _loopbacks()


class Listener:
    """One such tool: `answer(connection, request)` writes its answers; *requests* are the heads and bodies it got."""

    def __init__(self, answer, host: str, tls: ssl.SSLContext | None) -> None:
        self.hits = 0
        self.requests: list[bytes] = []
        self.ended = threading.Event()
        self.gone = threading.Event()
        self._answer, self._tls = answer, tls
        self._open: list[socket.socket] = []
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._server = socket.create_server((host, 0), family=family)
        self.port = self._server.getsockname()[1]
        self.url = f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def close(self) -> None:
        self.ended.set()
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self.hits += 1
            self._threads.append(threading.Thread(target=self._serve, args=(connection,), daemon=True))
            self._threads[-1].start()

    def _serve(self, plain: socket.socket) -> None:
        with suppress(OSError), self._tls.wrap_socket(plain, server_side=True) if self._tls else plain as connection:
            self._open.append(connection)
            while request := read_request(connection):
                self.requests.append(request)
                if self._answer(connection, request) is False:
                    break
        self.gone.set()


def read_request(connection: socket.socket) -> bytes:
    """Return the next request, head and body; `b""` where there is none."""
    request = b""
    while b"\r\n\r\n" not in request:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        request += piece
    head, _, body = request.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    left = int(fields.get(b"content-length", 0)) - len(body)
    while left > 0:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        request, left = request + piece, left - len(piece)
    return request


def answer(body: bytes, status: str = "200 OK", *fields: str, media: str = "application/json") -> bytes:
    """Return a whole HTTP answer."""
    head = [f"HTTP/1.1 {status}", f"Content-Type: {media}", f"Content-Length: {len(body)}", *fields]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@pytest.fixture
def listen():
    """`listen(answer, host="127.0.0.1", tls=None) -> Listener`; *answer* is a function, or bytes to send each time."""
    started = []

    def start(answers, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Listener:
        write = (lambda connection, _: connection.sendall(answers)) if isinstance(answers, bytes) else answers
        started.append(Listener(write, host, tls))
        return started[-1]

    yield start
    for listener in started:
        listener.close()


@pytest.fixture
def runner():
    made = HTTPRunner()
    yield made
    made.close()


def target(url, **options) -> Target:
    """Return a target that the operator typed."""
    return Target(**{"url": str(getattr(url, "url", url)), "allow_private": True, "timeout": 10} | options)


def call(runner: HTTPRunner, at: Target, body: bytes = b"{}", **options):
    return post(runner, at, iter([body]), len(body), **options)


def post(runner: HTTPRunner, at: Target, chunks, length: int, run_id="", cancelled=lambda: False):
    """Post *chunks*, *length* bytes of JSON, to the tool's /run, once."""
    request = Request(at.run_path, "application/json", length, chunks)
    return runner._send(at, request, run_id, Deadline.of(at, cancelled), lambda _: None)


def sent(tool: Listener, index: int = 0) -> tuple[str, bytes]:
    """Return the head and the body of a request that *tool* got."""
    head, _, body = tool.requests[index].partition(b"\r\n\r\n")
    return head.decode(), body
