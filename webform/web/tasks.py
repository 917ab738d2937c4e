"""Tasks that are done beside requests, and observers of what becomes of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from webform.runs import Run


class Task(Protocol):
    """What is done beside requests."""

    def watch(self) -> None:
        """Begin it in a thread, if this process has not: one that was forked has none of its parent's."""

    def close(self) -> None:
        """End it."""


class Observer(Protocol):
    """Notes what becomes of the runs of a process."""

    def begin(self, run: Run) -> None:
        """Note that the turn of *run* has come."""

    def end(self, run: Run) -> None:
        """Note that *run* is over."""
