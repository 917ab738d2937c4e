"""OAuth at MCP servers: the operator's settings, a server's demands, and the errors."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from webform.settings import ADDRESS, DOCUMENT, FLAG, SECRET, TEXT, choice, option


@dataclass(frozen=True, kw_only=True)
class OAuth:
    """What the operator sets for a server that wants OAuth."""

    sign_in: Literal["", "operator", "visitor"] = option(
        choice("operator", "visitor"),
        "Whose token calls use: one of the operator, or one of each visitor.",
        "",
        shown="of the operator if there is one, else of the visitor",
    )
    client_id: str = option(TEXT, "The client id of webform, registered by hand.", "", shown="it registers itself")
    client_secret: str = option(
        SECRET, "The secret of `client_id`; needs an `issuer`, and is sent to it only.", "", secret=True
    )
    issuer: str = option(ADDRESS, "The authorization server that knows `client_id`.", "")
    metadata_url: str = option(
        DOCUMENT,
        "The https address of a client metadata document that you publish, for servers that support it.",
        "",
    )
    service: bool = option(
        FLAG,
        "webform signs in as itself, with `client_id` and `client_secret` (client credentials).",
        default=False,
    )
    #: Whether the authorization server may be one of a private network.
    private: bool = False


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
