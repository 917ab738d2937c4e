"""webform as a part of an ASGI app: its requests in threads, so that no stream keeps the others waiting."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import takewhile
from threading import Event
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from a2wsgi import WSGIMiddleware
from werkzeug.wsgi import ClosingIterator

from webform.mounting.documents import Answered
from webform.mounting.part import Part

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from starlette.requests import Request
    from starlette.routing import Route

    from webform.mounting.settings import MountSettings

    Scope = dict[str, Any]
    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]

#: Requests that are answered at the same time, where nothing is set; half of them may be streams.
THREADS = 200
#: Seconds for the document.
PATIENCE = 30.0
#: Where the scope of a request has whether its client has gone.
_GONE = "webform.gone"


class ASGIPart:
    """
    An ASGI app: forms of the operations of a host's app.

    Args:
        host: the host's app.
        path: the path below which this one is.
        settings: what the host set.
    """

    def __init__(self, host: Any, path: str, settings: MountSettings) -> None:
        threads = settings.threads or THREADS
        self._host, self._path = host, path
        self._part = Part(replace(settings, threads=threads), self._ask)
        self._app: Any = WSGIMiddleware(self._answer, workers=threads)  # type: ignore[arg-type]  # its own types of WSGI
        self._loop: asyncio.AbstractEventLoop | None = None
        self._state: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._loop, self._state = asyncio.get_running_loop(), scope.get("state")
        gone = Event()
        # Nobody else waits for word from the client of a request without a body.
        watch = None if _has_body(scope) else asyncio.create_task(_watch(receive, gone))
        try:
            await self._app({**self._whole(scope), _GONE: gone}, receive, send)
        finally:
            gone.set()
            if watch:
                watch.cancel()

    def _whole(self, scope: Scope) -> Scope:
        """Return *scope* with a path that begins with the path of the app, as some servers leave that out."""
        root, path = scope.get("root_path", ""), scope["path"]
        if path == root or path.startswith(f"{root}/"):
            return scope
        return {**scope, "path": root + path.removeprefix(self._path)}

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        gone: Event = environ["asgi.scope"][_GONE]
        body = self._part(environ, start_response)
        # A stream whose client has gone would keep its thread until the run is over.
        chunks = takewhile(lambda _: not gone.is_set(), body)
        return ClosingIterator(chunks, [getattr(body, "close", lambda: None)])

    def _ask(self, url: str, path: str) -> Answered:
        """Ask the host's app for *path*, in its own loop; for a thread beside it."""
        if self._loop is None:
            raise RuntimeError("the app answers no requests")
        return asyncio.run_coroutine_threadsafe(self._asked(url, path), self._loop).result(PATIENCE)

    async def _asked(self, url: str, path: str) -> Answered:
        statuses: list[int] = []
        content: list[bytes] = []

        received = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if received:
                return received.pop()
            # Whoever asks again wants to know when the client goes, which is once it has its answer.
            return await asyncio.Future[dict[str, Any]]()

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            content.append(message.get("body", b""))

        await self._host(_scope(url, path, self._state), receive, send)
        return Answered(statuses[0], b"".join(content))


class Dispatcher:
    """
    An ASGI app in which webform has one path, and *host* all others.

    Args:
        host: the host's app.
        path: the path.
        settings: what the host set.
    """

    def __init__(self, host: Any, path: str, settings: MountSettings) -> None:
        self._host, self._path, self._part = host, path, ASGIPart(host, path, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._host(scope, receive, send)
            return
        root = scope.get("root_path", "")
        path = scope["path"].removeprefix(root)
        if path == self._path or path.startswith(f"{self._path}/"):
            await self._part({**scope, "root_path": root + self._path, "path": root + path}, receive, send)
        else:
            await self._host(scope, receive, send)


def entrance(path: str) -> Route:
    """Return the route of Starlette that leads from *path* to the pages below it."""
    # Starlette itself leads there only where no other route takes that path.
    from starlette.responses import RedirectResponse  # noqa: PLC0415 - only its own apps need it
    from starlette.routing import Route  # noqa: PLC0415 - likewise

    async def enter(request: Request) -> RedirectResponse:
        return RedirectResponse(request.url.replace(path=f"{request.url.path}/"))

    return Route(path, enter, include_in_schema=False)


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


async def _watch(receive: Receive, gone: Event) -> None:
    """Note when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


def _scope(url: str, path: str, state: Any) -> Scope:
    address = urlsplit(url)
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": address.scheme,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", address.netloc.encode()), (b"accept", b"application/json")],
        "client": ("127.0.0.1", 0),
        "server": (address.hostname, address.port),
    }
    return scope if state is None else scope | {"state": state}
