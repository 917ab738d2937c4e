"""Writers of function tools, of MCP and of bare schemas: a few lines each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.convert.base import Writer, body_schema, described
from webform.dialects.mcp import HINTS
from webform.published import answer_schema
from webform.values import DRAFT

if TYPE_CHECKING:
    from webform.tool import Tool


def _openai(tool: Tool) -> Any:
    return {"type": "function", "function": described(tool, parameters=body_schema(tool, hints=False))}


def _responses(tool: Tool) -> Any:
    # Strict is the default there, and takes few schemas.
    return {"type": "function", **described(tool, parameters=body_schema(tool, hints=False)), "strict": False}


def _anthropic(tool: Tool) -> Any:
    bodies = [example.body for example in tool.examples]
    return described(tool, input_schema=body_schema(tool, hints=False), input_examples=bodies)


def _gemini(tool: Tool) -> Any:
    return described(tool, parametersJsonSchema=body_schema(tool, hints=False), responseJsonSchema=answer_schema(tool))


def _langchain(tool: Tool) -> Any:
    return described(tool, args_schema=body_schema(tool, hints=False))


def _json_schema(tool: Tool) -> Any:
    examples = {"examples": [example.body for example in tool.examples]} if tool.examples else {}
    facts = {"title": tool.name, **({"description": tool.description} if tool.description else {})}
    return {"$schema": DRAFT, **facts, **examples, **body_schema(tool, answer=True)}


def _mcp(tool: Tool) -> Any:
    hints = {name: True for name, field in HINTS.items() if getattr(tool.hints, field)}
    parts = {"inputSchema": body_schema(tool), "outputSchema": answer_schema(tool)}
    return described(tool, title=tool.name, **parts) | ({"annotations": hints} if hints else {})


_FUNCTION = frozenset({"description"})
_ANSWER = frozenset({"output_schema", "outputs"})
WRITERS = (
    Writer(name="openai", write=_openai, hints=False),
    Writer(name="openai-responses", write=_responses, hints=False),
    Writer(name="anthropic", write=_anthropic, keeps=_FUNCTION | {"examples"}, hints=False),
    Writer(
        name="gemini",
        write=_gemini,
        join=lambda tools: {"functionDeclarations": [*tools]},
        keeps=_FUNCTION | _ANSWER,
        hints=False,
    ),
    Writer(name="langchain", write=_langchain, hints=False),
    Writer(name="json-schema", write=_json_schema, join=None, keeps=_FUNCTION | {"examples", "outputs"}),
    Writer(name="mcp", write=_mcp, join=lambda tools: {"tools": [*tools]}, keeps=_FUNCTION | _ANSWER | {"hints"}),
)
