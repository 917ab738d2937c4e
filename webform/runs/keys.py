"""The keys of requests, by which the same request does not run again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webform.runs.run import Run

#: Keys that are remembered.
MAX_KEYS = 10_000
#: Seconds that a key counts.
KEY_AGE = 24 * 3600.0


class Keys:
    """The runs that keys stand for: their ids, and when they were made."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._lock = Lock()

    def claim(self, key: str, run: Run, age: float) -> str:
        """Return the id of the run that *key* has stood for, for no longer than *age*; else `""`: it is *run* now."""
        with self._lock:
            run_id, since = self._runs.get(key, ("", 0.0))
            if run_id and run.created - since <= age:
                return run_id
            self._runs[key] = run.id, run.created
            self._runs.move_to_end(key)
            if len(self._runs) > MAX_KEYS:
                self._runs.popitem(last=False)
            return ""

    def free(self, key: str, run_id: str) -> None:
        """Take *key* from the run of that id, if it still stands for it."""
        with self._lock:
            if self._runs.get(key, ("", 0.0))[0] == run_id:
                del self._runs[key]
