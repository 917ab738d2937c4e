"""The time that a call has left."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from webform.runners.failures import CallError

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners.base import Target

Value = TypeVar("Value")

#: Seconds between two looks at a call that waits: a cancelled run ends within this.
TICK = 0.1
#: Seconds that a tool is given to hear that a run is cancelled.
AFTER = 2.0


class Deadline:
    """
    The time that one call has left.

    Args:
        timeout: seconds for the whole call.
        idle_timeout: seconds between two pieces of the body of an answer.
        cancelled: tells whether the call is not wanted any more.
        longest: seconds for the whole call, also where the tool gets further with it, which begins *timeout* anew.
    """

    def __init__(
        self, timeout: float, idle_timeout: float, cancelled: Callable[[], bool], longest: float | None = None
    ) -> None:
        self.began, self.idle_timeout = monotonic(), idle_timeout
        self._timeout, self._longest, self._cancelled = timeout, longest or timeout, cancelled
        self._ends = self.began + min(timeout, self._longest)

    @classmethod
    def of(cls, target: Target, cancelled: Callable[[], bool] = lambda: False) -> Deadline:
        """Return the time that a call of *target* has."""
        return cls(target.timeout, target.idle_timeout, cancelled, target.longest)

    @classmethod
    def of_last_word(cls) -> Deadline:
        """Return the time in which a tool is told that a run is cancelled."""
        return cls(AFTER, AFTER, lambda: False)

    def begin(self) -> None:
        """Note that the call begins only now."""
        self.began = monotonic()
        self.restart()

    def pause(self, seconds: float) -> None:
        """Leave out *seconds*, which do not count."""
        self.began, self._ends = self.began + seconds, self._ends + seconds

    def check(self) -> float:
        """Return how many seconds are left; raise a `CallError` where the call is over."""
        now = monotonic()
        if self._cancelled():
            raise CallError("cancelled")
        if now >= self._ends:
            over = now - self.began >= self._longest
            raise CallError("tool-slow", seconds=self._longest if over else self._timeout)
        return self._ends - now

    def restart(self) -> None:
        """Note that the tool got further: its time begins anew."""
        self._ends = min(monotonic() + self._timeout, self.began + self._longest)

    def wait(self, action: Callable[[], Value], silence: float = inf) -> Value:
        """Return what *action*, of a socket that waits for a `TICK` at most, returns within *silence* seconds."""
        silent = monotonic() + silence
        while True:
            self.check()
            try:
                return action()
            except BlockingIOError:
                # The system waited for a `TICK`.
                pass
            except TimeoutError as error:
                # That of the system has a number, and means that the other machine is gone.
                if error.errno:
                    raise
            if monotonic() >= silent:
                raise CallError("tool-silent")
