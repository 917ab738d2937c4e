"""`{"status": "cancelled"}`: the run was stopped before it was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.language import marked
from webform.result import Result

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

#: Nothing else stands beside the status: an order with `"status": "cancelled"` is an answer.
_KEYS = frozenset({"status", "message", "run_id", "id", "error"})


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether the tool says that the run was cancelled."""
    value = response.value
    if not isinstance(value, dict) or value.get("status") not in ("cancelled", "canceled") or not value.keys() <= _KEYS:
        return False
    return all(output.key != "status" for output in tool.outputs)


def read(tool: Tool, response: Response) -> Result:
    """Return the result of a cancelled run."""
    return Result(status="cancelled", code="cancelled", message=marked("Cancelled."))
