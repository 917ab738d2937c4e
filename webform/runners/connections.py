"""Connections to tools: opened to an address that was checked, kept open between calls."""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

from urllib3.connection import HTTPConnection

from webform.runners.addresses import is_public
from webform.runners.answers import StrictResponse
from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from urllib3 import HTTPResponse

    from webform.runners.base import Target
    from webform.runners.deadlines import Deadline

#: From a name and a port to the addresses of the machine, in their numeric spelling.
Resolve = Callable[[str, int], list[str]]
#: From an address and a port, within some seconds, to a connected socket.
Connect = Callable[[tuple[str, int], float], socket.socket]

#: Seconds for one address of a tool.
CONNECT_TIMEOUT = 5.0
#: Seconds that a connection is kept unused: common servers close theirs after 5, and a call must not meet that.
KEEP = 4.0


class PinnedConnection(HTTPConnection):
    """A connection that *open_socket* opens to an address that was checked; it serves one call after the other."""

    def __init__(self, target: Target, open_socket: Callable[[Target, Deadline], socket.socket]) -> None:
        super().__init__(target.host, target.port)
        self._target, self._open_socket = target, open_socket
        self._deadline: Deadline
        self._answer: StrictResponse | None = None
        #: When it was last used.
        self.used = 0.0

    def exchange(
        self, deadline: Deadline, method: str, path: str, headers: Mapping[str, str], chunks: Iterable[bytes] | None
    ) -> HTTPResponse:
        """Send a request within *deadline*; return the answer, of which the head has come."""
        deadline.check()
        self._deadline, self._answer = deadline, None
        if self.sock is None:
            self.connect()
        deadline.guard(self.sock)
        # A tool that refuses a large body answers and stops reading: its answer may be waiting.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.request(method, path, chunks, headers, preload_content=False, decode_content=False)
        return self.getresponse()

    @property
    def may_serve_again(self) -> bool:
        """Whether the whole answer to the last request was read."""
        return self._answer is not None and self._answer.leaves_connection

    def end(self) -> None:
        """Close it, in the middle of an answer too."""
        if self._answer is not None:
            self._answer.close()
        self.close()

    def response_class(self, sock: socket.socket, *, method: str) -> StrictResponse:  # type: ignore[override]
        self._answer = StrictResponse(sock, self._deadline, method)
        return self._answer

    def _new_conn(self) -> socket.socket:
        return self._open_socket(self._target, self._deadline)


class Connections:
    """
    The connections to all tools, for any number of threads.

    Args:
        resolve: looks up the addresses of a name, once for each connection.
        connect: connects to one of them.
    """

    def __init__(self, resolve: Resolve, connect: Connect) -> None:
        self._resolve, self._connect = resolve, connect
        self._kept: dict[tuple[str, bool, bool], deque[PinnedConnection]] = {}

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def take(self, target: Target) -> PinnedConnection:
        """Return a connection to *target* that nobody else uses."""
        kept = self._of(target)
        with suppress(IndexError):
            while True:
                connection = kept.pop()
                if monotonic() - connection.used < KEEP and connection.is_connected:
                    return connection
                connection.end()
        return PinnedConnection(target, self._open)

    def keep(self, target: Target, connection: PinnedConnection) -> None:
        """Keep *connection* for a later call to *target*, where it may serve again."""
        if not connection.may_serve_again:
            connection.end()
            return
        connection.used, kept = monotonic(), self._of(target)
        kept.append(connection)
        with suppress(IndexError):
            while monotonic() - kept[0].used >= KEEP:
                kept.popleft().end()

    def close(self) -> None:
        """Close the connections that are not in use."""
        for kept in self._kept.values():
            with suppress(IndexError):
                while True:
                    kept.pop().end()

    def _of(self, target: Target) -> deque[PinnedConnection]:
        return self._kept.setdefault((target.authority, target.secure, target.allow_private), deque())

    def _open(self, target: Target, deadline: Deadline) -> socket.socket:
        cause: Exception | None = None
        for address in self._addresses(target):
            try:
                plain = self._connect((address, target.port), min(deadline.check(), CONNECT_TIMEOUT))
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                plain.settimeout(None)
                return self._secured(plain, target.host, deadline) if target.secure else plain
            except ssl.SSLCertVerificationError as error:
                raise CallError("tool-certificate") from error
            except OSError as error:
                cause = error
        deadline.check()
        raise CallError("tool-down") from cause

    def _secured(self, plain: socket.socket, host: str, deadline: Deadline) -> ssl.SSLSocket:
        secure = self._context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        try:
            deadline.guard(secure)
            secure.do_handshake()
        except BaseException:
            secure.close()
            raise
        return secure

    def _addresses(self, target: Target) -> list[str]:
        # What is connected to is what was checked: a name is never looked up a second time in between.
        try:
            addresses = self._resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            raise CallError("tool-down") from error
        if not target.allow_private and not all(map(is_public, addresses)):
            raise CallError("refused-address")
        return addresses
