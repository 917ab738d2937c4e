"""The memory that rates are counted in where no Redis is: that of `limits`, with a bound."""

from __future__ import annotations

from collections import defaultdict

from limits.storage import MemoryStorage

#: Clients of a rate that are remembered: those whose time began last.
MAX_CLIENTS = 10_000


class Memory(MemoryStorage):
    """The counts of a rate; what has expired leaves it, and what came first where there are too many clients."""

    def __init__(self) -> None:
        super().__init__()
        # Threads of limits look at the end of a count that another thread may have forgotten meanwhile.
        self.expirations = defaultdict(float)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        count = super().incr(key, expiry, amount)
        while len(self.storage) > MAX_CLIENTS:
            self.clear(list(self.storage)[0])  # noqa: RUF015 - an iterator fails while other threads count
        return count
