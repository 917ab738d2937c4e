"""A way of calling tools that tells what it is told to, in the middle of a run."""

from __future__ import annotations

import threading
from typing import Any

from tests.acting import PATIENCE
from webform.result import Result
from webform.runners import HTTPRunner


class Telling(HTTPRunner):
    """
    Calls a tool that is a function of a test.

    Args:
        act: called with `tell`, and with what waits for the test or for the end of the run; returns the value, or a
            result.
    """

    def __init__(self, act: Any) -> None:
        super().__init__()
        self.act = act
        self._steps = threading.Semaphore(0)
        self.bodies: list[Any] = []

    def step(self, count: int = 1) -> None:
        """Let the run go on, past so many of its waits."""
        for _ in range(count):
            self._steps.release()

    def run(self, tool, target, body, *, run_id, cancelled, mode, tell) -> Result:
        self.bodies.append(body)

        def wait() -> None:
            for _ in range(PATIENCE * 100):
                if self._steps.acquire(timeout=0.01) or cancelled():
                    return

        result = self.act(tell, wait)
        if cancelled():
            return Result(status="cancelled", code="cancelled", message="Cancelled.")
        return result if isinstance(result, Result) else Result(status="ok", value=result)
