"""The value that a Python function returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.envelopes.base import Response, is_declared
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is a JSON value without a declared output; a file is read by its media type."""
    if is_declared(tool, response.value):
        return False
    return response.media == "application/json" and response.value is not ABSENT


def read(tool: Tool, response: Response) -> Result:
    """Return the value as it came, whatever its keys are called."""
    return Result(status="ok", value=response.value)
