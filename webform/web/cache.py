"""Pages that are the same for everyone: rendered once, packed once, sent as they are."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, g, request

from webform.language import language
from webform.web.answers import HTML, takes_gzip

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

#: Pages kept; their number is that of tools and of prefixes a proxy gives, so that it is reached by mischief only.
MAX_PAGES = 2000


@dataclass(frozen=True, slots=True)
class _Page:
    content: bytes
    headers: dict[str, str]


class Cache:
    """Rendered pages by what they are of."""

    def __init__(self) -> None:
        self._pages: dict[tuple[Hashable, bool], _Page] = {}

    def clear(self) -> None:
        """Forget all pages."""
        self._pages = {}

    def answer(self, key: Hashable, policy: str, render: Callable[[], str]) -> Response:
        """Answer with the page of *key* in the language in use, which *render* makes the first time."""
        key = (key, language())
        packed = takes_gzip(request)
        page = self._pages.get((key, packed)) or self._make(key, packed, policy, render)
        known = request.headers.get("If-None-Match")
        if known and page.headers["ETag"] in known:
            return Response(status=304, headers=page.headers)
        return Response(page.content, headers=page.headers, content_type=HTML)

    def _make(self, key: Hashable, packed: bool, policy: str, render: Callable[[], str]) -> _Page:  # noqa: FBT001
        # What is in one visitor's address is no part of a page that others are sent too.
        g.webform_kept = True
        content = render().encode("utf-8", "replace")
        digest = hashlib.sha256(content).hexdigest()[:24]
        if len(self._pages) >= MAX_PAGES:
            self.clear()
        made = {}
        for gzipped in (False, True):
            headers = {
                "ETag": f'"{digest}-gzip"' if gzipped else f'"{digest}"',
                "Cache-Control": "no-cache",
                "Vary": "Accept-Encoding, Accept-Language",
                "Content-Security-Policy": policy,
                **({"Content-Encoding": "gzip"} if gzipped else {}),
            }
            body = gzip.compress(content, 9, mtime=0) if gzipped else content
            made[key, gzipped] = _Page(body, headers)
        self._pages |= made
        return made[key, packed]
