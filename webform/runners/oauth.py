"""How webform may be authorized at an MCP server: what the operator sets, what a server asks for, what can go wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from webform.runners.base import Target


@dataclass(frozen=True, kw_only=True)
class OAuth:
    """
    What the operator sets for a server that wants OAuth.

    Args:
        sign_in: whose token calls are made with: the operator's, or each visitor's own; `""` is the operator's
            where there is one, else the visitor's.
        client_id: of webform, where it was registered by hand; else it registers itself.
        client_secret: that of *client_id*; sent to *issuer* only.
        issuer: the authorization server that knows *client_id*.
        metadata_url: the https address of webform's client metadata document, where one is published.
        is_service: webform signs in as itself, with *client_id* and *client_secret* (client credentials).
        private: the authorization server may be one of a private network.
    """

    sign_in: Literal["", "operator", "visitor"] = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    issuer: str = ""
    metadata_url: str = ""
    is_service: bool = False
    private: bool = False


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """
    A call that a server refused for want of a sign-in.

    Args:
        target: the server.
        header: its `WWW-Authenticate`.
    """

    target: Target
    header: str


@dataclass(frozen=True, kw_only=True)
class Begun:
    """
    A sign-in that has begun.

    Args:
        url: where the person signs in.
        state: what the authorization server gives back with its answer.
    """

    url: str
    state: str


class SignInError(Exception):
    """Raised when a sign-in cannot go on; says why in a sentence that holds no secret."""


def origin(url: str) -> tuple[str, str, int]:
    """Return the scheme, the host and the port of *url*."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def is_protected(url: str) -> bool:
    """Tell whether tokens may travel to *url*: over TLS, or within this machine."""
    scheme, host, _ = origin(url)
    return scheme == "https" or (scheme == "http" and _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
