"""WSGI apps on loopback ports, behind a slow network where WEBFORM_SLOW is set."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import contextmanager, suppress
from itertools import pairwise
from time import sleep
from typing import TYPE_CHECKING

from werkzeug.exceptions import ServiceUnavailable
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Seconds between the pieces of a page, where the network is to be slow: what a test does not await shows.
LATE = 0.15 if os.environ.get("WEBFORM_SLOW") else 0


class Servers:
    """Servers that one test after the other uses: a browser that has the scripts of a port needs them no second time."""

    def __init__(self) -> None:
        self._idle: list = []

    @contextmanager
    def serving(self, app) -> Iterator[str]:
        """Serve *app* on a port that was used before, where one is free; its address."""
        server = self._idle.pop() if self._idle else self._new()
        server.app = slowly(app) if LATE else app
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.app = ServiceUnavailable("The test that this server was for has ended.")
            self._idle.append(server)

    @staticmethod
    def _new():
        server = make_server("127.0.0.1", 0, None, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def close(self) -> None:
        """End them all."""
        for server in self._idle:
            _shut_down(server)
            server.server_close()


def _shut_down(server) -> None:
    """End *server*, which looks twice a second whether it is to end: a connection has it look now."""
    ending = threading.Thread(target=server.shutdown)
    ending.start()
    with suppress(OSError):
        socket.create_connection(server.server_address[:2]).close()
    ending.join()


def slowly(app):
    """Return *app* behind a slow network: what it answers comes late, the head of a page before its two halves."""

    def answer(environ, start_response):
        sleep(LATE)
        body = app(environ, start_response)
        try:
            for piece in body:
                if not piece.startswith(b"<!doctype html>"):
                    yield piece
                    continue
                for start, end in pairwise(sorted((0, max(piece.find(b"<body"), 0), len(piece) // 2, len(piece)))):
                    yield piece[start:end]
                    sleep(LATE)
        finally:
            getattr(body, "close", lambda: None)()

    return answer
