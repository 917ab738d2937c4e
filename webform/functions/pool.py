"""Processes that are kept between runs: a module is imported once, and what it holds stays there."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from webform.functions.process import FunctionProcess

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.functions.place import Function

#: Processes that wait for a run, of one module and in all.
MAX_KEPT, MAX_ALL = 2, 8

_Key = tuple[str, int, tuple[tuple[str, str], ...]]


class Pool:
    """The processes of one app that wait for a run."""

    def __init__(self) -> None:
        self._lock, self._owner = Lock(), os.getpid()
        self._kept: list[tuple[_Key, FunctionProcess]] = []

    def take(self, function: Function, env: Mapping[str, str]) -> FunctionProcess:
        """Return a process for the module of *function*, which nobody else has: one that is kept, else a new one."""
        key = _key(function, env)
        with self._lock:
            if self._owner != os.getpid():
                # Those of the server that forked are its own.
                self._owner, self._kept = os.getpid(), []
            found = next((entry for entry in reversed(self._kept) if entry[0] == key), None)
            if found is not None:
                self._kept.remove(found)
        if found is not None and found[1].is_current:
            return found[1]
        if found is not None:
            found[1].end()
        return FunctionProcess(function, env)

    def give_back(self, function: Function, env: Mapping[str, str], process: FunctionProcess) -> None:
        """Keep *process*, whose run is over; where too many are kept, the one that was used least lately ends."""
        key = _key(function, env)
        with self._lock:
            self._kept.append((key, process))
            same = [entry for entry in self._kept if entry[0] == key]
            surplus = same[:-MAX_KEPT] + self._kept[:-MAX_ALL]
            self._kept = [entry for entry in self._kept if entry not in surplus]
        for _, old in surplus:
            old.end()

    def close(self) -> None:
        """End all."""
        with self._lock:
            kept, self._kept = self._kept, []
        for _, process in kept:
            process.end()


def _key(function: Function, env: Mapping[str, str]) -> _Key:
    return function.module, function.memory, tuple(sorted(env.items()))
