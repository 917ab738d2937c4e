"""Tokens that the operator's client gets for APIs (OAuth 2 client credentials): kept in memory until they end."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote_plus, urlencode, urljoin

from webform.runners.base import Target
from webform.runners.credentials import basic_of
from webform.runners.failures import CallError
from webform.runners.oauth import is_protected, origin
from webform.values import read_json_or

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from webform.operation import SecurityScheme
    from webform.runners.answers import Answer
    from webform.runners.credentials import Credentials

    #: Posts content with headers to a path of a target, whose address is checked, and returns the answer.
    Post = Callable[[Target, str, bytes, Mapping[str, str]], Answer]

#: Seconds that a token is used for where nobody says how long it lasts, and before its end that it is used no more.
LIFE, MARGIN = 300.0, 30.0
#: Seconds for a token, and bytes of the answer with it.
TIMEOUT, MAX_ANSWER = 20.0, 100_000


class _Token(NamedTuple):
    """A token, and until when it is used, by the monotonic clock."""

    text: str
    until: float


class Tokens:
    """
    Tokens by who gets them, where, and for what.

    Args:
        post: sends a request to a checked address.
    """

    def __init__(self, post: Post) -> None:
        self._post = post
        self._kept: dict[tuple[str, ...], _Token] = {}

    def get(
        self, scheme: SecurityScheme, credentials: Credentials, scopes: Sequence[str], target: Target, refused: str = ""
    ) -> str:
        """
        Return a token for *target*, another one than that which was *refused*.

        Raises:
            CallError: there is none.
            TargetError: its address is none.
        """
        place = credentials.token_url or _own_address(scheme, target)
        scope = credentials.scope or " ".join(scopes)
        key = (place, credentials.client_id, credentials.client_secret, scope)
        kept = self._kept.get(key)
        if kept is None or kept.text == refused or kept.until <= monotonic():
            kept = self._kept[key] = self._fetch(place, credentials, scope, target)
        return kept.text

    def _fetch(self, place: str, credentials: Credentials, scope: str, target: Target) -> _Token:
        at = Target(
            url=place, protocol="run", timeout=TIMEOUT, max_response=MAX_ANSWER, allow_private=target.allow_private
        )
        asked = {"grant_type": "client_credentials", **({"scope": scope} if scope else {})}
        basic = basic_of(quote_plus(credentials.client_id), quote_plus(credentials.client_secret))
        answer = self._send(at, asked, {"Authorization": f"Basic {basic}"})
        if answer.status in (400, 401):
            # Some take the client in the body alone.
            client = {"client_id": credentials.client_id, "client_secret": credentials.client_secret}
            answer = self._send(at, {**asked, **client}, {})
        return _token(answer)

    def _send(self, at: Target, asked: dict[str, str], headers: dict[str, str]) -> Answer:
        own = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        return self._post(at, at.path, urlencode(asked).encode(), {**own, **headers})


def _own_address(scheme: SecurityScheme, target: Target) -> str:
    """Return where *scheme* says that tokens are got; only at the API's own origin are its words enough."""
    place = urljoin(target.url, scheme.token_url) if scheme.token_url else ""
    if not place or origin(place) != origin(target.url):
        raise CallError("token-elsewhere")
    if not is_protected(place) and not target.allow_private:
        # A secret is not sent in the clear but in a network of the operator's own.
        raise CallError("token-elsewhere")
    return place


def _token(answer: Answer) -> _Token:
    value = read_json_or(answer.text)
    text = value.get("access_token") if isinstance(value, dict) and answer.status == 200 else None
    if not isinstance(text, str) or not text.isascii() or not text.isprintable():
        raise CallError("no-token")
    life = value.get("expires_in")
    seconds = float(life) - MARGIN if isinstance(life, int | float) else LIFE
    return _Token(text, monotonic() + seconds)
