"""Signing in at the authorization server of an MCP server, step by step; the flow itself is the SDK's."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider, OAuthFlowError, OAuthRegistrationError, OAuthTokenError
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from pydantic import AnyUrl, ValidationError

from webform.language import marked
from webform.runners.oauth import OAuth, SignInError, is_protected
from webform.runners.oauth_transport import OAuthTransport

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners.addresses import Resolve
    from webform.runners.base import Target

_log = logging.getLogger(__name__)

#: The version that the requests of a flow name: the first whose tokens are for one server.
PROTOCOL = "2025-06-18"
#: Seconds that a person is given to sign in.
PATIENCE = 600.0
#: What the SDK raises where a flow cannot go on, by what it means.
_FAULTS: tuple[tuple[type[Exception], str], ...] = (
    (OAuthRegistrationError, marked("The authorization server does not let webform register itself.")),
    (OAuthTokenError, marked("The authorization server gave no token.")),
    (OAuthFlowError, marked("What the server and its authorization server say does not fit together.")),
    (ValidationError, marked("The authorization server's answer cannot be understood.")),
    (ValueError, marked("The authorization server's answer cannot be understood.")),
)


class Memory:
    """
    Where the SDK's flow keeps what it gets.

    Args:
        client: webform as the authorization server knows it.
        changed: called when there is a new token or client.
    """

    def __init__(
        self, client: OAuthClientInformationFull | None = None, changed: Callable[[], None] = lambda: None
    ) -> None:
        self.client, self._changed = client, changed
        self.tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        """Return the tokens."""
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep *tokens*."""
        self.tokens = tokens
        self._changed()

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the client."""
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the client."""
        self.client = client_info
        self._changed()


class Grant:
    """
    What webform may do at one server, for one visitor or for the operator.

    Args:
        target: the server.
        provider: the SDK's flow, which holds the tokens.
        resolve: looks up the addresses of a name.
    """

    def __init__(self, target: Target, provider: OAuthClientProvider, resolve: Resolve) -> None:
        self.target, self.provider = target, provider
        self._transport = OAuthTransport(target, provider.context, resolve)

    @property
    def is_usable(self) -> bool:
        """Whether there is a token, or one can be had without anybody."""
        return self.target.oauth.service or self.provider.context.current_tokens is not None

    @property
    def token(self) -> str:
        """The token, `""` where there is none yet."""
        tokens = self.provider.context.current_tokens
        return tokens.access_token if tokens else ""

    async def header(self, *, renew: bool = False) -> str:
        """
        Return the value of the header `Authorization`, `""` where there is no token any more.

        Args:
            renew: the token that there is was refused.
        """
        if renew:
            self.provider.context.token_expiry_time = 1.0
        request = self._request()
        # One that signs in as itself needs nobody for it.
        steps = [_refused(request, "")] if self.target.oauth.service else []
        await self._drive(request, steps)
        return str(request.headers.get("Authorization", ""))

    async def obtain(self, challenge: str) -> None:
        """
        Go through the whole flow, as a server's *challenge* begins it.

        Raises:
            SignInError: it cannot go on.
        """
        request = self._request()
        await self._drive(request, [_refused(request, challenge)])

    def _request(self) -> httpx2.Request:
        return httpx2.Request("POST", self.target.url, headers={MCP_PROTOCOL_VERSION_HEADER: PROTOCOL})

    async def _drive(self, request: httpx2.Request, refusals: list[httpx2.Response]) -> None:
        """Send what the flow sends, but not *request* itself: to that it is given *refusals* until they are used up."""
        try:
            async with aclosing(self.provider.async_auth_flow(request)) as flow:
                outgoing = await anext(flow)
                while True:
                    if outgoing is not request:
                        response = await self._transport.send(outgoing)
                    elif refusals and "Authorization" not in request.headers:
                        response = refusals.pop()
                    else:
                        return
                    outgoing = await flow.asend(response)
        except tuple(fault for fault, _ in _FAULTS) as error:
            if type(error) is OAuthFlowError:
                # It names addresses; what servers answer, the others may repeat.
                _log.warning("sign-in at %s: %s", self.target.place, error)
            raise SignInError(next(words for fault, words in _FAULTS if isinstance(error, fault))) from error


def _refused(request: httpx2.Request, challenge: str) -> httpx2.Response:
    headers = {"WWW-Authenticate": challenge} if challenge else {}
    return httpx2.Response(401, headers=headers, request=request)


class SignIn:
    """
    One person's way through the flow: it waits for what the authorization server sends them back with.

    Args:
        target: the server.
        redirect_uri: where it sends them back to.
        client: webform as the authorization server knows it, where it does.
        resolve: looks up the addresses of a name.
    """

    def __init__(
        self, target: Target, redirect_uri: str, client: OAuthClientInformationFull | None, resolve: Resolve
    ) -> None:
        loop = asyncio.get_running_loop()
        self._url: asyncio.Future[str] = loop.create_future()
        self._answer: asyncio.Future[AuthorizationCodeResult] = loop.create_future()
        self.memory = Memory(client)
        oauth = target.oauth
        provider = OAuthClientProvider(
            target.url,
            client_metadata(oauth, redirect_uri),
            self.memory,
            self._redirected,
            self._answered,
            oauth.metadata_url or None,
        )
        self.grant = Grant(target, provider, resolve)
        self._task: asyncio.Task[None] | None = None

    async def begin(self, challenge: str) -> str:
        """Return the address where the person signs in; raise `SignInError` where there is none."""
        self._task = asyncio.create_task(self.grant.obtain(challenge))
        waited: list[asyncio.Future[Any]] = [self._task, self._url]
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if not self._url.done():
            await self._task
        return self._url.result()

    async def finish(self, code: str, state: str, issuer: str | None) -> None:
        """Take what the person came back with; raise `SignInError` where it gives no token."""
        assert self._task is not None  # noqa: S101 - begun before
        if not self._answer.done():
            self._answer.set_result(AuthorizationCodeResult(code=code, state=state, iss=issuer))
        await self._task

    def cancel(self) -> None:
        """Wait no more."""
        if self._task is not None:
            self._task.cancel()

    async def _redirected(self, url: str) -> None:
        if not is_protected(url):
            raise OAuthFlowError("the address to sign in at is not protected")
        self._url.set_result(url)

    async def _answered(self) -> AuthorizationCodeResult:
        try:
            return await asyncio.wait_for(self._answer, PATIENCE)
        except TimeoutError as error:
            raise OAuthFlowError("nobody signed in") from error


def state_in(url: str) -> str:
    """Return the `state` of the address where a person signs in."""
    return parse_qs(urlsplit(url).query)["state"][0]


def client_metadata(oauth: OAuth, redirect_uri: str) -> OAuthClientMetadata:
    """Return what webform says of itself when it registers; people are sent back to *redirect_uri*."""
    return OAuthClientMetadata(
        client_name="webform",
        redirect_uris=[AnyUrl(redirect_uri)],
        token_endpoint_auth_method="client_secret_basic" if oauth.client_secret else "none",
        application_type="native" if urlsplit(redirect_uri).scheme == "http" else "web",
    )


def configured_client(oauth: OAuth, redirect_uri: str) -> OAuthClientInformationFull | None:
    """Return webform as the operator registered it, if they did."""
    if not oauth.client_id:
        return None
    return OAuthClientInformationFull(
        client_id=oauth.client_id,
        client_secret=oauth.client_secret or None,
        redirect_uris=[AnyUrl(redirect_uri)],
        token_endpoint_auth_method="client_secret_basic" if oauth.client_secret else "none",
        issuer=oauth.issuer or None,
    )


def service_provider(target: Target) -> OAuthClientProvider:
    """Return the flow of a webform that signs in as itself."""
    oauth = target.oauth
    return ClientCredentialsOAuthProvider(
        target.url, Memory(), oauth.client_id, oauth.client_secret, issuer=oauth.issuer
    )
