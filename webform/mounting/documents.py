"""The OpenAPI document of a host's app: set, or asked of the app itself without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from werkzeug.test import Client

from webform.source import read_source
from webform.values import as_dict

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.mounting.settings import MountSettings

#: Where frameworks answer with it: FastAPI, APIFlask and flask-smorest; Django Ninja; drf-spectacular; flask-openapi3.
PATHS = (
    "/openapi.json",
    "/api/openapi.json",
    "/api/schema/?format=json",
    "/schema/?format=json",
    "/openapi/openapi.json",
    "/api/docs/openapi.json",
)


class Answered(NamedTuple):
    """What an app answered: the status, and the bytes."""

    status: int
    content: bytes


class DocumentError(Exception):
    """Raised when an app has no OpenAPI document; says where it was looked for."""


def ask_wsgi(app: Any, url: str, path: str) -> Answered:
    """Return what the WSGI app *app* answers at *path*, of the address *url* that it has."""
    client, headers = Client(app, use_cookies=False), {"Accept": "application/json"}
    answered = client.get(path, base_url=url, headers=headers, buffered=True)
    return Answered(answered.status_code, answered.get_data())


def read_document(settings: MountSettings, ask: Callable[[str], Answered]) -> Any:
    """
    Return the document of an app.

    Args:
        settings: what the host set.
        ask: answers a path as the app does.

    Raises:
        DocumentError: it has none.
    """
    document = settings.document
    if callable(document):
        return document()
    if document is not None and not isinstance(document, str):
        return document
    asked = []
    for path in PATHS if document is None else (document,):
        answered = ask(path)
        if answered.status == 200 and "openapi" in as_dict(value := read_source(answered.content).value):
            return value
        why = "no OpenAPI document" if answered.status == 200 else str(answered.status)
        asked.append(f"{path} ({why})")
    raise DocumentError(
        f"The app has no OpenAPI document at {', '.join(asked)}. Give its path, the document, or a function that "
        "returns it: webform.mount(app, document=…)."
    )
