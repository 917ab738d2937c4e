"""Probes of a process that serves no pages: whether it is there and ready, and its metrics."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import NotFound
from werkzeug.serving import WSGIRequestHandler, make_server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

#: All that is answered.
PATHS = frozenset({"/healthz", "/readyz", "/metrics"})


class _Handler(WSGIRequestHandler):
    #: Seconds of silence after which a connection is closed.
    timeout = 30

    def log(self, *_: Any) -> None:
        """Log nothing: what asks comes every few seconds."""


@contextmanager
def probes(app: Flask, host: str, port: int) -> Iterator[int]:
    """
    Answer the probes of *app* meanwhile; yield the port.

    Raises:
        OSError: the address cannot be listened on.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        part = app if environ["PATH_INFO"] in PATHS else NotFound()
        return part(environ, start_response)

    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        server = make_server(host, port, answer, threaded=True, request_handler=_Handler, fd=listener.fileno())
    Thread(target=server.serve_forever, daemon=True, name="webform-probes").start()
    try:
        yield server.port
    finally:
        server.shutdown()
        server.server_close()
