"""MCP's `CallToolResult`, bare or in a JSON-RPC response."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.content import is_call, read_call, read_error

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.result import Result
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the result of a call, or the error of one."""
    value = _inner(response.value)
    return is_call(tool, value) or (isinstance(value, dict) and "jsonrpc" in value)


def read(tool: Tool, response: Response) -> Result:
    """Return what the call came to."""
    value = _inner(response.value)
    if is_call(tool, value):
        return read_call(tool, value)
    error = value.get("error")
    return read_error(tool, error if isinstance(error, dict) else {})


def _inner(value: Any) -> Any:
    if isinstance(value, dict) and "jsonrpc" in value and isinstance(value.get("result"), dict):
        return value["result"]
    return value
