"""The transport of OAuth's requests: to the server, and to the addresses that its metadata names."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx2

from webform.language import marked
from webform.runners.addresses import Resolve, is_local
from webform.runners.base import VERSION, Target, TargetError
from webform.runners.mcp_transport import Guarded
from webform.runners.oauth import SignInError, is_protected, origin

if TYPE_CHECKING:
    from mcp.client.auth.oauth2 import OAuthContext


#: Bytes of an answer, and seconds for it.
MAX_ANSWER, TIMEOUT = 1_000_000, 15.0
_REASONS = {
    "redirect": "sends us elsewhere, which is never followed",
    "refused-address": "leads into a private network",
    "tool-certificate": "has no valid certificate",
    "too-large": "answered with too much",
}


class OAuthTransport:
    """
    Sends the requests of the SDK's flow for the server at *target*, one at a time, without redirects.

    Args:
        target: the server.
        context: what the flow has learnt: the addresses that the server's metadata names.
        resolve: looks up the addresses of a name.
    """

    def __init__(self, target: Target, context: OAuthContext, resolve: Resolve) -> None:
        self._target, self._context, self._resolve = target, context, resolve

    async def send(self, request: httpx2.Request) -> httpx2.Response:
        """
        Return the answer to *request*, whole.

        Raises:
            SignInError: it must not be sent, or there is no answer.
        """
        url = str(request.url)
        self._check(url)
        request.headers["User-Agent"] = f"webform/{VERSION}"
        try:
            place = Target(url=url, allow_private=self._allows_private(url), max_response=MAX_ANSWER)
        except TargetError as error:
            raise SignInError(str(error)) from error
        guard = Guarded(place, self._resolve)
        try:
            async with asyncio.timeout(TIMEOUT):
                response = await guard.handle_async_request(request)
                response.request = request
                await response.aread()
                return response
        except TimeoutError as error:
            raise SignInError(f"{request.url.host} did not answer in time.") from error
        except httpx2.RequestError as error:
            # The transport says with its error what failed: a code of `FAILURES`.
            raise SignInError(f"{request.url.host} {_REASONS.get(str(error), 'cannot be reached')}.") from error
        finally:
            await guard.aclose()

    def _check(self, url: str) -> None:
        if origin(url) not in self._named():
            raise SignInError(
                marked("The server names an address that is not its own and not its authorization server's.")
            )
        if origin(url) != origin(self._target.url) and not is_protected(url):
            raise SignInError(f"The authorization server {origin(url)[1]} is not reached over https.")

    def _named(self) -> set[tuple[str, str, int]]:
        """Return the origins of the server and of what its metadata names."""
        context, metadata = self._context, self._context.oauth_metadata
        named: list[object] = [self._target.url, context.auth_server_url]
        if metadata is not None:
            named += [metadata.token_endpoint, metadata.registration_endpoint]
        return {origin(str(url)) for url in named if url}

    def _allows_private(self, url: str) -> bool:
        if origin(url) == origin(self._target.url):
            return self._target.allow_private
        # Whoever types a public address does not mean whatever private one that server names.
        return self._target.oauth.private or (self._target.allow_private and is_local(self._target.host))
