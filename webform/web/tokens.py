"""Panel tokens: signed for a short time by a host, they say who is asking, which tools, and how much they may run."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import quote

from flask.globals import request_ctx
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from webform.language import gettext, ngettext
from webform.web.answers import refuse
from webform.web.rates import Rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.tool import Tool
    from webform.web.counters import Counters

#: The header, and the field of a form or of an address, with a token.
HEADER, FIELD = "Webform-Token", "token"
#: Seconds that a token counts where its maker does not say; and at most, for which runs by it are counted.
SECONDS, MAX_SECONDS = 600, 24 * 3600
_MAX_LENGTH = 4000
_SALT = "webform.panel"


class Token(NamedTuple):
    """What a token says: its id, whose it is, for which tools (none: for all), and how many runs; 0 for any number."""

    id: str
    user: str
    tools: tuple[str, ...]
    runs: int


class Tokens:
    """
    Makes and reads tokens.

    Args:
        key: what signs them; `""`: none is made or asked for.
        counters: where the runs by them are counted.
    """

    def __init__(self, key: str, counters: Counters) -> None:
        self.wanted = bool(key)
        self._serializer = URLSafeTimedSerializer(key or secrets.token_urlsafe(), salt=_SALT)
        self._counters, self._used = counters, dict[int, Rate]()

    def make(self, user: str = "", tools: Iterable[str] | None = None, runs: int = 0, seconds: int = SECONDS) -> str:
        """
        Return a token.

        Args:
            user: who is asking.
            tools: ids of the tools it is for; all where it is `None`.
            runs: how many runs it is good for; 0 for any number.
            seconds: how long it counts, a day at most.

        Raises:
            ValueError: there is no signing key, *seconds* is too long, *runs* is negative, or *tools* is no list of
                ids, or an empty one.
        """
        if not self.wanted:
            raise ValueError("Expected a signing_key in [auth]: without one nobody asks for tokens")
        if not 0 < seconds <= MAX_SECONDS:
            raise ValueError(f"Expected 1 to {MAX_SECONDS} seconds, not {seconds}")
        if runs < 0:
            raise ValueError(f"Expected 0 runs or more, not {runs}; 0 is any number")
        ids = [] if tools is None else [*tools]
        # An empty list is for all tools where it is read.
        if isinstance(tools, str) or (tools is not None and not ids):
            raise ValueError(f"Expected a list of ids of tools, not {tools!r}; without it a token is for all tools")
        return str(self._serializer.dumps([secrets.token_urlsafe(9), user, ids, runs, seconds]))

    def sent(self) -> Token | None:
        """Return the token of this request; `None` where it has none; refuse one that does not count."""
        text = sent_text()
        return self._read(text) if self.wanted and text else None

    def carried(self) -> str:
        """Return the token of this request, which what its page begins needs as well; `""` where none is asked for."""
        return sent_text() if self.wanted else ""

    def query(self) -> str:
        """Return what the address of a page ends with that goes on with the token of this request."""
        token = self.carried()
        return f"?{FIELD}={quote(token)}" if token else ""

    def check(self, tool: Tool) -> None:
        """Refuse runs of *tool* where the token of this request does not cover them."""
        if not self.wanted:
            return
        token = self.sent()
        if token is None:
            message = gettext("This tool runs only in the page that it belongs to.")
            refuse(401, "no-token", message, gettext("Open that page."))
        if token.tools and tool.id not in token.tools:
            message = gettext("The page that shows this tool may not run it.")
            refuse(403, "not-authorized", message, gettext("Contact that site's owner."))

    def take(self, runs: int) -> None:
        """Count *runs* by the token of this request; refuse more than it is good for."""
        token = self.sent() if self.wanted else None
        if token and token.runs and self._rate(token.runs).take(token.id, runs):
            left = ngettext(
                "This page may run tools {count} time; nothing was run.",
                "This page may run tools {count} times; nothing was run.",
                token.runs,
                count=token.runs,
            )
            refuse(403, "token-used", left, gettext("Load the page again."))

    def _rate(self, runs: int) -> Rate:
        """Return the rate of tokens that are good for so many *runs*."""
        rate = self._used.get(runs)
        if rate is None:
            rate = self._used.setdefault(runs, self._counters.rate(f"token:{runs}", runs, MAX_SECONDS))
        return rate

    def _read(self, text: str) -> Token:
        if len(text) > _MAX_LENGTH:
            _refuse_wrong()
        try:
            identity, user, tools, runs, seconds = self._serializer.loads(text, max_age=MAX_SECONDS)
            # How long it counts stands in it.
            self._serializer.loads(text, max_age=seconds)
        except SignatureExpired:
            refuse(401, "token-expired", gettext("The page was open for too long."), gettext("Load it again."))
        except (BadSignature, ValueError, TypeError):
            _refuse_wrong()
        return Token(identity, user, tuple(tools), runs)


def sent_text() -> str:
    """Return the token that this request brings, unread; `""` where it brings none."""
    asked = request_ctx.request
    found = asked.headers.get(HEADER) or asked.args.get(FIELD)
    return found or (asked.form.get(FIELD, "") if asked.method == "POST" else "")


def _refuse_wrong() -> NoReturn:
    refuse(401, "bad-token", gettext("The token of this page is not valid."), gettext("Load the page again."))
