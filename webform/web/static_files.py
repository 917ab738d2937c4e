"""Answers with scripts and styles, sent packed and kept for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request
from werkzeug.exceptions import NotFound

from webform.web.answers import answer, takes_gzip
from webform.web.assets import TYPES

if TYPE_CHECKING:
    from webform.web.site import Site

_FOR_EVER = "public, max-age=31536000, immutable"


def asset(site: Site, file: str) -> Response:
    """Answer with a built file; its address changes with its content."""
    return _send(site, file, {"Cache-Control": _FOR_EVER})


def embed(site: Site) -> Response:
    """Answer with the script that other sites load to show a panel."""
    return _share(site, "embed.js")


def embed_types(site: Site) -> Response:
    """Answer with the types of that script, for TypeScript."""
    return _share(site, "embed.d.ts")


def _share(site: Site, name: str) -> Response:
    headers = {"Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*"}
    return _send(site, site.assets.file_of(name) or "", headers)


def _send(site: Site, file: str, headers: dict[str, str]) -> Response:
    packed = site.assets.content(file, packed=True) if takes_gzip(request) else None
    content = packed or site.assets.content(file, packed=False)
    if content is None:
        raise NotFound
    if packed:
        headers["Content-Encoding"] = "gzip"
    media_type = TYPES["." + file.rpartition(".")[2]]
    return answer(content, media_type, headers={**headers, "Vary": "Accept-Encoding"})
