"""Whose turn it is to run: so many at once, and one at a time of a tool that can do no more."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(eq=False, slots=True, kw_only=True)
class Turn:
    """
    A place in the queue.

    Args:
        alone: what may have one turn at a time, `""` for what may have any number.
        go: called once when it is its turn, by whoever makes room.
    """

    alone: str
    go: Callable[[], None]


class Turns:
    """
    Turns in the order they were asked for; one that cannot begin yet lets others pass.

    Args:
        at_once: how many at once.
        waiting: how many may wait.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._free, self._most = at_once, waiting
        self._alone: set[str] = set()
        self._queue: list[Turn] = []
        self._lock = Lock()

    def take(self, turn: Turn) -> bool | None:
        """Tell whether it is the *turn* of it now (`go` is not called then); `None` if there is no room to wait."""
        with self._lock:
            if self._begins(turn):
                return True
            if len(self._queue) >= self._most:
                return None
            self._queue.append(turn)
            return False

    def leave(self, turn: Turn) -> None:
        """End *turn*, and begin those that it kept waiting."""
        with self._lock:
            self._free += 1
            self._alone.discard(turn.alone)
            ready = [each for each in self._queue if self._begins(each)] if self._queue else []
            for each in ready:
                self._queue.remove(each)
        for each in ready:
            each.go()

    def place(self, turn: Turn) -> int | None:
        """Return the place of *turn* among those that wait for the same, from 1 on; `None` if it does not wait."""
        with self._lock:
            if turn not in self._queue:
                return None
            before = self._queue[: self._queue.index(turn)]
        return 1 + sum(not turn.alone or each.alone == turn.alone for each in before)

    def drop(self, turn: Turn) -> bool:
        """Take *turn* out of the queue; tell whether it was still there."""
        with self._lock:
            if turn not in self._queue:
                return False
            self._queue.remove(turn)
            return True

    def _begins(self, turn: Turn) -> bool:
        if self._free == 0 or turn.alone in self._alone:
            return False
        self._free -= 1
        if turn.alone:
            self._alone.add(turn.alone)
        return True
