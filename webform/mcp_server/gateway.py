"""The tool of our MCP server that only documents call: their forms and results are drawn here."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

import mcp_types as types

from webform.mcp_server.local import Local, form_of
from webform.values import as_dict, as_list

if TYPE_CHECKING:
    from werkzeug.wrappers import Response


NAME = "webform_form"
#: What a document may ask for: nothing that begins a run, which is a call of its tool that the host sees.
_PATH = re.compile(
    r"/tools/[\w.:-]{1,200}/(?:body|check|complete|form|started)(?:\?[^#\s]*)?"
    r"|/runs/[\w-]{1,100}(?:/(?:answer|cancel|download|form|session))?(?:\?[^#\s]*)?"
)
_HEADERS = frozenset(
    {"accept", "accept-language", "prefer", "webform-fragment", "webform-id-prefix", "webform-session"}
)
_SCHEMA = {
    "type": "object",
    "properties": {
        "method": {"enum": ["GET", "POST"]},
        "path": {"type": "string"},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "entries": {"type": "array"},
    },
    "required": ["method", "path"],
}


def listed() -> types.Tool:
    """Return the tool as hosts list it: models do not see it."""
    return types.Tool(
        name=NAME,
        title="Form",
        description="Draws forms and results. Only the forms of this server call it.",
        input_schema=_SCHEMA,
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        _meta={"ui": {"visibility": ["app"]}},
    )


def answer(local: Local, asked: dict[str, Any]) -> types.CallToolResult:
    """Return what the app answers to what a document *asked*."""
    match asked:
        case {"method": "GET" | "POST" as method, "path": str(path)} if _PATH.fullmatch(path):
            data = form_of(as_list(asked.get("entries"))) if method == "POST" else None
            return _as_result(local.ask(method, path, _headers(asked), data))
    return refused("A form asks for addresses of its own only.")


def refused(message: str) -> types.CallToolResult:
    """Return the answer to what is not done, and why."""
    return types.CallToolResult(content=[types.TextContent(text=message)], is_error=True)


def _headers(asked: dict[str, Any]) -> dict[str, str]:
    named = as_dict(asked.get("headers")).items()
    # A line break in one is refused by the framework.
    return {name: text for name, text in named if name.lower() in _HEADERS and isinstance(text, str)}


def _as_result(response: Response) -> types.CallToolResult:
    """Return *response* as the result of a call: texts as they are, everything else in base64."""
    kind = response.mimetype or ""
    is_text = kind.startswith("text/") or kind == "application/json"
    facts: dict[str, Any] = {
        "status": response.status_code,
        "type": response.headers.get("Content-Type", ""),
        "location": response.headers.get("Location", ""),
    }
    if is_text:
        facts["text"] = response.get_data(as_text=True)
    else:
        facts["data"] = base64.b64encode(response.get_data()).decode()
    text = types.TextContent(text=f"HTTP status {response.status_code}")
    return types.CallToolResult(content=[text], structured_content=facts)
