"""The app on an address."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from webform.web.site import close_sites

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    Renew = Callable[[Flask], Flask] | None

#: More than runs may be waited for at once, so that a page is always answered.
THREADS = 768


def run_app(
    app: Flask,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    ready: Callable[[str], None] | None = None,
    renew: Renew = None,
) -> None:
    """
    Serve *app* until it is interrupted: one process, many threads.

    Args:
        app: the app.
        host: the name or address to listen on.
        port: the port; 0 is any that is free.
        ready: called with the address once it answers; it is printed where this is `None`.
        renew: called on SIGHUP with the app; returns the one that takes its place, or raises why there is none.
    """
    tell = ready or (lambda address: print(f"webform is at {address}", flush=True))  # noqa: T201 - asked for
    _SERVERS.get(sys.platform, _gunicorn)(app, host, port, tell, renew)


def _gunicorn(app: Flask, host: str, port: int, tell: Callable[[str], None], renew: Renew) -> None:
    from webform.web.server import GunicornServer  # noqa: PLC0415 - not on Windows

    bind = f"{_in_address(host)}:{port}"
    GunicornServer(app, bind, THREADS, lambda port: tell(_address(host, port)), renew).run()


def _waitress(app: Flask, host: str, port: int, tell: Callable[[str], None], _: Renew) -> None:
    from waitress import create_server  # type: ignore[import-untyped]  # noqa: PLC0415 - nowhere else

    server = create_server(app, host=host, port=port, threads=THREADS)
    tell(_address(host, server.effective_port))
    try:
        server.run()
    finally:
        close_sites(app)


_SERVERS = {"win32": _waitress}


def _address(host: str, port: int) -> str:
    return f"http://{_in_address(host)}:{port}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
