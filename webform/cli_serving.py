"""The start of a server from the command line, and what keeps it from starting."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from webform.cli_messages import unusable
from webform.runs import StoreError
from webform.runs.sealing import SealingKeyError
from webform.web.demo import MissingExtraError
from webform.web.serving import run_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask


def serve_app(make: Callable[[], Flask], host: str, port: int, **how: Any) -> None:
    """Serve the app that *make* makes, on *port* of *host*; end where that cannot be done."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as error:
        unusable(f"{host}:{port} cannot be served: {error.strerror or error}; choose another with --port")
    run_app(made(make), host, port, **how)


def made(make: Callable[[], Flask]) -> Flask:
    """Return the app that *make* makes; end where it cannot be made."""
    try:
        return make()
    except (StoreError, SealingKeyError, OSError, MissingExtraError) as error:
        unusable(str(error))
