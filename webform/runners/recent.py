"""Values that are kept for a while: the last used of them."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """
    Values by a key, for any number of threads.

    Args:
        most: how many are kept: the last used.
        keep: for how many seconds one is kept that is not used.
    """

    def __init__(self, most: int, keep: float) -> None:
        self._most, self._keep, self._lock = most, keep, Lock()
        self._kept: OrderedDict[tuple[str, ...], tuple[float, Value]] = OrderedDict()

    def get(self, *key: str) -> Value | None:
        """Return the value of *key*, if there is one."""
        with self._lock:
            used, value = self._kept.pop(key, (0.0, None))
            if value is None or monotonic() - used > self._keep:
                return None
            self._kept[key] = (monotonic(), value)
            return value

    def put(self, value: Value, *key: str) -> None:
        """Keep *value* as that of *key*."""
        with self._lock:
            self._kept[key] = (monotonic(), value)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def take(self, *key: str) -> Value | None:
        """Return the value of *key*, and keep it no longer."""
        found = self.get(*key)
        with self._lock:
            self._kept.pop(key, None)
        return found

    def drop(self, first: str) -> None:
        """Keep no value whose key begins with *first*."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == first]:
                del self._kept[key]

    def clear(self) -> list[Value]:
        """Return all values, and keep none."""
        with self._lock:
            values = [value for _, value in self._kept.values()]
            self._kept.clear()
        return values
