"""How tools are called, one file per protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.runners.base import Answer, CallError, Target, TargetError
from webform.runners.http import HTTPRunner
from webform.runners.mcp import MCPRunner

if TYPE_CHECKING:
    from webform.result import Result
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
        if target.spoken == "mcp":
            return self._mcp.run(tool, target, body, **how)
        return super().run(tool, target, body, **how)

    def close(self) -> None:
        """Close the connections and sessions that are kept open."""
        super().close()
        self._mcp.close()
