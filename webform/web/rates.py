"""Rates: how much a client uses in a time."""

from __future__ import annotations

import math
from time import time
from typing import TYPE_CHECKING

from webform.language import ngettext

if TYPE_CHECKING:
    from limits.strategies import RateLimiter


class Rate:
    """
    At most so much for each client within a time, which begins with its first use: the package `limits` counts it.

    Args:
        most: how much; infinity is no limit.
        seconds: within which time.
        name: what it is called where it is counted.
    """

    def __init__(self, most: float, seconds: int, name: str = "") -> None:
        self.most, self._seconds = most, seconds
        if most != math.inf:
            from limits import RateLimitItemPerSecond  # noqa: PLC0415 - slow, and not all apps have limits
            from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415 - imported with limits

            from webform.web.memory import Memory  # noqa: PLC0415 - imports limits

            self._item = RateLimitItemPerSecond(int(most), seconds, name)
            self._in_memory = FixedWindowRateLimiter(Memory())

    def wait(self, client: str, amount: int = 1) -> int:
        """Return after how many seconds *client* may use *amount*: 0 for now."""
        return 0 if self.most == math.inf else self._ask(client, amount, take=False)

    def take(self, client: str, amount: int = 1) -> int:
        """Use *amount* for *client*; return 0, or else after how many seconds that can be done."""
        return 0 if self.most == math.inf else self._ask(client, amount, take=True)

    def _ask(self, client: str, amount: int, *, take: bool) -> int:
        return self._count(self._in_memory, client, amount, take=take)

    def _count(self, limiter: RateLimiter, client: str, amount: int, *, take: bool) -> int:
        """Return after how many seconds *limiter* has room for *amount*; take it where it has."""
        if amount > self.most:
            return self._seconds
        if limiter.test(self._item, client, cost=amount) and (not take or limiter.hit(self._item, client, cost=amount)):
            return 0
        return max(1, math.ceil(limiter.get_window_stats(self._item, client).reset_time - time()))


def wait_words(seconds: int) -> str:
    """Return how long to wait in words: `in 12 seconds`, `in 3 minutes`, `in 2 hours`."""
    if seconds >= 2 * 3600:
        hours = math.ceil(seconds / 3600)
        return ngettext("in {count} hour", "in {count} hours", hours, count=hours)
    if seconds >= 2 * 60:
        minutes = math.ceil(seconds / 60)
        return ngettext("in {count} minute", "in {count} minutes", minutes, count=minutes)
    return ngettext("in {count} second", "in {count} seconds", seconds, count=seconds)
