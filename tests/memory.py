"""The memory of a process that runs tests, of which what large documents took is given back."""

from __future__ import annotations

import ctypes
import gc
import os
from pathlib import Path

#: Bytes by which a process may grow before it gives back what is free.
GROWTH = 100_000_000
STATM = Path("/proc/self/statm")


class Memory:
    """A plugin of pytest: a process is to stay below a gigabyte. Linux alone tells its size."""

    def __init__(self) -> None:
        # musl has none.
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)
        self._least = size()

    def pytest_runtest_logfinish(self) -> None:
        """Give back what is free, where the process grew since it last did."""
        if size() > self._least + GROWTH:
            gc.collect()
            self._trim(0)
            self._least = size()


def size() -> int:
    """Return the bytes of memory that this process has."""
    return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
