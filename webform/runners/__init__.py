"""The runners, which call tools: one file per protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.runners.answers import Answer
from webform.runners.base import Target, TargetError
from webform.runners.failures import CallError
from webform.runners.http import HTTPRunner
from webform.runners.mcp import MCPRunner

if TYPE_CHECKING:
    from webform.result import Result
    from webform.runners.sessions import Session
    from webform.runners.sign_ins import SignIns
    from webform.tool import Tool

__all__ = ["RUNNERS", "Answer", "CallError", "HTTPRunner", "MCPRunner", "Runner", "Target", "TargetError"]

#: The protocols by name.
RUNNERS = {"http": HTTPRunner, "mcp": MCPRunner}


class Runner(HTTPRunner):
    """Calls tools in whichever protocol their target speaks."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._mcp = MCPRunner(**{name: value for name, value in options.items() if name == "resolve"})

    def run(self, tool: Tool, target: Target, body: Any, **how: Any) -> Result:
        """Return what running *tool* with *body* came to; see `HTTPRunner.run`."""
        if target.speaks.call is None:
            return self._mcp.run(tool, target, body, **how)
        return super().run(tool, target, body, **how)

    @property
    def sign_ins(self) -> SignIns:
        """The sign-ins at MCP servers."""
        return self._mcp.sign_ins

    def session_of(self, run_id: str) -> Session | None:
        """Return the session with a server that a run was made in, while it lasts."""
        return self._mcp.session_of(run_id)

    def end_sessions(self, owner: str, run_id: str = "") -> int:
        """End the sessions of *owner*, or that of one of their runs; return how many."""
        return self._mcp.end_sessions(owner, run_id)

    def close(self) -> None:
        """Close the connections and sessions that are kept open."""
        super().close()
        self._mcp.close()
