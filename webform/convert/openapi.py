"""The writer of OpenAPI documents: an operation for each tool, which posts its body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.convert.base import Writer, body_schema, function_name, refers
from webform.published import answer_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.tool import Tool

VERSION = "3.1.0"
_DONE = "What the tool answered."


def _write(tool: Tool) -> Any:
    """Return the path of *tool*, and its operation."""
    examples = {f"example-{number}": {"summary": e.name, "value": e.body} for number, e in enumerate(tool.examples, 1)}
    content = {"schema": _apart(body_schema(tool), function_name(tool)), **({"examples": examples} if examples else {})}
    output = answer_schema(tool)
    schema = _apart(output, f"{function_name(tool)}:answer")
    answer = {} if output is None else {"content": {"application/json": {"schema": schema}}}
    operation = {
        "operationId": function_name(tool),
        "summary": tool.name,
        "description": tool.description,
        "tags": [*tool.tags],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {"200": {"description": _DONE, **answer}},
    }
    return f"/{tool.id}/run", {"post": {key: value for key, value in operation.items() if value}}


def _apart(schema: Any, name: str) -> Any:
    """Return *schema*, where it refers to parts of its own, as a document of its own within the one that is written."""
    if not isinstance(schema, dict) or "$id" in schema or not refers(schema):
        return schema
    return {"$id": f"urn:webform:{name}", **schema}


def _join(paths: Sequence[Any]) -> Any:
    return {"openapi": VERSION, "info": {"title": "Tools", "version": "1"}, "paths": dict(paths)}


WRITER = Writer(
    name="openapi",
    write=_write,
    join=_join,
    keeps=frozenset({"description", "output_schema", "outputs", "examples", "tags"}),
)
