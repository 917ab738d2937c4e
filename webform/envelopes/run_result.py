"""toolexec's `RunResult`: a structured value, and the result of the MCP call it came from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.content import is_call, read_call
from webform.result import Part, Result
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the result of a run, alone or as a step of a chain."""
    return _find(response.value) is not None


def read(tool: Tool, response: Response) -> Result:
    """Return the structured value; an error where the call says it was one."""
    found = _find(response.value) or {}
    return replace(_read(tool, found), details=_details(found))


def _details(found: dict[str, Any]) -> dict[str, Any]:
    """Return which tool ran, and where."""
    called = {key: found["tool"][key] for key in ("name", "namespace", "version") if found["tool"].get(key)}
    backend = {key: value for key, value in found["backend"].items() if value}
    return {"tool": called} | ({"backend": backend} if backend else {})


def _read(tool: Tool, found: dict[str, Any]) -> Result:
    call, structured = found.get("mcpResult"), found.get("structured", ABSENT)
    if not isinstance(call, dict) or not is_call(tool, call):
        return Result(status="ok", value=structured)
    if structured in (ABSENT, None):
        return read_call(tool, call)
    result = read_call(tool, {**call, "structuredContent": structured})
    own = call.get("structuredContent")
    if own is None or equal(own, structured):
        return result
    return replace(result, parts=(*result.parts, Part(type="json", value=own)))


def _find(value: Any) -> dict[str, Any] | None:
    inner = value["result"] if isinstance(value, dict) and "toolId" in value and "result" in value else value
    match inner:
        case {"tool": {"name": str()}, "backend": {"kind": str()}}:
            return dict(inner)
    return None
