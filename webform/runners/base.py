"""Targets of calls, and what a runner tells while one goes on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, Protocol
from urllib.parse import SplitResult, quote, urlsplit

from webform.messages import Param, Phrase
from webform.runners.addresses import is_local
from webform.runners.oauth import OAuth
from webform.runners.protocols import PROTOCOLS, protocol_at
from webform.runners.protocols import Protocol as CallProtocol
from webform.runners.protocols.base import HEADER_VALUE, IN_PATH, OURS, TOKEN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from webform.functions import Function
    from webform.runners.credentials import Credentials


def _version() -> str:
    try:
        return version("webform")
    except PackageNotFoundError:
        return "unknown"


MAX_RESPONSE = 50_000_000

#: The versions of MCP's protocol, the oldest first.
PROTOCOL_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
#: Seconds after which a session with an MCP server that is not used ends.
SESSION_IDLE = 300.0

#: What an answer may be, JSON first; a stream is heard as it comes.
ACCEPT = "application/json, text/event-stream;q=0.9, application/x-ndjson;q=0.9, */*;q=0.5"

#: The version of webform, as it was installed.
VERSION = _version()
_USER_AGENT = f"webform/{VERSION}"
#: Characters that an address never holds as they are; urlsplit drops some of them silently.
NOT_IN_ADDRESS = re.compile(r"[\x00-\x20\x7f\\]")
#: Characters that a text of the operator's has at least for it to be looked for in what a tool says.
_TELLING = 8
#: Headers of requests that are no secrets.
_OPEN = ("accept", "content", "user-agent", "x-forwarded", "cache")


class TargetError(ValueError):
    """
    Raised when the operator's address or header for a tool cannot be used, with its sentence in the catalogue.

    It never holds a header's value.
    """

    def __init__(self, key: str, **params: Param) -> None:
        self.phrase = Phrase(key, params)
        super().__init__(str(self.phrase))


class Tell(Protocol):
    """
    Hears of a call while it goes on; from any thread.

    An event is a dict with its `type`, by which it has more keys:
    * `progress`: `done`, a number; `total`, a number or `None` where nobody knows; `message`; `place`,
      where it waits in a queue of the tool's, which pages say in their own language
    * `log`: `level`, `message`, `logger`, and `extra`, an object, where the line holds more
    * `chunk`: `text`, which goes on from the chunk before
    * `partial`: `value`, what the result's value is so far, instead of the one before
    * `ask`: `id`, `message`, `schema` (a JSON Schema of an object, `{}` for none), `url` (where something is to be
      done, or `""`); it returns when a person has answered, or the run is cancelled:
      `{"action": "accept" | "decline" | "cancel", "content": {…}}`. Of the others nothing is returned.
    * `secret`: `text`, a token that was got for the call, which is kept nowhere, nor what the tool quotes of it
    """

    def __call__(self, event: dict[str, Any], /) -> Any:
        """Tell of *event*."""


def tell_nobody(event: dict[str, Any], /) -> Any:
    """Hear of *event*, where nobody listens: what is asked is declined."""
    return {"action": "decline", "content": {}} if event["type"] == "ask" else None


@dataclass(frozen=True, kw_only=True)
class Target:
    """
    Where a call goes: the tool, from the operator's configuration only, and the session in which it is called.

    Args:
        url: the address of its /run, or the address /run is added to; the name of a *command* or *function*.
        headers: what is sent besides our own headers; values are secrets and never shown.
        body_style: `wrapped` sends `{run_id, inputs, _pixie}`.
        timeout: seconds for the whole call; each progress of an MCP tool, and each piece of a stream, begins them anew.
        timeout_total: seconds that a call may take with all that; `None` is ten times *timeout*.
        idle_timeout: seconds between two pieces of the body of an answer.
        max_response: bytes of an answer, packed or unpacked.
        allow_private: the operator means an address of a private network, or of this machine.
        typed: the operator typed its scheme, host and port, so that what is set for the tool may be sent there.
        protocol: the name of what is spoken there; `""` becomes what the path of *url* says.
        command: the program of an MCP server, and its arguments, spoken to over its input and output.
        function: the Python function, by the operator's command; its module is imported in a process of its own.
        env: variables of the environment of *command* or *function*; values are secrets.
        folder: where *command* runs.
        keep_raw: its answers are kept as they came in production too.
        protocol_version: of MCP's, the one that is spoken; `""` is what both sides agree on.
        oauth: how webform is let in where an MCP server wants a sign-in.
        credentials: what lets calls in by the security schemes of an OpenAPI document, by their names.
        session: whose session with an MCP server a call is made in (`webform.runners.sessions`); `""` is its own alone.
        session_idle: seconds after which a session that is not used ends.
        max_sessions: sessions with an MCP server at the same time; `None` is 8 for a program, 64 for an address.

    Raises:
        TargetError: the address or a header cannot be used.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body_style: Literal["flat", "wrapped"] = "flat"
    timeout: float = 60
    timeout_total: float | None = None
    idle_timeout: float = 30
    max_response: int = MAX_RESPONSE
    allow_private: bool = False
    typed: bool = False
    protocol: str = ""
    command: tuple[str, ...] = ()
    function: Function | None = None
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    folder: Path | None = None
    keep_raw: bool = False
    protocol_version: str = ""
    oauth: OAuth = OAuth()
    credentials: Mapping[str, Credentials] = field(default_factory=dict, repr=False)
    session: str = field(default="", repr=False)
    session_idle: float = SESSION_IDLE
    max_sessions: int | None = None

    def __post_init__(self) -> None:
        # A frozen dataclass is set up in this way.
        object.__setattr__(self, "protocol", self.protocol or self._protocol())
        if self.protocol not in PROTOCOLS:
            raise TargetError("bad-target.protocol", name=self.protocol, names=tuple(PROTOCOLS))
        if self.command or self.function:
            return
        if self.protocol == "python":
            raise TargetError("bad-target.function")
        for name, value in self.headers.items():
            if not TOKEN.fullmatch(name) or name.lower() in OURS:
                raise TargetError("bad-target.header", name=name)
            if not HEADER_VALUE.fullmatch(value):
                raise TargetError("bad-target.header-value", name=name)
        if self._parts.scheme not in ("http", "https") or not self._parts.hostname:
            raise TargetError("bad-target.address", address=self.url)
        if self._parts.username is not None:
            raise TargetError("bad-target.user")
        if self._parts.fragment:
            raise TargetError("bad-target.fragment", address=self.url)
        _ = self.host, self.port

    @cached_property
    def _parts(self) -> SplitResult:
        if NOT_IN_ADDRESS.search(self.url):
            raise TargetError("bad-target.characters")
        try:
            return urlsplit(self.url)
        except ValueError as error:
            raise TargetError("bad-target", address=self.url, reason=str(error)) from None

    @property
    def secrets(self) -> set[str]:
        """The texts that the operator set for it: credentials, variables, and keys in headers."""
        headers = [value for name, value in self.headers.items() if not name.lower().startswith(_OPEN)]
        set_by_name = [*headers, *(value.rpartition(" ")[2] for value in headers), *self.env.values()]
        found = {text for text in set_by_name if len(text) >= _TELLING}
        return found.union(*(known.secrets for known in self.credentials.values()))

    @property
    def secure(self) -> bool:
        """Whether the tool is called over TLS."""
        return self._parts.scheme == "https"

    @cached_property
    def host(self) -> str:
        """The name or address of the machine, as it is looked up."""
        try:
            return (self._parts.hostname or "").encode("idna").decode()
        except UnicodeError:
            raise TargetError("bad-target.host", name=self._parts.hostname or "") from None

    def as_typed(self) -> Target:
        """Return it as an operator means it: at a private address only where what was typed is one of that network."""
        # Whoever has a name in the public network says where it leads, and may say something else tomorrow.
        return replace(self, allow_private=is_local(self.host), typed=True)

    def public(self) -> Target:
        """Return it as one that nobody typed: never at a private address."""
        return replace(self, allow_private=False, typed=False)

    @cached_property
    def port(self) -> int:
        """The port, the scheme's own where none was given."""
        try:
            return self._parts.port or (443 if self.secure else 80)
        except ValueError as error:
            raise TargetError("bad-target.port", address=self.url, reason=str(error)) from None

    @property
    def longest(self) -> float:
        """Seconds that a call may take, however much is told of it meanwhile."""
        return self.timeout_total or 10 * self.timeout

    @property
    def place(self) -> str:
        """What the log calls it."""
        return self.url if self.command or self.function else self.authority

    @cached_property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    def _protocol(self) -> str:
        if self.function:
            return "python"
        return "mcp" if self.command else protocol_at(self._parts.path).name

    @property
    def speaks(self) -> CallProtocol:
        """The protocol that is spoken there."""
        return PROTOCOLS[self.protocol]

    @cached_property
    def path(self) -> str:
        """The path of the address itself, with its query."""
        query = quote(self._parts.query, safe=IN_PATH + "?")
        return quote(self._parts.path or "/", safe=IN_PATH) + (f"?{query}" if query else "")

    @cached_property
    def run_path(self) -> str:
        """The path of /run, or of a /stream that is posted to, with the address's query."""
        return self.path_of("/stream" if self._parts.path.rstrip("/").endswith("/stream") else "/run")

    def path_of(self, neighbour: str) -> str:
        """Return the path of *neighbour*, which may have a query, with the address's query."""
        query = quote(self._parts.query, safe=IN_PATH + "?")
        return self.base_path + neighbour + (f"{'&' if '?' in neighbour else '?'}{query}" if query else "")

    @cached_property
    def base_path(self) -> str:
        """The path below which /run and its neighbours are; without a slash at its end."""
        path = self._parts.path.rstrip("/")
        called = [protocol for protocol in PROTOCOLS.values() if protocol.name != "mcp"]
        for neighbour in chain.from_iterable(protocol.paths for protocol in called):
            path = path.removesuffix(neighbour)
        return quote(path, safe=IN_PATH)

    @cached_property
    def header_names(self) -> frozenset[str]:
        """The names of the operator's headers, in lower case."""
        return frozenset(map(str.lower, self.headers))

    @cached_property
    def fixed_headers(self) -> dict[str, str]:
        """The headers of every request: our own, and the operator's, which may replace those that say who we are."""
        ours = {
            "Host": self.authority,
            "User-Agent": _USER_AGENT,
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip",
        }
        kept = {name: value for name, value in ours.items() if name.lower() not in self.header_names}
        return kept | dict(self.headers)


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
