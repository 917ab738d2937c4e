"""The app on an address."""

from __future__ import annotations

import gc
import logging
import os
import socket
import struct
import sys
from math import ceil
from typing import TYPE_CHECKING, Any

from webform.web.site import Site
from webform.web.streams import MAX_STREAMS, MAX_WITH_THREADS

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

#: More than runs may be waited for at once, so that a page is always answered.
THREADS = 768
#: Files and connections that may be open beside the streams: of requests, of tools, of the database.
OTHER_FILES = 2 * THREADS + 1000
#: Seconds of silence in the middle of a request, or of the reading of its answer, after which it is given up.
SILENCE = 30
#: Seconds in which requests may finish once the server is to stop, where runs may not longer; and those in which runs
#: and sessions end after that.
FINISH, STOP = 3, 12

_log = logging.getLogger(__name__)


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

    from webform.web.worker import Worker  # noqa: PLC0415 - here too

    finish = max([FINISH, *(ceil(site.config.finish_seconds) for site in _sites(app))])

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
                "graceful_timeout": finish + STOP,
                "timeout": 0,
                "loglevel": "warning",
                "control_socket_disable": True,
                # Schemes and prefixes come from the proxies that are listed, and nobody else.
                "forwarded_allow_ips": ",".join(proxy for site in _sites(app) for proxy in site.config.trusted_proxies),
                "when_ready": ready,
                "post_fork": lambda _, worker: worker.cfg.set("graceful_timeout", finish),
                "worker_exit": lambda _, worker: _close(app) if worker.pid == os.getpid() else None,
            }
            for name, value in settings.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def stop(self) -> None:
            """Begin no more runs."""
            for site in _sites(app):
                site.stop()

        def load(self) -> Flask:
            # Here is the process that answers: threads of the one before the fork are not in it.
            for site in _sites(app):
                site.watch()
            # What was loaded stays: a full collection that went over it would hold up every thread for 100 ms.
            gc.collect()
            gc.freeze()
            return app

    _make_room(app)
    GunicornServer().run()


def _make_room(app: Flask) -> None:
    """Have as many files and connections open as all streams need; have fewer streams where that is not allowed."""
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MAX_STREAMS + OTHER_FILES
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    most = max(allowed - OTHER_FILES, MAX_WITH_THREADS)
    if most < MAX_STREAMS:
        _log.warning(
            "only %d streams of events can be open, not %d: raise the limit of open files (%d) to %d",
            most, MAX_STREAMS, hard, needed,
        )  # fmt: skip
    for site in _sites(app):
        site.streams.most = most


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
    try:
        for site in _sites(app):
            site.finish()
    finally:
        # Also where whoever stops the server has lost patience.
        for site in _sites(app):
            site.close()


def _sites(app: Flask) -> list[Site]:
    return [part for part in app.extensions.values() if isinstance(part, Site)]


def _address(host: str, port: int) -> str:
    return f"http://{_in_address(host)}:{port}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
