"""Requests to a WSGI app in the same process."""

from __future__ import annotations

from typing import Any

from werkzeug.test import Client

from webform.mounting.documents import Answered


def ask_wsgi(app: Any, url: str, path: str) -> Answered:
    """Return what *app* answers at *path*, of the address *url* that it has."""
    client, headers = Client(app, use_cookies=False), {"Accept": "application/json"}
    answered = client.get(path, base_url=url, headers=headers, buffered=True)
    return Answered(answered.status_code, answered.get_data())
