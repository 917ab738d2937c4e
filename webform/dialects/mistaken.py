"""Documents that are no declarations: what runs answer and take, recognised by what is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import INPUTS
from webform.messages import Phrase
from webform.values import as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Callable

_BLOCKS = {
    "text": "text", "image": "data", "audio": "data", "resource": "resource", "resource_link": "uri",
}  # fmt: skip
_STREAMED = {"progress", "chunk", "done", "error"}
_PRINTED = ("stdout", "Stdout", "stderr", "Stderr")


def _is_run_result(value: dict[str, Any]) -> bool:
    return "inputSchema" in as_dict(value.get("tool")) and isinstance(value.get("backend"), dict)


def _is_block(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() & {"key", "label"}:
        return False
    kind = as_text(value.get("type"))
    return kind in _BLOCKS and _BLOCKS[kind] in value


def _is_call_tool_result(value: dict[str, Any]) -> bool:
    content = value.get("content")
    blocks = isinstance(content, list) and content != [] and all(map(_is_block, content))
    return blocks or isinstance(value.get("isError"), bool) or (content == [] and "structuredContent" in value)


def _is_rpc(value: dict[str, Any]) -> bool:
    # The answer to tools/list is the one that declares tools.
    return isinstance(value.get("jsonrpc"), str) and "tools" not in as_dict(value.get("result"))


def _is_arcade_response(value: dict[str, Any]) -> bool:
    called = any(isinstance(value.get(key), str) for key in ("invocation_id", "execution_id", "id"))
    return called and isinstance(value.get("success"), bool)


def _is_stream_event(value: dict[str, Any]) -> bool:
    return as_text(value.get("kind")) in _STREAMED and value.keys() <= {"kind", "toolId", "data", "error"}


def _is_part(value: dict[str, Any]) -> bool:
    return as_text(value.get("type")).startswith("text-") and isinstance(value.get("id"), str)


def _is_input(value: dict[str, Any]) -> bool:
    return isinstance(value.get("key"), str) and as_text(value.get("type")) in INPUTS


#: The phrases for such documents, and how each is recognised.
MISTAKEN: dict[str, Callable[[dict[str, Any]], bool]] = {
    "looks.run-result": _is_run_result,
    "looks.execute-result": lambda value: any(isinstance(value.get(key), str) for key in _PRINTED),
    "looks.call-tool-result": _is_call_tool_result,
    "looks.json-rpc": _is_rpc,
    "looks.arcade-response": _is_arcade_response,
    "looks.arcade-call": lambda value: isinstance(value.get("run_id"), str) and isinstance(value.get("tool"), dict),
    "looks.stream-event": lambda value: _is_stream_event(value) or _is_part(value) or "output_key" in value,
    "looks.chain-step": lambda value: isinstance(value.get("toolId"), str),
    "looks.agent-job": lambda value: isinstance(value.get("job_id"), str),
    "looks.input": _is_input,
}


def mistaken(value: Any) -> Phrase | None:
    """Return what *value* looks like, where that is no declaration; `None` where it looks like nothing known."""
    if isinstance(value, list):
        first = value[0] if value else None
        if value and all(map(_is_block, value)):
            return Phrase("looks.content")
        looks = mistaken(first) if isinstance(first, dict) and not _is_input(first) else None
        return looks and Phrase("looks.list", {"looks": looks})
    if not isinstance(value, dict):
        return None
    return next((Phrase(key) for key, fits in MISTAKEN.items() if fits(value)), None)
