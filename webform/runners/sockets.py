"""Sockets that keep time: each wait ends when the call is over, has gone silent, or was cancelled."""

from __future__ import annotations

import select
import socket
import ssl
import struct
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Callable

    _Socket = socket.socket
else:
    _Socket = object

#: How long a wait goes on before it asks again, in seconds: a cancelled run ends within this.
TICK = 0.1
#: That as the system takes it, where it ends waits by itself: then a wait is one call of it instead of two.
_TICK = struct.pack("ll", 0, int(TICK * 1e6)) if sys.platform == "linux" else b""
#: What a wait ends with in which nothing came: the library's word, and the system's.
_WAITED = (TimeoutError, BlockingIOError)
#: What Linux tells of a TCP connection: its state, and how many bytes came over it.
_INFO = struct.Struct("=B127xQ") if sys.platform == "linux" else None
_ESTABLISHED = 1


class Watch:
    """
    The time that one call has left.

    Args:
        timeout: seconds for the whole call.
        idle_timeout: seconds between two pieces of the answer, once it has begun.
        cancelled: tells whether the call is not wanted any more.
        longest: seconds for the whole call where it is a stream, of which each piece begins *timeout* anew.
        began: when the call began, where this is a later request of it.
        since: when the tool last got further with it.
    """

    def __init__(  # noqa: PLR0913 - the times of a call
        self,
        timeout: float,
        idle_timeout: float,
        cancelled: Callable[[], bool],
        longest: float | None = None,
        *,
        began: float | None = None,
        since: float | None = None,
    ) -> None:
        self.began = monotonic() if began is None else began
        self._timeout, self._longest, self._streams = timeout, longest or timeout, False
        self._ends = self.began + timeout if since is None else min(since + timeout, self.began + self._longest)
        self._idle_timeout = idle_timeout
        self._silent = float("inf")
        self._cancelled = cancelled

    def check(self) -> float:
        """
        Return how many seconds are left.

        Raises:
            CallError: there is nothing left to wait for.
        """
        now = monotonic()
        if self._cancelled():
            raise CallError("cancelled")
        if now >= self._ends:
            over = now - self.began >= self._longest
            raise CallError("tool-slow", seconds=self._longest if over else self._timeout)
        if now >= self._silent:
            raise CallError("tool-silent")
        return self._ends - now

    def heard(self) -> None:
        """Note that a piece of the answer came."""
        now = monotonic()
        self._silent = now + self._idle_timeout
        if self._streams:
            self._ends = min(now + self._timeout, self.began + self._longest)

    def be_patient(self) -> None:
        """Let the answer be silent for `timeout`, which each piece begins anew: events come when something happens."""
        self._idle_timeout, self._silent, self._streams = float("inf"), float("inf"), True


class _Watched(_Socket):
    """Sends and receives in short waits, since a timeout of the library's begins anew with each byte."""

    watch: Watch
    #: How many bytes came.
    received = 0

    def recv(self, *args: Any) -> bytes:
        while True:
            self.watch.check()
            try:
                piece = super().recv(*args)
            except _WAITED:
                continue
            self.watch.heard()
            self.received += len(piece)
            return piece

    def sendall(self, data: Any, flags: int = 0) -> None:
        left = memoryview(data)
        while left:
            self.watch.check()
            try:
                left = left[self.send(left, flags) :]
            except _WAITED:
                continue


class WatchedSocket(_Watched, socket.socket):
    """A socket whose *watch* is that of the call it serves now."""


class WatchedTLSSocket(_Watched, ssl.SSLSocket):
    """A TLS connection whose *watch* is that of the call it serves now."""

    def shake_hands(self) -> None:
        """Agree on keys and check the certificate, within the watch."""
        while True:
            self.watch.check()
            try:
                return self.do_handshake()
            except TimeoutError:
                continue


def tls_context() -> ssl.SSLContext:
    """Return what checks certificates and names; its sockets are `WatchedTLSSocket`s."""
    context = ssl.create_default_context()
    context.sslsocket_class = WatchedTLSSocket
    return context


Watched = WatchedSocket | WatchedTLSSocket


def watched(plain: socket.socket, watch: Watch, context: ssl.SSLContext | None, host: str) -> Watched:
    """
    Return *plain*, connected, as a watched socket; with *context* after a TLS handshake with *host*.

    Raises:
        CallError: the handshake took too long.
        OSError: the handshake failed; `ssl.SSLCertVerificationError` if the certificate is not valid for *host*.
    """
    sock = WatchedSocket(fileno=plain.detach())
    sock.watch = watch
    if context is None and _TICK:
        sock.settimeout(None)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            sock.setsockopt(socket.SOL_SOCKET, option, _TICK)
        return sock
    # Set once: each change is a call of the system, at which other threads go first.
    sock.settimeout(TICK)
    if context is None:
        return sock
    try:
        secure = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    except BaseException:
        sock.close()
        raise
    assert isinstance(secure, WatchedTLSSocket)  # noqa: S101 - made so by tls_context
    secure.watch = watch
    try:
        secure.shake_hands()
    except BaseException:
        secure.close()
        raise
    return secure


def is_idle(sock: Watched) -> bool:
    """Tell whether nothing has come over *sock*, not even its end: then, and only then, it may serve again."""
    if _INFO and isinstance(sock, WatchedSocket):
        # To be told is no wait: other threads do not go first, as they do even where a wait is for nothing.
        with suppress(OSError):
            state, received = _INFO.unpack(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO.size))
            return bool(state == _ESTABLISHED and received == sock.received)
    if not hasattr(select, "poll"):
        return not select.select([sock], [], [], 0)[0]
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    return not waiting.poll(0)
