"""Authorizations at MCP servers: the operator's once, each visitor's for their own sessions."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx2

from webform.language import marked
from webform.runners.oauth import Begun, OAuth, SignInError
from webform.runners.oauth_flow import PATIENCE, Grant, SignIn, configured_client, service_provider, state_in
from webform.runners.recent import Recent
from webform.runners.token_file import load, save

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from mcp.shared.auth import OAuthClientInformationFull

    from webform.runners.addresses import Resolve
    from webform.runners.base import Challenge, Target

#: Grants and sign-ins that are kept at most, and for how many seconds unused.
MAX_GRANTS, KEEP_GRANTS = 10_000, 12 * 3600.0
MAX_SIGN_INS, MAX_CLIENTS = 1_000, 1_000


class Authorizations:
    """
    The grants of one app; used in the thread of the sessions alone.

    Args:
        resolve: looks up the addresses of a name.
    """

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._visitors: Recent[Grant] = Recent(MAX_GRANTS, KEEP_GRANTS)
        self._sign_ins: Recent[tuple[SignIn, str]] = Recent(MAX_SIGN_INS, PATIENCE)
        self._operators: dict[tuple[str, OAuth], Grant] = {}
        # Where people are sent back to has the port that a request names, which may be any.
        self._clients: Recent[OAuthClientInformationFull] = Recent(MAX_CLIENTS, KEEP_GRANTS)

    def auth(self, target: Target) -> CallAuth | None:
        """Return what adds a token to requests to *target*; `None` where the operator set what they are sent with."""
        return None if "authorization" in target.header_names or target.command else CallAuth(target, self)

    def grant(self, target: Target) -> Grant | None:
        """Return what calls of *target* are made with, if anything."""
        own = self._visitors.get(target.session, target.url) if target.session else None
        if target.oauth.sign_in == "visitor":
            return own
        # Who was asked to sign in, since the operator's token is no good any more, is let in by their own.
        return own or self._operators_own(target)

    def token(self, target: Target) -> str:
        """Return the token that calls of *target* are made with, `""` where there is none yet."""
        grant = self.grant(target) if self.auth(target) else None
        return grant.token if grant else ""

    async def begin(self, challenge: Challenge, redirect_uri: str, owner: str) -> Begun:
        """
        Begin the sign-in that *challenge* asks for; what it comes to is for the sessions of *owner*.

        Raises:
            SignInError: it cannot begin.
        """
        target = challenge.target
        known = self._clients.get(target.url, redirect_uri) or configured_client(target.oauth, redirect_uri)
        sign_in = SignIn(target, redirect_uri, known, self._resolve)
        url = await sign_in.begin(challenge.header)
        if sign_in.memory.client is not None:
            self._clients.put(sign_in.memory.client, target.url, redirect_uri)
        state = state_in(url)
        self._sign_ins.put((sign_in, owner), state)
        return Begun(url=url, state=state)

    async def finish(self, state: str, code: str, issuer: str | None) -> None:
        """
        End the sign-in of *state*, once, with what the person came back with.

        Raises:
            SignInError: there is none, or it gives no token.
        """
        found = self._sign_ins.take(state)
        if found is None:
            raise SignInError(marked("This sign-in is over, or was not begun here."))
        sign_in, owner = found
        await sign_in.finish(code, state, issuer)
        target = sign_in.grant.target
        if target.oauth.sign_in == "operator":
            save(sign_in.grant)
            self._operators.clear()
        else:
            self._visitors.put(sign_in.grant, owner, target.url)

    def forget(self, owner: str) -> None:
        """Drop the tokens of *owner*."""
        self._visitors.drop(owner)

    def close(self) -> None:
        """Wait for nobody any more."""
        for sign_in, _ in self._sign_ins.clear():
            sign_in.cancel()

    def _operators_own(self, target: Target) -> Grant | None:
        key = target.url, target.oauth
        known = self._operators.get(key)
        if known is None or not known.is_usable:
            provider = service_provider(target) if target.oauth.service else None
            known = Grant(target, provider, self._resolve) if provider else load(target, self._resolve)
            if known is not None:
                self._operators[key] = known
        return known


class CallAuth(httpx2.Auth):
    """
    Sends the token that there is for *target* with each request; one that is refused is renewed, once.

    Args:
        target: the server, called in the session of somebody.
        authorizations: where the tokens are.
    """

    def __init__(self, target: Target, authorizations: Authorizations) -> None:
        self._target, self._authorizations = target, authorizations

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """Yield *request* with its token."""
        grant = self._authorizations.grant(self._target)
        if grant is None:
            yield request
            return
        header = await _header(grant)
        if header:
            request.headers["Authorization"] = header
        response = yield request
        if response.status_code == HTTPStatus.UNAUTHORIZED and header:
            renewed = await _header(grant, renew=True)
            if renewed:
                request.headers["Authorization"] = renewed
                yield request


async def _header(grant: Grant, *, renew: bool = False) -> str:
    try:
        return await grant.header(renew=renew)
    except SignInError:
        # The server says itself what is lacking.
        return ""
