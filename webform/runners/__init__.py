"""The runners, which call tools: one file each, and the table that names them."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from webform.runners.answers import Answer
from webform.runners.base import Target, TargetError
from webform.runners.failures import CallError
from webform.runners.gradio import GradioRunner
from webform.runners.http import HTTPRunner
from webform.runners.mcp import MCPRunner
from webform.runners.python import PythonRunner
from webform.runners.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.files import FileStore
    from webform.result import Result
    from webform.runners.sessions import Session
    from webform.runners.sign_ins import SignIns
    from webform.tool import Tool

__all__ = [
    "RUNNERS",
    "Answer",
    "CallError",
    "DispatchingRunner",
    "HTTPRunner",
    "MCPRunner",
    "PythonRunner",
    "Runner",
    "Target",
    "TargetError",
]

#: The runners by name.
RUNNERS: dict[str, type[Runner]] = {
    runner.name: runner for runner in (HTTPRunner, MCPRunner, GradioRunner, PythonRunner)
}


class DispatchingRunner(Runner):
    """
    Calls each tool by the runner of its target's protocol.

    Args:
        files: where large answers go; without, they are in memory.
    """

    def __init__(self, *, files: FileStore | None = None) -> None:
        self._files, self._lock = files, Lock()
        self._made: dict[str, Runner] = {}

    def run(self, tool: Tool, target: Target, body: Any, **how: Any) -> Result:
        return self._runner(target.speaks.runner).run(tool, target, body, **how)

    def get(self, target: Target, path: str, query: Mapping[str, str] | None = None) -> Answer:
        # A neighbour has an address of its own, whatever is spoken at that of the tool.
        return self._runner(HTTPRunner.name).get(target, path, query)

    @property
    def sign_ins(self) -> SignIns | None:
        return self._runner(MCPRunner.name).sign_ins

    def session_of(self, run_id: str) -> Session | None:
        return next(filter(None, (runner.session_of(run_id) for runner in self._all())), None)

    def end_sessions(self, owner: str, run_id: str = "") -> int:
        return sum(runner.end_sessions(owner, run_id) for runner in self._all())

    def close(self) -> None:
        for runner in self._all():
            runner.close()

    def _all(self) -> list[Runner]:
        with self._lock:
            return [*self._made.values()]

    def _runner(self, name: str) -> Runner:
        with self._lock:
            if name not in self._made:
                self._made[name] = RUNNERS[name](files=self._files)
            return self._made[name]
