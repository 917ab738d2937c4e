"""The memory that rates are counted in where no Redis is: that of `limits`, with a bound and without threads."""

from __future__ import annotations

from threading import RLock
from time import time

from limits.storage import MemoryStorage

#: Clients of a rate that are remembered: those whose time began last.
MAX_CLIENTS = 10_000


class Memory(MemoryStorage):
    """
    The counts of a rate.

    One that has expired ends as it is read, or as there are too many clients. The storage of limits starts a thread
    for it with nearly every count, which looks at all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = RLock()

    def get(self, key: str) -> int:
        with self._lock:
            return super().get(key)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._lock:
            before = self.get(key)
            if not before:
                self.expirations[key] = time() + expiry
            self.storage[key] = before + amount
            while len(self.storage) > MAX_CLIENTS:
                self.clear(next(iter(self.storage)))
            return before + amount
