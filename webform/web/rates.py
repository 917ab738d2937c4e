"""Rates: how much a client uses in a time."""

from __future__ import annotations

import math
from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from webform.language import ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

#: Clients that are remembered: those that used something last.
MAX_CLIENTS = 10_000


class Rate:
    """
    At most so much within a time for each client, all of it at once or spread.

    Args:
        most: how much; infinity is no limit.
        seconds: within which time.
        now: tells the time in seconds.
    """

    def __init__(self, most: float, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.most, self._seconds, self._now, self._lock = most, seconds, now, Lock()
        #: When each client will have all of it again.
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def wait(self, client: str, amount: float = 1) -> int:
        """Return after how many seconds *client* may use *amount*: 0 for now."""
        with self._lock:
            return self._wait(self._after(client, amount))

    def take(self, client: str, amount: float = 1) -> int:
        """Use *amount* for *client*; return 0, or else after how many seconds that can be done."""
        if self.most == math.inf:
            return 0
        with self._lock:
            after = self._after(client, amount)
            if wait := self._wait(after):
                return wait
            self._full_at[client] = after
            self._full_at.move_to_end(client)
            if len(self._full_at) > MAX_CLIENTS:
                self._full_at.popitem(last=False)
            return 0

    def _after(self, client: str, amount: float) -> float:
        """Return when *client* would have all of it again if it used *amount* now."""
        return max(self._full_at.get(client, 0.0), self._now()) + amount * self._seconds / self.most

    def _wait(self, after: float) -> int:
        return max(0, math.ceil(after - self._now() - self._seconds - 1e-6))


def wait_words(seconds: int) -> str:
    """Return how long to wait in words: `in 12 seconds`, `in 3 minutes`, `in 2 hours`."""
    if seconds >= 2 * 3600:
        hours = math.ceil(seconds / 3600)
        return ngettext("in {count} hour", "in {count} hours", hours, count=hours)
    if seconds >= 2 * 60:
        minutes = math.ceil(seconds / 60)
        return ngettext("in {count} minute", "in {count} minutes", minutes, count=minutes)
    return ngettext("in {count} second", "in {count} seconds", seconds, count=seconds)
