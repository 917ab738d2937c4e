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
#: Processes that may answer at one address.
MOST_PROCESSES = 1 if sys.platform == "win32" else 64


def run_app(  # noqa: PLR0913 - what the operator sets
    app: Flask,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    ready: Callable[[str], None] | None = None,
    renew: Renew = None,
    processes: int = 1,
) -> None:
    """
    Serve *app* until it is interrupted: one process or several, many threads in each.

    Args:
        app: the app.
        host: the name or address to listen on.
        port: the port; 0 is any that is free.
        ready: called with the address once it answers; it is printed where this is `None`.
        renew: called on SIGHUP with the app; returns the one that takes its place, or raises why there is none.
        processes: how many answer, each with a copy of *app*; one that dies is begun anew. More than one need a queue:
            else each counts its runs by itself.
    """
    tell = ready or (lambda address: print(f"webform is at {address}", flush=True))  # noqa: T201 - asked for
    if sys.platform == "win32":
        _serve_by_waitress(app, host, port, tell)
        return
    from webform.web.server import GunicornServer  # noqa: PLC0415 - not on Windows

    bind = f"{_in_address(host)}:{port}"
    GunicornServer(
        app,
        bind,
        processes=processes,
        threads=THREADS,
        ready=lambda port: tell(_address(host, port)),
        renew=renew,
    ).run()


def _serve_by_waitress(app: Flask, host: str, port: int, tell: Callable[[str], None]) -> None:
    from waitress import create_server  # type: ignore[import-untyped]  # noqa: PLC0415 - nowhere else

    server = create_server(app, host=host, port=port, threads=THREADS)
    tell(_address(host, server.effective_port))
    try:
        server.run()
    finally:
        close_sites(app)


def _address(host: str, port: int) -> str:
    return f"http://{_in_address(host)}:{port}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
