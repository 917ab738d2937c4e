"""A real authorization server, made with the SDK, and MCP servers that want its tokens."""

from __future__ import annotations

import base64
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    ProviderTokenVerifier,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.routing import Route

from tests.servers import asgi, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator


class Accounts:
    """
    Who is known at the authorization server, and what was given to whom.

    Args:
        url: the address of the authorization server.
        expires_in: seconds that an access token is good for.
    """

    def __init__(self, url: str, expires_in: int = 3600) -> None:
        self.url, self.expires_in = url, expires_in
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.asked: dict[str, tuple[OAuthClientInformationFull, AuthorizationParams]] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refresh: dict[str, RefreshToken] = {}
        self.refreshed = self.refused = 0

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        request = secrets.token_urlsafe()
        self.asked[request] = client, params
        return f"{self.url}/login?request={request}"

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self._tokens(authorization_code)

    async def load_refresh_token(self, client, refresh_token):
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        self.refreshed += 1
        del self.refresh[refresh_token.token]
        return self._tokens(refresh_token)

    async def load_access_token(self, token):
        found = self.access.get(token)
        if found and found.expires_at > time.time():
            return found
        self.refused += 1
        return None

    async def revoke_token(self, token):
        self.access.pop(token.token, None)

    def expire(self) -> None:
        """Let all access tokens be refused from now on."""
        self.access.clear()

    def _tokens(self, granted) -> OAuthToken:
        access, refresh = secrets.token_urlsafe(), secrets.token_urlsafe()
        shared = {
            "client_id": granted.client_id, "scopes": granted.scopes, "resource": granted.resource,
            "subject": granted.subject,
        }  # fmt: skip
        self.access[access] = AccessToken(token=access, expires_at=int(time.time() + self.expires_in), **shared)
        self.refresh[refresh] = RefreshToken(token=refresh, **shared)
        return OAuthToken(access_token=access, refresh_token=refresh, expires_in=self.expires_in)

    async def login(self, request):
        """Answer with the form of the sign-in, and send who signs in back with a code."""
        if request.method == "GET":
            return HTMLResponse(
                "<!doctype html><title>Sign in</title><form method=post>"
                "<label>Name <input name=name></label><button>Sign in</button></form>"
            )
        client, params = self.asked.pop(request.query_params["request"])
        code = secrets.token_urlsafe(24)
        self.codes[code] = AuthorizationCode(
            code=code,
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
            subject=(await request.form())["name"],
        )
        return RedirectResponse(construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state), 303)


class Secured(NamedTuple):
    """An MCP server whose tools are for those who signed in, and the accounts of its authorization server."""

    url: str
    accounts: Accounts


def private_tools(url: str, accounts: Accounts) -> MCPServer:
    """Return an MCP server at *url* that tells who calls it."""
    server = MCPServer(
        "private",
        token_verifier=ProviderTokenVerifier(accounts),
        auth=AuthSettings(issuer_url=accounts.url, resource_server_url=f"{url}/mcp", validate_token_resource=True),
    )

    @server.tool()
    def whoami() -> str:
        """Who you are here."""
        return get_access_token().subject

    @server.tool()
    def quote() -> str:
        """Fail, and quote the token."""
        raise ToolError(f"{get_access_token().token} may not do this")

    return server


@contextmanager
def secured(expires_in: int = 3600) -> Iterator[Secured]:
    """Run an authorization server, and an MCP server that wants its tokens, each at an address of its own."""
    port, own = free_port(), free_port()
    accounts = Accounts(f"http://127.0.0.1:{own}", expires_in)
    issuer = AuthSettings(issuer_url=accounts.url, resource_server_url=None).issuer_url
    routes = create_auth_routes(accounts, issuer, client_registration_options=ClientRegistrationOptions(enabled=True))
    app = Starlette(routes=[*routes, Route("/login", accounts.login, methods=["GET", "POST"])])
    tools = private_tools(f"http://127.0.0.1:{port}", accounts).streamable_http_app()
    with asgi(app, own), asgi(tools, port) as url:
        yield Secured(f"{url}/mcp", accounts)


class Services(Accounts):
    """
    An authorization server for programs, which sign in as themselves.

    Args:
        client_id: the one that is known.
        secret: its secret.
    """

    def __init__(self, url: str, client_id: str, secret: str) -> None:
        super().__init__(url)
        self.known = client_id, secret

    async def metadata(self, request):
        """Answer with where tokens are."""
        return JSONResponse(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "response_types_supported": ["code"],
                "grant_types_supported": ["client_credentials"],
                "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            }
        )

    async def token(self, request):
        """Answer with a token for who knows the secret."""
        form = await request.form()
        scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
        named = form.get("client_id"), form.get("client_secret")
        if scheme == "Basic":
            named = tuple(map(urllib.parse.unquote, base64.b64decode(encoded).decode().split(":")))
        if form["grant_type"] != "client_credentials" or named != self.known:
            return JSONResponse({"error": "invalid_client"}, 401)
        access = secrets.token_urlsafe()
        self.access[access] = AccessToken(
            token=access, client_id=named[0], scopes=[], resource=form.get("resource"), subject=named[0],
            expires_at=int(time.time() + 60),
        )  # fmt: skip
        return JSONResponse({"access_token": access, "token_type": "Bearer", "expires_in": 60})


@contextmanager
def serviced(client_id: str, secret: str) -> Iterator[Secured]:
    """Run an authorization server that knows one program, and an MCP server that wants its tokens."""
    port, own = free_port(), free_port()
    accounts = Services(f"http://127.0.0.1:{own}", client_id, secret)
    metadata = Route("/.well-known/oauth-authorization-server", accounts.metadata)
    app = Starlette(routes=[metadata, Route("/token", accounts.token, methods=["POST"])])
    tools = private_tools(f"http://127.0.0.1:{port}", accounts).streamable_http_app()
    with asgi(app, own), asgi(tools, port) as url:
        yield Secured(f"{url}/mcp", accounts)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def sign_in_at(url: str, name: str) -> str:
    """Sign in as *name* at *url*, as a browser does; return where the person is sent back to."""
    login = _redirect(url)
    return _redirect(login, urllib.parse.urlencode({"name": name}).encode())


def _redirect(url: str, data: bytes | None = None) -> str:
    with pytest.raises(urllib.error.HTTPError, match=r"Found|See Other") as answer:
        urllib.request.build_opener(_Stay).open(urllib.request.Request(url, data), timeout=20)
    return answer.value.headers["Location"]
