"""The part of a host's app that webform serves: made when the first of its pages is asked for."""

from __future__ import annotations

import atexit
import logging
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from werkzeug.wrappers import Response

from webform import dialects
from webform.mounting.addresses import own_url
from webform.mounting.documents import Answered, DocumentError, read_document
from webform.problems import DeclarationError
from webform.runners import Target
from webform.web import Served, Site, create_app
from webform.web.config import TIMEOUT
from webform.web.site import close_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from webform.mounting.settings import MountSettings

#: The address that an app is asked for its document by, where its own is not known.
UNKNOWN = "http://127.0.0.1"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
}

_log = logging.getLogger(__name__)


class Part:
    """
    A WSGI app: forms of the operations of a host's app.

    Args:
        settings: what the host set.
        ask: of the address that the host's app has and a path makes what it answers.
    """

    def __init__(self, settings: MountSettings, ask: Callable[[str, str], Answered]) -> None:
        self._settings, self._ask = settings, ask
        self._app: Flask | None = None
        self._making = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        try:
            app = self._app or self._made(environ)
        except (DocumentError, DeclarationError) as error:
            _log.error("%s", error)
            unread = Response(f"{error}\n", 503, _HEADERS, content_type="text/plain; charset=utf-8")
            return unread(environ, start_response)
        if self._is_alone(environ):
            # Whoever waits for a run keeps the worker that the run needs.
            preferred = [word.strip() for word in environ.get("HTTP_PREFER", "").split(",")]
            kept = [word for word in preferred if word and not word.lower().startswith("wait")]
            environ["HTTP_PREFER"] = ", ".join([*kept, "respond-async"])
        return app(environ, start_response)

    def _made(self, environ: WSGIEnvironment) -> Flask:
        with self._making:
            if self._app is None:
                self._app = self._make(environ)
                atexit.register(close_sites, self._app)
            return self._app

    def _make(self, environ: WSGIEnvironment) -> Flask:
        settings = self._settings
        target = self._target(environ)
        url = settings.url or (target.url if target else UNKNOWN)
        document = read_document(settings, partial(self._ask, url))
        tools, problems, _ = dialects.read(document)
        for problem in problems:
            _log.warning("the OpenAPI document of the app: %s", problem.message)
        app = create_app([Served(tool=tool, target=target) for tool in tools], settings.config)
        if self._is_alone(environ):
            _log.warning("the app's server answers one request at a time: runs wait for it; give it more threads")
        site: Site = app.extensions["webform"]
        site.streams.most_with_threads = self._streams(environ)
        return app

    def _target(self, environ: WSGIEnvironment) -> Target | None:
        settings = self._settings
        url = settings.url or own_url(environ)
        if not url:
            _log.warning("operations can't be run: the app's server listens at no known address; webform.mount(url=…)")
            return None
        timeout = settings.config.timeout or TIMEOUT
        target = Target(url=url, headers=settings.headers, timeout=timeout, protocol="openapi").as_typed()
        return target if settings.url else replace(target, allow_private=True)

    def _is_alone(self, environ: WSGIEnvironment) -> bool:
        """Tell whether the process answers one request at a time, as the server or the host says."""
        return not environ["wsgi.multithread"] or self._settings.threads == 1

    def _streams(self, environ: WSGIEnvironment) -> int:
        """Return how many streams there may be at a time: a page without one asks now and then how far a run is."""
        if self._is_alone(environ):
            return 0
        return max(1, (self._settings.threads or 0) // 2)
