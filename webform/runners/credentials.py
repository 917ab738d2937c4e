"""Credentials for APIs, as the operator sets them."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform.messages import Phrase
from webform.runners.oauth import origin
from webform.settings import ADDRESS, FLAG, SECRET, TEXT, kind, matches, option

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A colon ends the name where it is sent.
_USER_NAME = kind(Phrase("kind.user-name"), matches("[^:]*"))


def basic_of(username: str, password: str) -> str:
    """Return what stands for a user and a password in a header."""
    return b64encode(f"{username}:{password}".encode()).decode()


@dataclass(frozen=True, kw_only=True, repr=False)
class Credentials:
    """What the operator sets for a security scheme of an API."""

    url: str = option(ADDRESS, "The address of the API. The secrets are sent to this scheme, host and port only.", "")
    scheme: str = option(TEXT, "The name of the security scheme in the document.", "", shown="the table's name")
    value: str = option(SECRET, "The API key, or the token.", "", secret=True)
    username: str = option(_USER_NAME, "The user name, for `basic`, without a colon.", "")
    password: str = option(SECRET, "The password of `username`.", "", secret=True)
    client_id: str = option(TEXT, "The client id of webform, for a token (OAuth 2 client credentials).", "")
    client_secret: str = option(SECRET, "The secret of `client_id`.", "", secret=True)
    token_url: str = option(
        ADDRESS,
        "The token endpoint; needed if the document names one at another origin than that of the API.",
        "",
    )
    scope: str = option(TEXT, "The scopes of the token, with spaces between them.", "", shown="what the call needs")
    ask: bool = option(
        FLAG,
        "Whether the form asks the visitor for the secret. It is sent with the run, and stored nowhere.",
        default=False,
    )

    def __repr__(self) -> str:
        # Records are logged, and these hold secrets.
        return f"Credentials(url={self.url!r}, scheme={self.scheme!r})"

    @property
    def secrets(self) -> set[str]:
        """The texts that are never kept."""
        basic = basic_of(self.username, self.password) if self.password else ""
        return {text for text in (self.value, self.password, basic, self.client_secret) if text}


def for_address(credentials: Mapping[str, Credentials], url: str) -> dict[str, Credentials]:
    """Return those of *credentials* that may be sent to *url*, by the names of their schemes."""
    place = origin(url)
    return {one.scheme or name: one for name, one in credentials.items() if one.url and origin(one.url) == place}
