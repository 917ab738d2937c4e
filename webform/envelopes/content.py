"""MCP's results of calls: their content as values, their errors, what wraps them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import words
from webform.envelopes.error_texts import plain_words, problems_in
from webform.result import Artifact, Authorize, Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.tool import Tool

#: What a result of a call has, and what later versions put beside it.
KEYS = frozenset({"content", "structuredContent", "isError", "_meta", "resultType"})
TYPES = frozenset({"text", "image", "audio", "resource", "resource_link"})
#: The error that asks the person to go somewhere first.
URL_NEEDED = -32042
#: Errors that are about the arguments.
BAD_PARAMS = -32602

_REFUSED = "The tool refused what was filled in."
_MEND = "Change what you filled in and run it again."
_AGAIN = "Try again. If it stays like this, tell whoever made the tool."
_GO_ON = "Press the button, follow what the other page asks for, then come back and run it again."


def is_call(tool: Tool, value: Any) -> bool:
    """Tell whether *value* is the result of a call."""
    if not isinstance(value, dict) or not isinstance(value.get("content"), list):
        return False
    blocks = value["content"]
    known = all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in blocks)
    if tool.dialect == "mcp" or "isError" in value or "structuredContent" in value:
        return known
    return known and bool(blocks) and value.keys() <= KEYS and all(each["type"] in TYPES for each in blocks)


def read_call(tool: Tool, value: dict[str, Any]) -> Result:
    """Return the result of a call: its structured value, else its content; an error where it says so."""
    blocks = value["content"]
    if value.get("isError") is True:
        return failed(tool, "\n".join(_said(each) for each in blocks))
    structured = value.get("structuredContent", ABSENT)
    if structured is None and tool.output_schema is None:
        structured = ABSENT
    if structured is not ABSENT:
        others = [each for each in blocks if each.get("type") not in ("text", "resource")]
        if tool.output_schema is not None or not others:
            return Result(status="ok", value=structured)
        return Result(status="ok", value={"result": structured, **_named(others)})
    links = [each for each in blocks if each.get("type") == "resource_link"]
    if len(blocks) == len(links) == 1 and (artifact := _artifact(links[0])).url:
        return Result(status="ok", artifact=artifact)
    return Result(status="ok", value=_value(blocks))


def failed(tool: Tool, text: str, code: int | None = None) -> Result:
    """Return the result of a call that failed with *text*."""
    problems = tuple(problems_in(tool, text, refused=code == BAD_PARAMS))
    invalid = bool(problems) or code == BAD_PARAMS
    return Result(
        status="invalid" if invalid else "error",
        code="refused" if invalid else "tool-error",
        message=_REFUSED if problems else plain_words(text) or (_REFUSED if invalid else "The tool failed."),
        advice=_MEND if invalid else _AGAIN,
        problems=problems,
    )


def read_error(tool: Tool, error: dict[str, Any]) -> Result:
    """Return the result of a call that JSON-RPC answered with *error*."""
    code, data = error.get("code"), error.get("data")
    asked = data.get("elicitations") if isinstance(data, dict) else None
    if code == URL_NEEDED and isinstance(asked, list) and asked and isinstance(asked[0], dict):
        url = asked[0].get("url")
        given = Authorize(url=url if isinstance(url, str) else "", message=words(asked[0].get("message")))
        return Result(status="authorize", code="authorize", authorize=given, advice=_GO_ON)
    said = error.get("message")
    return failed(tool, said if isinstance(said, str) else "", code if isinstance(code, int) else None)


def unwrap(tool: Tool, result: Result) -> Result:
    """Return *result* without the `{"result": …}` that MCP's servers put around a value that is no object."""
    schema, value = tool.output_schema, result.value
    if not isinstance(schema, dict) or not isinstance(value, dict) or value.keys() != {"result"}:
        return result
    properties = schema.get("properties")
    wraps = schema.get("x-fastmcp-wrap-result") is True or (
        tool.dialect == "mcp" and schema.get("required") == ["result"]
    )
    if not wraps or not isinstance(properties, dict) or properties.keys() != {"result"}:
        return result
    problems = tuple(replace(each, at=each.at.removeprefix("/result")) for each in result.problems)
    return replace(result, value=value["result"], problems=problems)


def _value(blocks: list[dict[str, Any]]) -> Any:
    if not blocks:
        return ABSENT
    if len(blocks) == 1:
        return _block(blocks[0])
    if all(each.get("type") == "text" for each in blocks):
        return [_block(each) for each in blocks]
    return _named(blocks)


def _named(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the parts of *blocks* by what they are: a page shows each in its own way."""
    named: dict[str, Any] = {}
    for each in blocks:
        name = key = _name(each)
        count = 1
        while key in named:
            count += 1
            key = f"{name} {count}"
        named[key] = _block(each)
    return named


def _name(block: dict[str, Any]) -> str:
    held = block.get("resource")
    for source in (block, held if isinstance(held, dict) else {}):
        for key in ("title", "name"):
            if isinstance(source.get(key), str) and source[key].strip():
                return source[key][:80]  # type: ignore[no-any-return]
    kind = block.get("type")
    return kind[:80] if isinstance(kind, str) else "content"


def _block(block: dict[str, Any]) -> Any:
    """Return one part of the content as a value: text, a data URL, an address; else as it came."""
    match block:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "image" | "audio", "data": str(data), "mimeType": str(media)}:
            return _data_url(media, data)
        case {"type": "resource", "resource": {"text": str(text)}}:
            return text
        case {"type": "resource", "resource": {"blob": str(data), **held}}:
            return _data_url(str(held.get("mimeType") or ""), data)
        case {"type": "resource_link", "uri": str(uri)}:
            return uri if _artifact(block).url else {key: value for key, value in block.items() if key != "type"}
    return block


def _data_url(media: str, data: str) -> str:
    return f"data:{media or 'application/octet-stream'};base64,{data}"


def _artifact(block: dict[str, Any]) -> Artifact:
    size = block.get("size")
    said = [block.get(key) for key in ("title", "name", "description")]
    return Artifact(
        url=str(block.get("uri", "")),
        content_type=str(block.get("mimeType") or "")[:200],
        size=size if isinstance(size, int) and not isinstance(size, bool) else None,
        description=next((words(each) for each in said if isinstance(each, str) and each.strip()), ""),
    )


def _said(block: dict[str, Any]) -> str:
    return block["text"] if block.get("type") == "text" and isinstance(block.get("text"), str) else ""
