"""Requests to a WSGI app in the same process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werkzeug.test import EnvironBuilder, run_wsgi_app

from webform.mounting.documents import Answered

if TYPE_CHECKING:
    from collections.abc import Callable


def ask_wsgi(app: Any) -> Callable[[str, str], Answered]:
    """Return what asks *app*: of the address that it has and a path makes what it answers."""

    def ask(url: str, path: str) -> Answered:
        builder = EnvironBuilder(path=path, base_url=url, headers=[("Accept", "application/json")])
        try:
            body, status, _ = run_wsgi_app(app, builder.get_environ(), buffered=True)
            return Answered(int(status.split(" ", 1)[0]), b"".join(body))
        finally:
            builder.close()

    return ask
