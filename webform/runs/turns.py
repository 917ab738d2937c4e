"""Turns of runs: so many at once, shares of tools and clients, one at a time where a tool can do no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

#: How many may wait for each that may run.
WAITING = 4


class BusyError(Exception):
    """Raised when nothing more may wait: nothing at all, nothing of a tool, or nothing of a client (*of*)."""

    def __init__(self, of: Literal["all", "tool", "client"] = "all") -> None:
        self.of = of
        super().__init__(of)


@dataclass(eq=False, slots=True, kw_only=True)
class Turn:
    """
    A place in the queue.

    Args:
        alone: what may have one turn at a time, `""` for what may have any number.
        go: called once when it is its turn, by whoever makes room.
        tool: whose share of the turns it is counted in, `""` for nobody's.
        client: the client whose share it is counted in, `""` for nobody's.
    """

    alone: str
    go: Callable[[], None]
    tool: str = ""
    client: str = ""


class Turns:
    """
    Turns in the order they were asked for; one that cannot begin yet lets others pass.

    Args:
        at_once: how many at once.
        waiting: how many may wait.
        per_client: how many at once of one client; `WAITING` times as many may wait.
        shared: tells whether several tools share them: then no tool has more than it leaves free for the others.
    """

    def __init__(
        self, at_once: int, waiting: int, per_client: float = float("inf"), shared: Callable[[], bool] = lambda: False
    ) -> None:
        self._free = self._at_once = at_once
        self._most, self._per_client, self._shared = waiting, per_client, shared
        self._alone: set[str] = set()
        self._of_tool, self._of_client = Counter[str](), Counter[str]()
        self._queue: list[Turn] = []
        self._lock = Lock()

    def set_limits(self, at_once: int, waiting: int, per_client: float, shared: Callable[[], bool]) -> None:
        """Have these limits from now on; no turn that was taken ends by it."""
        with self._lock:
            self._free += at_once - self._at_once
            self._at_once, self._most, self._per_client, self._shared = at_once, waiting, per_client, shared

    def take(self, turn: Turn) -> bool:
        """
        Tell whether it is the *turn* of it now (`go` is not called then), or it waits.

        Raises:
            BusyError: there is no room to wait.
        """
        with self._lock:
            if self._begins(turn):
                return True
            self._check_room(turn)
            self._queue.append(turn)
            return False

    def leave(self, turn: Turn) -> None:
        """End *turn*, and begin those that it kept waiting."""
        with self._lock:
            self._free += 1
            self._alone.discard(turn.alone)
            self._of_tool[turn.tool] -= 1
            self._of_client[turn.client] -= 1
            if not self._of_client[turn.client]:
                del self._of_client[turn.client]
            ready = [waiting for waiting in self._queue if self._begins(waiting)] if self._queue else []
            for waiting in ready:
                self._queue.remove(waiting)
        for waiting in ready:
            waiting.go()

    def place(self, turn: Turn) -> int | None:
        """Return the place of *turn* among those that wait for the same, from 1 on; `None` if it does not wait."""
        with self._lock:
            if turn not in self._queue:
                return None
            before = self._queue[: self._queue.index(turn)]
        return 1 + sum(not turn.alone or waiting.alone == turn.alone for waiting in before)

    def drop(self, turn: Turn) -> bool:
        """Take *turn* out of the queue; tell whether it was still there."""
        with self._lock:
            if turn not in self._queue:
                return False
            self._queue.remove(turn)
            return True

    def _begins(self, turn: Turn) -> bool:
        if self._free <= 0 or turn.alone in self._alone:
            return False
        if turn.client and self._of_client[turn.client] >= self._per_client:
            return False
        if turn.tool and self._shared() and self._of_tool[turn.tool] >= self._free:
            return False
        self._free -= 1
        if turn.alone:
            self._alone.add(turn.alone)
        self._of_tool[turn.tool] += 1
        self._of_client[turn.client] += 1
        return True

    def _check_room(self, turn: Turn) -> None:
        room = self._most - len(self._queue)
        if room <= 0:
            raise BusyError("all")
        same_client = sum(waiting.client == turn.client for waiting in self._queue)
        if turn.client and same_client >= WAITING * self._per_client:
            raise BusyError("client")
        if turn.tool and self._shared() and sum(waiting.tool == turn.tool for waiting in self._queue) >= room:
            raise BusyError("tool")
