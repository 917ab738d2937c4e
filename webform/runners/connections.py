"""Connections to tools over HTTP/1.1: opened to an address that was checked, kept open between calls."""

from __future__ import annotations

import os
import selectors
import ssl
import struct
import zlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from itertools import chain
from math import inf
from socket import IPPROTO_TCP, SO_RCVTIMEO, SO_SNDTIMEO, SOL_SOCKET, TCP_NODELAY, socket
from time import monotonic
from typing import TYPE_CHECKING

import h11

from webform.runners.addresses import Resolve, checked
from webform.runners.deadlines import TICK, Deadline
from webform.runners.failures import CallError

if TYPE_CHECKING:
    from webform.runners.base import Target

#: From an address and a port, within some seconds, to a connected socket.
Connect = Callable[[tuple[str, int], float], socket]

#: One call of the system for a look, instead of four.
Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.DefaultSelector)
#: Seconds for one address of a tool.
CONNECT_TIMEOUT = 5.0
#: Seconds that a connection is kept unused: common servers close theirs after 5, and a call must not meet that.
KEEP = 4.0
#: Bytes that are read at a time, and the most of a head, or of what stands around a chunk of a body.
STEP = MAX_HEAD = 65_536
#: How many times its size a packed answer may have, once it is larger than `FREE` bytes.
MAX_RATIO, FREE = 200, 1_000_000
#: Members of a packed answer: to unpack many that are empty takes long.
MAX_MEMBERS = 1_000
_GZIP = 16 + zlib.MAX_WBITS


class Connection:
    """A connection over a connected socket, for one call after the other: each has a *deadline*."""

    deadline: Deadline
    #: When the last call ended.
    used = 0.0

    def __init__(self, connected: socket) -> None:
        self._socket, self._http = connected, h11.Connection(h11.CLIENT, MAX_HEAD)
        self._selector = Selector()
        self._selector.register(connected, selectors.EVENT_READ)

    def ask(self, method: str, path: str, headers: Mapping[str, str], chunks: Iterable[bytes]) -> h11.Response:
        """Send a request; return the head of its answer. A body of another length than it says is an error of h11."""
        fields = [(name.encode(), value.strip().encode("latin-1")) for name, value in headers.items()]
        # The head goes with the first piece of the body: one packet for most requests.
        left = self._http.send(h11.Request(method=method, target=path, headers=fields)) or b""
        for event in chain((h11.Data(data=chunk) for chunk in chunks), [h11.EndOfMessage()]):
            left += self._http.send(event) or b""
            try:
                self._send(left)
            except OSError:
                # A tool that refuses a large body answers and stops reading: its answer may be waiting.
                break
            left = b""
        # Heads of information may come before that of the answer.
        while not isinstance(head := self._next(), h11.Response):
            pass
        return head

    def pieces(self, coding: str, limit: int, *, is_stream: bool) -> Iterator[bytes]:
        """Yield the body of the answer, unpacked, *limit* bytes at most; a stream comes when something happens."""
        if coding not in ("", "identity", "gzip", "x-gzip"):
            raise CallError("bad-answer")
        members = _Members() if "gzip" in coding else None
        came = size = 0
        while isinstance(event := self._next(inf if is_stream else self.deadline.idle_timeout), h11.Data):
            if is_stream:
                self.deadline.restart()
            piece = members.unzipped(event.data, limit - size + 1) if members else bytes(event.data)
            came, size = came + len(event.data), size + len(piece)
            if max(came, size) > limit or size > max(FREE, MAX_RATIO * came):
                raise CallError("too-large", megabytes=limit / 1_000_000)
            yield piece
        if members and not members.decoder.eof:
            raise CallError("cut-off")

    def renew(self) -> bool:
        """Tell whether it may serve another call: the whole answer was read, and nothing came after it."""
        self.used = monotonic()
        with suppress(h11.LocalProtocolError):
            self._http.start_next_cycle()
        return self._http.our_state is h11.IDLE and self._http.trailing_data == (b"", False)

    def is_quiet(self) -> bool:
        """Tell whether the tool neither closed it nor sent anything unasked."""
        return not self._selector.select(0)

    def close(self) -> None:
        """Close it, in the middle of an answer too."""
        self._selector.close()
        self._socket.close()

    def _send(self, content: bytes) -> None:
        left = memoryview(content)
        while left:
            left = left[self.deadline.wait(partial(self._socket.send, left)) :]

    def _next(self, silence: float = inf) -> object:
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(self.deadline.wait(partial(self._socket.recv, STEP), silence))
        except OSError as error:
            raise CallError("cut-off") from error
        except h11.RemoteProtocolError as error:
            raise CallError("cut-off" if self._http.trailing_data[1] else "bad-answer") from error
        return event


class _Members:
    """The members of a body packed with gzip, one after the other (RFC 1952)."""

    def __init__(self) -> None:
        self.decoder, self._count = zlib.decompressobj(wbits=_GZIP), 1

    def unzipped(self, packed: bytes, limit: int) -> bytes:
        """Return what *packed*, the next piece of the body, holds, *limit* bytes at most."""
        unpacked = b""
        while packed and len(unpacked) < limit:
            if self.decoder.eof:
                self.decoder, self._count = zlib.decompressobj(wbits=_GZIP), self._count + 1
            if self._count > MAX_MEMBERS:
                raise CallError("bad-answer")
            try:
                unpacked += self.decoder.decompress(packed, limit - len(unpacked))
            except zlib.error as error:
                raise CallError("bad-answer") from error
            packed = self.decoder.unused_data
        return unpacked


class Connections:
    """The connections to all tools, for any number of threads: *connect* is given what *resolve* says."""

    def __init__(self, resolve: Resolve, connect: Connect) -> None:
        self._resolve, self._connect = resolve, connect
        self._kept: defaultdict[tuple[str, bool, bool], deque[Connection]] = defaultdict(deque)

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    @contextmanager
    def lend(self, target: Target, deadline: Deadline) -> Iterator[Connection]:
        """Lend a connection to *target* that nobody else uses, and keep it where it may serve again."""
        self.close(monotonic() - KEEP)
        kept = self._kept[target.authority, target.secure, target.allow_private]
        connection = _taken(kept) or self._opened(target, deadline)
        connection.deadline = deadline
        try:
            yield connection
        finally:
            if connection.renew():
                kept.append(connection)
            else:
                connection.close()

    def close(self, before: float = inf) -> None:
        """Close the connections that are not in use, and were not since *before*."""
        for kept in [*self._kept.values()]:
            with suppress(IndexError):
                while kept[0].used <= before:
                    kept.popleft().close()

    def _opened(self, target: Target, deadline: Deadline) -> Connection:
        cause: Exception | None = None
        for address in checked(self._resolve, target.host, target.port, allow_private=target.allow_private):
            try:
                connected = self._connect((address, target.port), min(deadline.check(), CONNECT_TIMEOUT))
                connected.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
                if target.secure:
                    connected = self._context.wrap_socket(connected, server_hostname=target.host)
                _limit_waits(connected)
                return Connection(connected)
            except ssl.SSLCertVerificationError as error:
                raise CallError("tool-certificate") from error
            except OSError as error:
                cause = error
        deadline.check()
        raise CallError("tool-down") from cause


def _limit_waits(connected: socket) -> None:
    """Have *connected* wait for a `TICK` at most: where the system counts it, Python does not ask before each call."""
    if os.name != "posix" or isinstance(connected, ssl.SSLSocket):
        connected.settimeout(TICK)
        return
    connected.settimeout(None)
    for option in (SO_RCVTIMEO, SO_SNDTIMEO):
        connected.setsockopt(SOL_SOCKET, option, struct.pack("ll", 0, int(TICK * 1_000_000)))


def _taken(kept: deque[Connection]) -> Connection | None:
    with suppress(IndexError):
        while not (connection := kept.pop()).is_quiet():
            connection.close()
        return connection
    return None
