"""Turns of runs: so many at once, shares of tools and clients, one at a time where a tool can do no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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


@dataclass(frozen=True)
class Rules:
    """
    How many runs there may be.

    Args:
        at_once: how many at once.
        waiting: how many may wait.
        per_client: how many at once of one client; `WAITING` times as many may wait.
        shared: tells whether several tools share them: then no tool has more than it leaves free for the others.
    """

    at_once: int
    waiting: int
    per_client: float = float("inf")
    shared: Callable[[], bool] = lambda: False


def rules_of(at_once: int, per_client: float, shared: Callable[[], bool]) -> Rules:
    """Return the rules for so many runs at once; `WAITING` times as many may wait."""
    return Rules(at_once, at_once * WAITING, per_client, shared)


class Taken:
    """The turns that are taken, by *rules*: the one place that decides whose turn it is."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._free = rules, rules.at_once
        self._alone: set[str] = set()
        self._of_tool, self._of_client = Counter[str](), Counter[str]()

    def set_rules(self, rules: Rules) -> None:
        """Go by *rules* from now on; what is taken stays taken."""
        self._free += rules.at_once - self._rules.at_once
        self._rules = rules

    def begins(self, turn: Turn) -> bool:
        """Tell whether it is the *turn* of it now, and take that."""
        has_room = self.has_room(turn)
        if has_room:
            self.add(turn)
        return has_room

    def has_room(self, turn: Turn) -> bool:
        """Tell whether *turn* could be taken now."""
        if self._free <= 0 or turn.alone in self._alone:
            return False
        if turn.client and self._of_client[turn.client] >= self._rules.per_client:
            return False
        return not (turn.tool and self._rules.shared() and self._of_tool[turn.tool] >= self._free)

    def add(self, turn: Turn, count: int = 1) -> None:
        """Take that many turns like *turn*, whether or not there is room."""
        self._free -= count
        if turn.alone:
            self._alone.add(turn.alone)
        self._of_tool[turn.tool] += count
        self._of_client[turn.client] += count

    def leave(self, turn: Turn) -> None:
        """Give *turn* back."""
        self._free += 1
        self._alone.discard(turn.alone)
        self._of_tool[turn.tool] -= 1
        self._of_client[turn.client] -= 1
        if not self._of_client[turn.client]:
            del self._of_client[turn.client]

    def check_room(self, turn: Turn, queue: Iterable[tuple[Turn, int]]) -> None:
        """
        Let *turn* wait behind *queue*: turns, each with how many there are like it.

        Raises:
            BusyError: there is no room.
        """
        waiting, same_client, same_tool = 0, 0, 0
        for other, count in queue:
            waiting += count
            same_client += count * (other.client == turn.client)
            same_tool += count * (other.tool == turn.tool)
        room = self._rules.waiting - waiting
        if room <= 0:
            raise BusyError("all")
        if turn.client and same_client >= WAITING * self._rules.per_client:
            raise BusyError("client")
        if turn.tool and self._rules.shared() and same_tool >= room:
            raise BusyError("tool")


class Turns:
    """Turns in the order they were asked for, by *rules*; one that cannot begin yet lets others pass."""

    def __init__(self, rules: Rules) -> None:
        self._taken = Taken(rules)
        self._queue: list[Turn] = []
        self._lock = Lock()

    def take(self, turn: Turn) -> bool:
        """
        Tell whether it is the *turn* of it now (`go` is not called then), or it waits.

        Raises:
            BusyError: there is no room to wait.
        """
        with self._lock:
            if self._taken.begins(turn):
                return True
            self._taken.check_room(turn, ((waiting, 1) for waiting in self._queue))
            self._queue.append(turn)
            return False

    def join(self, turn: Turn) -> bool:
        """Do as `take`, but wait where there is no room either: the run was let in before."""
        with self._lock:
            begins = self._taken.begins(turn)
            if not begins:
                self._queue.append(turn)
            return begins

    def set_rules(self, rules: Rules) -> None:
        """Go by *rules* from now on, and begin those that the old ones kept waiting."""
        self._begin_after(lambda: self._taken.set_rules(rules))

    def leave(self, turn: Turn) -> None:
        """End *turn*, and begin those that it kept waiting."""
        self._begin_after(lambda: self._taken.leave(turn))

    def _begin_after(self, change: Callable[[], None]) -> None:
        with self._lock:
            change()
            ready = [waiting for waiting in self._queue if self._taken.begins(waiting)] if self._queue else []
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
