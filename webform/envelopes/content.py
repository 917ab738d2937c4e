"""MCP's results of calls: their content as values, their errors, what wraps them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.check import checker
from webform.envelopes.base import words
from webform.envelopes.call_failures import BAD_PARAMS, failed, failed_call
from webform.envelopes.error_texts import GO_ON
from webform.envelopes.failures import details_of
from webform.envelopes.parts import part_of
from webform.envelopes.reasons import reasons_in
from webform.envelopes.redacted import pruned
from webform.envelopes.repeats import is_text, without_repeats
from webform.result import Artifact, Authorize, Part, Result
from webform.values import ABSENT, as_text, json_within

if TYPE_CHECKING:
    from webform.tool import Tool

#: What a result of a call has, and what later versions put beside it.
KEYS = frozenset({"content", "structuredContent", "isError", "_meta", "resultType"})
TYPES = frozenset({"text", "image", "audio", "resource", "resource_link"})
#: The error that asks the person to go somewhere first.
URL_NEEDED = -32042
#: Blocks without a name or address of their own: several of one of these types are a list.
_PLAIN = ("text", "image", "audio")


def is_call(tool: Tool, value: Any) -> bool:
    """Tell whether *value* is the result of a call."""
    if not isinstance(value, dict) or not isinstance(value.get("content"), list):
        return False
    blocks = value["content"]
    known = all(isinstance(block, dict) and isinstance(block.get("type"), str) for block in blocks)
    if tool.call.protocol == "mcp" or "isError" in value or "structuredContent" in value:
        return known
    return known and bool(blocks) and value.keys() <= KEYS and all(block["type"] in TYPES for block in blocks)


def read_call(tool: Tool, value: dict[str, Any]) -> Result:
    """
    Return the result of a call: the value, and as parts what came beside it.

    The value is the structured one; without, it is the content: one block, or several texts, images or sounds as a
    list; of blocks of several types the first.
    """
    blocks, structured = value["content"], value.get("structuredContent", ABSENT)
    if structured is None and tool.output_schema is None:
        structured = ABSENT
    if value.get("isError") is True:
        return failed_call(tool, blocks, structured)
    if structured is ABSENT:
        return _of_content(tool, blocks)
    parts = tuple(part_of(block) for block in without_repeats(blocks, structured))
    return Result(status="ok", value=structured, parts=parts)


def read_error(tool: Tool, error: Any) -> Result:
    """Return the result of a call that JSON-RPC answered with *error*: an object, or the text of a lax server."""
    if not isinstance(error, dict):
        return failed(tool, as_text(error))
    code, data = error.get("code"), error.get("data")
    asked = data.get("elicitations") if isinstance(data, dict) else None
    if code == URL_NEEDED and isinstance(asked, list) and asked and isinstance(asked[0], dict):
        authorize = Authorize(url=as_text(asked[0].get("url")), message=words(asked[0].get("message")))
        return Result(status="authorize", code="authorize", authorize=authorize, advice=GO_ON)
    message, problems = error.get("message"), tuple(reasons_in(tool, data))
    is_refused = any(problem.at for problem in problems)
    result = failed(tool, as_text(message), BAD_PARAMS if is_refused else code if isinstance(code, int) else None)
    if is_refused and not result.problems:
        result = replace(result, problems=problems)
    # What names inputs may echo what was filled in.
    more = () if data is None or data == message or result.problems else (Part(type="json", value=pruned(data)),)
    return replace(result, parts=more, details=details_of(error))


def unwrap(tool: Tool, result: Result) -> Result:
    """Return *result* without the `{"result": …}` that MCP's servers put around a value that is no object."""
    schema, value = tool.output_schema, result.value
    if not isinstance(schema, dict) or not isinstance(value, dict) or value.keys() != {"result"}:
        return result
    properties = schema.get("properties")
    wraps = schema.get("x-fastmcp-wrap-result") is True or (
        tool.call.protocol == "mcp" and schema.get("required") == ["result"]
    )
    if not wraps or not isinstance(properties, dict) or properties.keys() != {"result"}:
        return result
    problems = tuple(replace(problem, at=problem.at.removeprefix("/result")) for problem in result.problems)
    return replace(result, value=value["result"], problems=problems)


def _of_content(tool: Tool, blocks: list[dict[str, Any]]) -> Result:
    types = {block.get("type") for block in blocks}
    if len(blocks) > 1 and len(types) == 1 and types.issubset(_PLAIN):
        return _list(tool, blocks)
    if len(blocks) == 1 and types == {"resource_link"} and (artifact := _artifact(part_of(blocks[0]))).url:
        return Result(status="ok", artifact=artifact)
    if not blocks or types == {"resource_link"}:
        return Result(status="ok", parts=tuple(map(part_of, blocks)))
    return _first(tool, *map(part_of, blocks))


def _first(tool: Tool, first: Part, *others: Part) -> Result:
    """Return the result whose value is that of *first*, which says as a part what it came as."""
    if first.type == "link":
        return Result(status="ok", parts=(first, *others))
    may_be_json = first.type == "text" and (not first.media_type or first.media_type.endswith("json"))
    parsed = _values_within(tool, [first.value]) if may_be_json else None
    if parsed is not None:
        source = replace(first, type="source")
        return Result(status="ok", value=parsed[0], parts=(source, *others))
    named = bool(first.title or first.description or first.uri)
    sources = (replace(first, type="source", value=ABSENT),) if named else ()
    return Result(status="ok", value=first.value, parts=(*sources, *others))


def _list(tool: Tool, blocks: list[dict[str, Any]]) -> Result:
    """Return the result whose value is the list of *blocks*; of their JSON, where each is JSON."""
    values = [part_of(block).value for block in blocks]
    parsed = _values_within(tool, values) if all(map(is_text, blocks)) else None
    if parsed is None:
        return Result(status="ok", value=values)
    return Result(status="ok", value=parsed, parts=(Part(type="source", value="\n".join(values)),))


def _values_within(tool: Tool, texts: list[str]) -> list[Any] | None:
    """Return the objects and lists that *texts* are JSON of; `None` where one is none, or the tool declares texts."""
    parsed = [json_within(text) for text in texts]
    if None in parsed:
        return None
    schema = tool.output_schema
    if schema is None or len(texts) > 1:
        return parsed
    return parsed if _fits(schema, parsed[0]) or not _fits(schema, texts[0]) else None


def _fits(schema: Any, value: Any) -> bool:
    try:
        return not checker(schema).problems(value)
    except (ValueError, RecursionError):
        return False


def _artifact(part: Part) -> Artifact:
    return Artifact(
        url=part.uri, content_type=part.media_type, size=part.size, title=part.title, description=part.description
    )
