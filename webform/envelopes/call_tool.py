"""MCP's `CallToolResult`, bare or in a JSON-RPC response; and any other response of JSON-RPC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.content import is_call, read_call, read_error
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.result import Result
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the result of a call, or the error of one."""
    value = _inner(response.value)
    if is_call(tool, value):
        return True
    return _is_rpc(response.value) and (response.status < 300 or not _is_success(response.value))


def inner(tool: Tool, response: Response) -> Any:
    """Return the result that *response* of JSON-RPC has, `ABSENT` where it is an error or MCP's result of a call."""
    value = response.value
    if not _is_rpc(value) or not _is_success(value) or is_call(tool, value["result"]):
        return ABSENT
    return value["result"]


def read(tool: Tool, response: Response) -> Result:
    """Return what the call came to."""
    value = _inner(response.value)
    if is_call(tool, value):
        return read_call(tool, value)
    return read_error(tool, value.get("error"))


def _is_rpc(value: Any) -> bool:
    return isinstance(value, dict) and "jsonrpc" in value


def _is_success(value: Any) -> bool:
    return "result" in value and value.get("error") is None


def _inner(value: Any) -> Any:
    if _is_rpc(value) and isinstance(value.get("result"), dict):
        return value["result"]
    return value
