"""The record of a protocol: its name, its paths, its requests, and the look of its tools and answers."""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from webform.bodies import write_body
from webform.dialects import recognise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.envelopes.base import Envelope
    from webform.tool import Tool


#: Characters that a path keeps as they are.
IN_PATH = "/%:@!$&'()*+,;=~"
#: What the names of headers are, and their values.
TOKEN, HEADER_VALUE = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"), re.compile(r"[\t\x20-\x7e\x80-\xff]*")
#: Headers that say how a request travels, which is nobody else's to say.
OURS = frozenset({
    "accept-encoding", "connection", "content-length", "content-type", "expect", "host", "keep-alive", "te", "trailer",
    "transfer-encoding", "upgrade",
})  # fmt: skip


class Address(typing.Protocol):
    """What a protocol knows of the place where a tool is called: a `Target` is one."""

    @property
    def timeout(self) -> float:
        """Seconds for the whole call."""

    @property
    def body_style(self) -> Literal["flat", "wrapped"]:
        """Whether a body is sent as it is, or wrapped."""

    @property
    def path(self) -> str:
        """The path of the address itself, with its query."""

    @property
    def run_path(self) -> str:
        """The path of /run, with the address's query."""

    @property
    def base_path(self) -> str:
        """The path below which /run and its neighbours are."""

    def path_of(self, neighbour: str) -> str:
        """Return the path of *neighbour*, with the address's query."""


class Request(NamedTuple):
    """One request: where to, of which media type (`""` for no body), and *length* bytes in chunks."""

    path: str
    media: str
    length: int
    chunks: Iterable[bytes]
    #: Where the run is heard while it goes on, and where it is cancelled; `""` where it is not.
    stream: str = ""
    cancel: str = ""
    method: str = "POST"
    #: Headers besides those of the target, which go before them.
    headers: Mapping[str, str] = MappingProxyType({})
    #: The status of an answer by which the tool says that it is busy, and has begun nothing.
    busy: int | None = None


class Manifest(NamedTuple):
    """Where a running tool says what it is, and what tells such a document from others."""

    paths: tuple[str, ...] = ()
    accepts: Callable[[Any], bool] = bool
    #: Whether an address that says nothing of its protocol is asked too.
    anywhere: bool = False
    #: Adds to such a text what stands elsewhere; what fetches the text at another path returns `""` for none.
    complete: Callable[[str, Callable[[str], str]], str] = lambda text, _: text


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """
    A way to call tools.

    Args:
        name: what the operator calls it.
        paths: how an address ends that speaks it; the first is called. One without paths is chosen by its name alone.
        help: what is sent, for the documentation.
        call: makes the request of a run of *tool* at *target*, of its *body*, and a hash of the run's id; for the
            runner `http`.
        runner: the name of the runner that calls its tools.
        manifest: how a running tool is asked for its declaration.
        envelope: reads its answers where it accepts them; others are read by their shape.
    """

    name: str
    paths: tuple[str, ...]
    help: str
    call: Callable[[Tool, Address, Any, str], Request] | None = None
    runner: str = "http"
    manifest: Manifest = Manifest()
    envelope: Envelope | None = None


def post_json(path: str, body: Any) -> Request:
    """Return the request that posts *body* to *path* as JSON."""
    return Request(path, "application/json", *write_body(body))


def is_known(value: Any) -> bool:
    """Tell whether *value* is a declaration in any of the languages."""
    return recognise(value)[0] is not None
