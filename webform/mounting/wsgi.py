"""Requests to a WSGI app in the same process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werkzeug.test import Client

from webform.mounting.documents import Answered

if TYPE_CHECKING:
    from collections.abc import Callable


def ask_wsgi(app: Any) -> Callable[[str, str], Answered]:
    """Return what asks *app*: of the address that it has and a path makes what it answers."""

    def ask(url: str, path: str) -> Answered:
        client, headers = Client(app, use_cookies=False), {"Accept": "application/json"}
        answered = client.get(path, base_url=url, headers=headers, buffered=True)
        return Answered(answered.status_code, answered.get_data())

    return ask
