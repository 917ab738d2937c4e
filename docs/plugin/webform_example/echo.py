"""The protocol `echo`: nobody is called, and the answer of a tool is what it was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform import Runner, read
from webform.runners.protocols import Protocol

if TYPE_CHECKING:
    from webform import Result, Target, Tool


class EchoRunner(Runner):
    """Runs a tool without calling it; what tells of it and whether it is cancelled does not matter to it."""

    name = "echo"

    def run(self, tool: Tool, target: Target, body: Any, *, mode: Any = "dev", **how: Any) -> Result:
        """Return the result of a tool that answers *body*."""
        del target, how
        return read(tool, body, mode=mode)


#: Spoken where the address of a tool ends with /echo.
PROTOCOL = Protocol(name="echo", paths=("/echo",), help="nothing", runner=EchoRunner.name)
