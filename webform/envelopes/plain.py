"""A tool that declares no outputs, or a schema of them: what it answers is the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.result import Result

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *tool* declares no outputs of types."""
    return not tool.outputs or tool.output_schema is not None


def read(tool: Tool, response: Response) -> Result:
    """Return the answer as it came."""
    return Result(status="ok", value=response.value)
