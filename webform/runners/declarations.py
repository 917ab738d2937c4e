"""The declaration of what is running at an address: a tool's own, or the OpenAPI document of an API."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webform.runners.base import Target
from webform.runners.failures import CallError
from webform.source_limits import API_LIMITS, declares_api

if TYPE_CHECKING:
    from webform.runners.http import HTTPRunner

#: Seconds for a document, which may have megabytes.
TIMEOUT = 30.0
#: How the address of a document ends, and what an app adds to its own.
_ENDINGS = (".json", ".yaml", ".yml")
_NEIGHBOUR = "/openapi.json"


def fetch_declaration(runner: HTTPRunner, url: str) -> tuple[str, str]:
    """
    Return the declaration of what is running at *url*, which the operator typed: its address, and its text.

    Raises:
        TargetError: *url* is no address.
        CallError: nothing can be reached there, or it has no declaration to give.
    """
    path = urlsplit(url).path
    if path.endswith(_ENDINGS) and not path.endswith("/tool.json") and (text := _document(runner, url)):
        return url, text
    try:
        return url, runner.fetch_manifest(url)
    except CallError as error:
        if error.code not in ("no-manifest", "redirect", "too-large"):
            raise
        found = _beside(runner, url)
        if found is None:
            raise
        return found


def _beside(runner: HTTPRunner, url: str) -> tuple[str, str] | None:
    """Return the document of an API at *url* itself, or of the app there."""
    for address in (url, url.partition("?")[0].rstrip("/") + _NEIGHBOUR):
        if text := _document(runner, address):
            return address, text
    return None


def _document(runner: HTTPRunner, url: str) -> str:
    """Return the document of an API at *url*; `""` where there is none."""
    text = runner.fetch_document(Target(url=url, timeout=TIMEOUT, max_response=API_LIMITS.bytes).as_typed())
    return text if declares_api(text) else ""
