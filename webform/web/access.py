"""Access to the app: for anyone, for people and programs with a token or a password, or for users of a proxy."""

from __future__ import annotations

import hmac
import math
from base64 import b64decode
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, NoReturn

from webform.language import gettext
from webform.messages import Phrase
from webform.settings import FLAG, OptionKind, is_secret, kind, matches, option, read_long_secret, read_secrets
from webform.web.answers import refuse
from webform.web.rates import wait_words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from wsgiref.types import WSGIEnvironment

    from webform.web.clients import Client
    from webform.web.counters import Counters

#: Wrong tokens and passwords that one client may send within so many seconds.
MAX_FAILURES, FAILURES_SECONDS = 10, 60
#: Characters of a token, and of a password, at least.
MIN_TOKEN, MIN_PASSWORD = 16, 8
#: Characters of the key that signs the tokens of panels, at least.
MIN_KEY = 32
_CHALLENGE = {"WWW-Authenticate": 'Basic realm="webform", charset="UTF-8"'}


_TOKEN, _SIGNING_KEY = (
    OptionKind(
        words=Phrase("kind.token", {"least": least}), takes=is_secret, read=partial(read_long_secret, least=least)
    )
    for least in (MIN_TOKEN, MIN_KEY)
)
_USERS = OptionKind(
    words=Phrase("kind.users", {"least": MIN_PASSWORD}),
    # A colon ends the name where a browser sends both.
    takes=lambda value: (
        isinstance(value, dict)
        and value != {}
        and all(name and ":" not in name and is_secret(password) for name, password in value.items())
    ),
    read=partial(read_secrets, read=partial(read_long_secret, least=MIN_PASSWORD)),
)
_HEADER_NAME = kind(Phrase("kind.header-name"), matches("[A-Za-z0-9-]+"))


@dataclass(frozen=True, kw_only=True)
class Access:
    """Who may use the app, as the operator decided; nothing is decided where all is as by default."""

    public: bool = option(FLAG, "Anyone who reaches the server may use it.", default=False)
    token: str = option(
        _TOKEN,
        f"A shared secret of {MIN_TOKEN} characters or more. Programs send `Authorization: Bearer TOKEN`. A browser "
        "asks for a name and a password: the token is the password, with any name.",
        "",
        secret=True,
    )
    users: Mapping[str, str] = option(
        _USERS,
        f"People with a password of {MIN_PASSWORD} characters or more, such as "
        '`{ ann = { env = "ANN_PASSWORD" } }`.',
        {},
        secret=True,
    )
    header: str = option(
        _HEADER_NAME,
        "The header in which a proxy of `trusted_proxies` names the user that it signed in, such as "
        '`"X-Forwarded-User"`. The proxy has to remove it from requests of clients.',
        "",
    )

    signing_key: str = option(
        _SIGNING_KEY,
        f"The key that signs the tokens of panels, {MIN_KEY} characters or more. With it every run needs a token that "
        "a page of yours has made ([tokens](flask.md#tokens)).",
        "",
        secret=True,
    )

    @property
    def restricted(self) -> bool:
        """Whether people and programs have to say who they are."""
        return bool(self.token or self.users or self.header)

    @property
    def decided(self) -> bool:
        """Whether the operator decided who may use the app."""
        return self.public or self.restricted


@dataclass(frozen=True, kw_only=True)
class MetricsAccess:
    """Who may read the metrics; nobody where there is no token."""

    token: str = option(
        _TOKEN,
        "The token of Prometheus: `Authorization: Bearer TOKEN`, of 16 characters or more.",
        "",
        secret=True,
    )


class Gate:
    """
    Lets in whom *access* lets in.

    Args:
        access: who may use the app.
        counters: where wrong passwords are counted.
    """

    def __init__(self, access: Access, counters: Counters) -> None:
        self._access = access
        self._token = _digest(access.token) if access.token else b""
        self._users = {_digest(f"{name}:{password}"): name for name, password in access.users.items()}
        self._header = "HTTP_" + access.header.upper().replace("-", "_") if access.header else ""
        self._failures = counters.rate("failures", MAX_FAILURES if access.restricted else math.inf, FAILURES_SECONDS)

    def enter(self, environ: WSGIEnvironment, client: Client) -> str:
        """Return the name of the user who sent a request, `""` for one without a name; refuse all others."""
        if not self._access.restricted:
            return ""
        if self._header and client.through_proxy and (user := environ.get(self._header, "").strip()):
            return str(user)
        if not (self._token or self._users):
            message = gettext("People sign in before they come here.")
            refuse(403, "not-signed-in", message, gettext("Use the address of the sign-in."))
        sent = environ.get("HTTP_AUTHORIZATION", "")
        if not sent:
            self._ask(gettext("Sign in to use this page."))
        if wait := self._failures.wait(client.address):
            words = gettext("There were too many wrong passwords. Try again {time}.", time=wait_words(wait))
            refuse(429, "too-many-failures", words, headers={"Retry-After": str(wait)})
        name = self._name_of(sent)
        if name is None:
            self._failures.take(client.address)
            self._ask(gettext("This token or password is wrong."))
        return name

    def _ask(self, message: str) -> NoReturn:
        """Have the browser ask for what fits."""
        token = gettext("With a token, any name will do: the token is the password.") if self._token else ""
        advice = " ".join(filter(None, (token, gettext("Ask this site's owner for access."))))
        refuse(401, "sign-in", message, advice, headers=_CHALLENGE)

    def _name_of(self, sent: str) -> str | None:
        """Return who sent the header *sent*; `None` where it fits nobody."""
        scheme, _, word = sent.partition(" ")
        password, pair = word.strip(), ""
        if scheme.lower() == "basic":
            pair = _decoded(password)
            password = pair.partition(":")[2]
        elif scheme.lower() != "bearer":
            return None
        # All are compared, whatever fits: how long it takes tells nothing.
        found = [name for known, name in self._users.items() if hmac.compare_digest(known, _digest(pair))]
        has_token = hmac.compare_digest(self._token, _digest(password))
        return found[0] if found else "" if has_token else None


def _decoded(word: str) -> str:
    try:
        return b64decode(word, validate=True).decode()
    except ValueError:
        return ""


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogateescape")).digest()
