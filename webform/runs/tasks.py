"""Tasks that are done beside requests, and observers of what becomes of runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Condition, Thread
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from webform.runs.run import Run


class Task(ABC):
    """What is done beside requests, in a thread of its own."""

    #: What the thread is called.
    thread_name: ClassVar[str] = ""

    def __init__(self) -> None:
        self._changed, self._over = Condition(), False
        self._thread: Thread | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether there is anything to do."""
        return True

    def watch(self) -> None:
        """Begin it, if this process has not: one that was forked has none of its parent's threads."""
        with self._changed:
            if self.is_wanted and not self._over and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._work, daemon=True, name=self.thread_name)
                self._thread.start()

    def close(self) -> None:
        """End it."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    @abstractmethod
    def _work(self) -> None:
        """Do it, until it is over."""


class Observer(Protocol):
    """Notes what becomes of the runs of a process."""

    def begin(self, run: Run) -> None:
        """Note that the turn of *run* has come."""

    def end(self, run: Run) -> None:
        """Note that *run* is over."""
