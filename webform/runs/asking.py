"""Questions that a tool asks a person in the middle of a run, and the answers."""

from __future__ import annotations

from threading import Condition
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds that a question stands; a run that waits holds up others.
MAX_WAIT = 3600.0
#: Seconds between two looks whether the run was cancelled.
TICK = 0.5

CANCEL: dict[str, Any] = {"action": "cancel", "content": {}}


class Answers:
    """The questions of one run that wait, and their answers."""

    def __init__(self) -> None:
        self._answers: dict[str, dict[str, Any] | None] = {}
        self._changed = Condition()

    def expect(self, ask: str) -> None:
        """Take answers to the question of that id from now on."""
        with self._changed:
            self._answers[ask] = None

    def give(self, ask: str, answer: dict[str, Any]) -> bool:
        """Answer the question of that id; tell whether it waited for one."""
        with self._changed:
            if ask not in self._answers or self._answers[ask] is not None:
                return False
            self._answers[ask] = answer
            self._changed.notify_all()
            return True

    def wait(self, ask: str, cancelled: Callable[[], bool]) -> dict[str, Any]:
        """Return the answer to the question of that id; `CANCEL` where there will be none."""
        ends = monotonic() + MAX_WAIT
        with self._changed:
            while (answer := self._answers[ask]) is None and not cancelled() and monotonic() < ends:
                self._changed.wait(TICK)
            del self._answers[ask]
        return answer or CANCEL

    def wake(self) -> None:
        """Look at once whether the run was cancelled."""
        with self._changed:
            self._changed.notify_all()
