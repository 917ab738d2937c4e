"""The time that a call has left, and the thread that shuts down its connection once that is over."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from socket import SHUT_RDWR, socket
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds between two looks at the calls: a cancelled run ends within this.
TICK = 0.1


class Deadline:
    """
    The time that one call has left.

    Args:
        timeout: seconds for the whole call.
        idle_timeout: seconds between two pieces of the answer, once it has begun.
        cancelled: tells whether the call is not wanted any more.
        longest: seconds for the whole call where the tool gets further with it, which begins *timeout* anew.
    """

    def __init__(
        self, timeout: float, idle_timeout: float, cancelled: Callable[[], bool], longest: float | None = None
    ) -> None:
        self.began = monotonic()
        #: Why its connection was shut down.
        self.failure: Exception | None = None
        self._timeout, self._longest, self._streams = timeout, longest or timeout, False
        self._ends = self.began + timeout
        self._idle_timeout, self._silent = idle_timeout, inf
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

    def note_piece(self) -> None:
        """Note that a piece of the answer came, or its end; raise what the connection was shut down for."""
        if self.failure is not None:
            raise self.failure
        if self._streams:
            self.restart()
        else:
            self._silent = monotonic() + self._idle_timeout

    def be_patient(self) -> None:
        """Let the answer be silent for `timeout`, which each piece begins anew: events come when something happens."""
        self._silent, self._streams = inf, True

    def restart(self) -> None:
        """Note that the tool got further: its time begins anew."""
        self._ends = min(monotonic() + self._timeout, self.began + self._longest)

    def guard(self, connection: socket) -> None:
        """Shut *connection* down once the call is over."""
        global _thread  # noqa: PLW0603 - one for the process; one that was forked has none yet
        with _LOCK:
            _GUARDED[self] = connection
            if not _thread.is_alive():
                _thread = Thread(target=_end_what_is_over, daemon=True)
                _thread.start()

    def release(self) -> None:
        """Leave the connection alone from now on, until the next request of the call."""
        with _LOCK:
            _GUARDED.pop(self, None)
        self._silent, self._streams = inf, False


#: The connections of the calls that are going on.
_GUARDED: dict[Deadline, socket] = {}
_LOCK, _thread = Lock(), Thread()


def _end_what_is_over() -> None:
    while True:
        sleep(TICK)
        with _LOCK:
            deadlines = list(_GUARDED)
        for deadline in deadlines:
            try:
                deadline.check()
            except Exception as error:  # noqa: BLE001 - raised where the connection is read
                _shut_down(deadline, error)


def _shut_down(deadline: Deadline, failure: Exception) -> None:
    with _LOCK, suppress(OSError):
        if connection := _GUARDED.pop(deadline, None):
            deadline.failure = failure
            # The method of a TLS socket would let its reader go on with what is encrypted.
            socket.shutdown(connection, SHUT_RDWR)
