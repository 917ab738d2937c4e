"""The app on an address."""

from __future__ import annotations

import gc
import os
import socket
import struct
import sys
from typing import TYPE_CHECKING, Any

from webform.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

#: More than runs may be waited for, and streams of events be open, at once, so that a page is always answered.
THREADS = 768
#: Seconds of silence in the middle of a request, or of the reading of its answer, after which the connection is closed.
SILENCE = 30
#: Seconds in which requests may finish once the server is to stop; and all that, with the end of runs and sessions.
FINISH, STOP = 3, 12


def run_app(
    app: Flask, host: str = "127.0.0.1", port: int = 8080, *, ready: Callable[[str], None] | None = None
) -> None:
    """
    Serve *app* until it is interrupted: one process, many threads.

    Args:
        app: the app.
        host: the name or address to listen on.
        port: the port; 0 is any that is free.
        ready: called with the address once it answers; it is printed where this is `None`.
    """
    tell = ready or (lambda address: print(f"webform is at {address}", flush=True))  # noqa: T201 - asked for
    _SERVERS.get(sys.platform, _gunicorn)(app, host, port, tell)


def _gunicorn(app: Flask, host: str, port: int, tell: Callable[[str], None]) -> None:
    from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]  # noqa: PLC0415 - not on Windows

    from webform.web.worker import ServerLog, Worker  # noqa: PLC0415 - as above

    def ready(server: Any) -> None:
        listener: socket.socket = server.LISTENERS[0].sock
        # Connections inherit it: who goes away without a word would hold a thread for ever.
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", SILENCE, 0))
        server.log.error_log.addFilter(
            lambda record: not isinstance((record.exc_info or (None, None))[1], BlockingIOError)
        )
        tell(_address(host, listener.getsockname()[1]))

    class GunicornServer(BaseApplication):  # type: ignore[misc]  # it has no types
        def load_config(self) -> None:
            settings: dict[str, Any] = {
                "bind": [f"{_in_address(host)}:{port}"],
                "worker_class": Worker,
                "threads": THREADS,
                "worker_connections": 2 * THREADS,
                "keepalive": 15,
                "limit_request_line": 8190,
                "graceful_timeout": STOP,
                "timeout": 0,
                "loglevel": "warning",
                "logger_class": ServerLog,
                "control_socket_disable": True,
                # Schemes and prefixes come from the proxies that are listed, and nobody else.
                "forwarded_allow_ips": ",".join(proxy for site in _sites(app) for proxy in site.config.trusted_proxies),
                "when_ready": ready,
                "post_fork": lambda _, worker: worker.cfg.set("graceful_timeout", FINISH),
                "worker_exit": lambda _, worker: _close(app) if worker.pid == os.getpid() else None,
            }
            for name, value in settings.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Flask:
            # This is the process that answers: threads of the one before the fork are not in it.
            for site in _sites(app):
                site.watch()
            # What was loaded stays: a full collection that went over it would hold up every thread for 100 ms.
            gc.collect()
            gc.freeze()
            return app

    GunicornServer().run()


def _waitress(app: Flask, host: str, port: int, tell: Callable[[str], None]) -> None:
    from waitress import create_server  # type: ignore[import-untyped]  # noqa: PLC0415 - nowhere else

    server = create_server(app, host=host, port=port, threads=THREADS)
    tell(_address(host, server.effective_port))
    try:
        server.run()
    finally:
        _close(app)


_SERVERS = {"win32": _waitress}


def _close(app: Flask) -> None:
    """End the runs of *app*, and its sessions with MCP servers: their programs would go on."""
    for site in _sites(app):
        site.close()


def _sites(app: Flask) -> list[Site]:
    return [part for part in app.extensions.values() if isinstance(part, Site)]


def _address(host: str, port: int) -> str:
    return f"http://{_in_address(host)}:{port}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
