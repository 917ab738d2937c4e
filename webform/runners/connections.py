"""Connections to tools: opened to an address that was checked, kept open between calls."""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from webform.runners.addresses import is_public
from webform.runners.base import CallError
from webform.runners.sockets import is_idle, tls_context, watched

if TYPE_CHECKING:
    from webform.runners.base import Target
    from webform.runners.sockets import Watch, Watched

#: From a name and a port to the addresses of the machine, in their numeric spelling.
Resolve = Callable[[str, int], list[str]]
#: From an address and a port, within some seconds, to a connected socket.
Connect = Callable[[tuple[str, int], float], socket.socket]

#: Seconds for one address of a tool.
CONNECT_TIMEOUT = 5.0
#: Seconds that a connection is kept unused: common servers close theirs after 5, and a call must not meet that.
KEEP = 4.0


class _Kept(NamedTuple):
    since: float
    line: Watched


class Connections:
    """
    The connections to all tools, for any number of threads.

    Args:
        resolve: looks up the addresses of a name, once for each connection.
        connect: connects to one of them.
    """

    def __init__(self, resolve: Resolve, connect: Connect) -> None:
        self._resolve, self._connect = resolve, connect
        self._kept: dict[tuple[str, bool, bool], deque[_Kept]] = {}

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return tls_context()

    def take(self, target: Target, watch: Watch) -> Watched:
        """
        Return a connection to *target* that nobody else uses, for the call that *watch* watches.

        Raises:
            CallError: *target* cannot be reached, or must not be.
        """
        kept = self._of(target)
        with suppress(IndexError):
            while True:
                since, line = kept.pop()
                if monotonic() - since < KEEP and is_idle(line):
                    line.watch = watch
                    return line
                line.close()
        return self._open(target, watch)

    def keep(self, target: Target, line: Watched) -> None:
        """Keep *line*, over which a whole request and its whole answer went, for a later call."""
        kept = self._of(target)
        kept.append(_Kept(monotonic(), line))
        with suppress(IndexError):
            while monotonic() - kept[0].since >= KEEP:
                kept.popleft().line.close()

    def close(self) -> None:
        """Close the connections that are not in use."""
        for kept in self._kept.values():
            with suppress(IndexError):
                while True:
                    kept.pop().line.close()

    def _of(self, target: Target) -> deque[_Kept]:
        return self._kept.setdefault((target.authority, target.secure, target.allow_private), deque())

    def _open(self, target: Target, watch: Watch) -> Watched:
        cause: Exception | None = None
        for address in self._addresses(target):
            try:
                plain = self._connect((address, target.port), min(watch.check(), CONNECT_TIMEOUT))
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return watched(plain, watch, self._context if target.secure else None, target.host)
            except ssl.SSLCertVerificationError as error:
                raise CallError("tool-certificate") from error
            except OSError as error:
                cause = error
        raise CallError("tool-down") from cause

    def _addresses(self, target: Target) -> list[str]:
        # What is connected to is what was checked: a name is never looked up a second time in between.
        try:
            addresses = self._resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            raise CallError("tool-down") from error
        if not target.allow_private and not all(map(is_public, addresses)):
            raise CallError("refused-address")
        return addresses
