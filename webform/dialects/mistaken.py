"""Documents that are no declarations: what runs answer and are given, told by what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import INPUTS

if TYPE_CHECKING:
    from collections.abc import Callable

_BLOCKS = {
    "text": "text", "image": "data", "audio": "data", "resource": "resource", "resource_link": "uri",
}  # fmt: skip
_STREAMED = {"progress", "chunk", "done", "error"}
_PRINTED = ("stdout", "Stdout", "stderr", "Stderr")


def _word(value: dict[str, Any], key: str) -> str:
    word = value.get(key)
    return word if isinstance(word, str) else ""


def _is_run_result(value: dict[str, Any]) -> bool:
    tool = value.get("tool")
    return isinstance(tool, dict) and "inputSchema" in tool and isinstance(value.get("backend"), dict)


def _is_execute_result(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(key), str) for key in _PRINTED)


def _is_block(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() & {"key", "label"}:
        return False
    kind = _word(value, "type")
    return kind in _BLOCKS and _BLOCKS[kind] in value


def _is_call_tool_result(value: dict[str, Any]) -> bool:
    content = value.get("content")
    blocks = isinstance(content, list) and content != [] and all(map(_is_block, content))
    return blocks or isinstance(value.get("isError"), bool) or (content == [] and "structuredContent" in value)


def _is_rpc(value: dict[str, Any]) -> bool:
    # The answer to tools/list is the one that declares tools.
    result = value.get("result")
    listed = isinstance(result, dict) and "tools" in result
    return isinstance(value.get("jsonrpc"), str) and not listed


def _is_arcade_response(value: dict[str, Any]) -> bool:
    called = any(isinstance(value.get(key), str) for key in ("invocation_id", "execution_id", "id"))
    return called and isinstance(value.get("success"), bool)


def _is_arcade_call(value: dict[str, Any]) -> bool:
    return isinstance(value.get("run_id"), str) and isinstance(value.get("tool"), dict)


def _is_stream_event(value: dict[str, Any]) -> bool:
    return _word(value, "kind") in _STREAMED and value.keys() <= {"kind", "toolId", "data", "error"}


def _is_part(value: dict[str, Any]) -> bool:
    return _word(value, "type").startswith("text-") and isinstance(value.get("id"), str)


def _is_input(value: dict[str, Any]) -> bool:
    return isinstance(value.get("key"), str) and _word(value, "type") in INPUTS


#: What such documents are called, and how each is told.
MISTAKEN: dict[str, Callable[[dict[str, Any]], bool]] = {
    'a RunResult, what a run came to (its "tool" is a declaration)': _is_run_result,
    "an ExecuteResult, what code printed and came to": _is_execute_result,
    "a CallToolResult, what an MCP tool answers": _is_call_tool_result,
    "a message of JSON-RPC other than the answer to tools/list": _is_rpc,
    "a response of an Arcade tool": _is_arcade_response,
    "a call of an Arcade tool": _is_arcade_call,
    "an event of a stream": lambda value: _is_stream_event(value) or _is_part(value) or "output_key" in value,
    "a step of a chain, or what it came to": lambda value: isinstance(value.get("toolId"), str),
    "a job of an agent, or its answer": lambda value: isinstance(value.get("job_id"), str),
    "one input of a tool.json (a list of them is a declaration)": _is_input,
}


def mistaken(value: Any) -> str:
    """Return what *value* looks like, where that is no declaration; `""` where it does not look like anything known."""
    if isinstance(value, list):
        first = value[0] if value else None
        if value and all(map(_is_block, value)):
            return "the content of a CallToolResult"
        looks = mistaken(first) if isinstance(first, dict) and not _is_input(first) else ""
        return looks and f"a list that begins with {looks}"
    if not isinstance(value, dict):
        return ""
    return next((what for what, holds in MISTAKEN.items() if holds(value)), "")
