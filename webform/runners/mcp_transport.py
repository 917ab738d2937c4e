"""MCP's transport over HTTP: to checked addresses only, without redirects or proxies, within limits."""

from __future__ import annotations

import asyncio
import math
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from webform.envelopes.base import seconds_until
from webform.runners.addresses import Resolve, checked
from webform.runners.connections import CONNECT_TIMEOUT
from webform.runners.failures import CallError

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator

    from webform.runners.base import Target

#: Seconds for a request to be sent.
SEND_TIMEOUT = 60.0


@asynccontextmanager
async def http_streams(target: Target, guard: Guarded, auth: httpx2.Auth | None = None) -> AsyncIterator[Any]:
    """Connect to *target* by way of *guard*, with what *auth* adds; what comes from it, and what goes to it."""
    headers = {name: value for name, value in target.fixed_headers.items() if name.lower() not in ("host", "accept")}
    headers["Accept-Encoding"] = "identity"
    timeout = httpx2.Timeout(SEND_TIMEOUT, connect=CONNECT_TIMEOUT, read=None)
    client = httpx2.AsyncClient(transport=guard, headers=headers, auth=auth, timeout=timeout, trust_env=False)
    if is_legacy(target):
        guard.in_session = True
        async with sse_client(target.url, httpx_client_factory=lambda *_, **__: client) as streams:
            yield streams
    else:
        limit = target.max_response
        async with client, streamable_http_client(target.url, http_client=client, max_sse_event_size=limit) as streams:
            yield streams


@cache
def _tls() -> ssl.SSLContext:
    """Return the rules of TLS connections; reading the system's certificates for each would take 30 ms."""
    return httpx2.create_ssl_context(trust_env=False)


class Guarded(httpx2.AsyncBaseTransport):
    """
    Sends requests to *target*, and nowhere else.

    *failure* is why no more can be sent; *status* and *headers* are of the last answer that was none.

    Args:
        target: the server.
        resolve: looks up the addresses of its name.
    """

    def __init__(self, target: Target, resolve: Resolve) -> None:
        self._target, self._resolve = target, resolve
        self._plain = httpx2.AsyncHTTPTransport(verify=_tls(), trust_env=False)
        self.failure: CallError | None = None
        self.failed = asyncio.Event()
        self.status, self.headers = 0, dict[str, str]()
        #: Whether the server keeps a session of its own, which each request names.
        self.in_session = False
        #: The address that means itself with a slash, as the server said.
        self._without_slash: httpx2.URL | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """
        Send *request*.

        Raises:
            httpx2.RequestError: it could not be sent, or must not be; *failure* says why.
        """
        try:
            response = await self._sent(request)
            if self._without_slash is None and _only_adds_slash(request, response):
                await response.aclose()
                self._without_slash = request.url
                response = await self._sent(request)
            await self._check(request, response)
        except CallError as error:
            raise self.fail(error, request) from error
        except httpx2.TransportError as error:
            code = "tool-certificate" if "CERTIFICATE_VERIFY_FAILED" in str(error) else "tool-down"
            code = "cut-off" if isinstance(error, httpx2.ReadError | httpx2.RemoteProtocolError) else code
            raise self.fail(CallError(code), request) from error
        # The stream that only listens is as long as the session.
        limit = math.inf if request.method == "GET" else self._target.max_response
        stream = response.stream
        assert isinstance(stream, httpx2.AsyncByteStream)  # noqa: S101 - what an asynchronous transport returns
        response.stream = _Limited(stream, limit, self, request)
        return response

    def fail(self, failure: CallError, request: httpx2.Request) -> httpx2.RequestError:
        """Note *failure*, and return it as the SDK has it."""
        if self._matters(request) and self.failure is None:
            self.failure = failure
            self.failed.set()
        return httpx2.RequestError(failure.code, request=request)

    def _matters(self, request: httpx2.Request) -> bool:
        """Tell whether nothing works without *request*: a GET asks for a stream that few servers have."""
        return request.method == "POST" or is_legacy(self._target)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._plain.aclose()

    async def _sent(self, request: httpx2.Request) -> httpx2.Response:
        target = self._target
        if (request.url.scheme == "https") != target.secure or request.headers.get("host") != target.authority:
            raise CallError("redirect")
        addresses = await asyncio.to_thread(
            checked, self._resolve, target.host, target.port, allow_private=target.allow_private
        )
        url = _with_slash(request.url) if request.url == self._without_slash else request.url
        cause: Exception | None = None
        for address in addresses:
            # What is connected to is what was checked; the name is who is spoken to.
            pinned = httpx2.Request(
                request.method,
                url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": target.host},
            )
            try:
                return await self._plain.handle_async_request(pinned)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                if "CERTIFICATE_VERIFY_FAILED" in str(error):
                    raise CallError("tool-certificate") from error
                cause = error
        raise CallError("tool-down") from cause

    async def _check(self, request: httpx2.Request, response: httpx2.Response) -> None:
        refused = ""
        if 300 <= response.status_code < 400:
            refused = "redirect"
        elif response.headers.get("content-encoding", "identity").lower() != "identity":
            refused = "bad-answer"
        if refused:
            await response.aclose()
            raise CallError(refused)
        if self._matters(request):
            self.status = response.status_code
            self.in_session = self.in_session or "mcp-session-id" in response.headers
            after = seconds_until(response.headers.get("retry-after", ""))
            self.headers = {} if after is None else {"retry-after": str(math.ceil(after))}
            if wants_sign_in(response):
                self.headers["www-authenticate"] = response.headers.get("www-authenticate", "")


def wants_sign_in(response: httpx2.Response) -> bool:
    """Tell whether *response* asks for a token, or for one that may do more (RFC 6750)."""
    challenge = response.headers.get("www-authenticate", "").lower()
    return response.status_code == 401 or (response.status_code == 403 and "insufficient_scope" in challenge)


def is_legacy(target: Target) -> bool:
    """Tell whether *target* is spoken to as the protocol of 2024 has it: all answers come over one stream of events."""
    return httpx2.URL(target.url).path.rstrip("/").endswith("/sse")


def _only_adds_slash(request: httpx2.Request, response: httpx2.Response) -> bool:
    """Tell whether *response* says that the same address with a slash at its end is meant, and nothing else."""
    if response.status_code not in (307, 308):
        return False
    try:
        return request.url.join(response.headers.get("location", "")) == _with_slash(request.url)
    except httpx2.InvalidURL:
        return False


def _with_slash(url: httpx2.URL) -> httpx2.URL:
    path, mark, query = url.raw_path.partition(b"?")
    return url.copy_with(raw_path=path + b"/" + mark + query)


class _Limited(httpx2.AsyncByteStream):
    """The body of an answer, up to a limit of bytes."""

    def __init__(self, stream: httpx2.AsyncByteStream, limit: float, guard: Guarded, request: httpx2.Request) -> None:
        self._stream, self._limit, self._guard, self._request = stream, limit, guard, request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        came = 0
        async for piece in self._stream:
            came += len(piece)
            if came > self._limit:
                raise self._guard.fail(CallError("too-large", megabytes=self._limit / 1_000_000), self._request)
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
