"""Tools as an MCP server lists them, with the addresses of their forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import mcp_types as types

from webform.convert.base import body_schema
from webform.inputs import Record
from webform.mcp_server.document import APP_TYPE
from webform.mcp_server.gateway import NAME
from webform.published import answer_schema

if TYPE_CHECKING:
    from webform.tool import Tool
    from webform.web.served import Served
    from webform.web.site import Site

#: Characters that the name of a tool has not, and how many it may have.
_NOT_IN_NAME, _MAX_NAME = re.compile(r"[^A-Za-z0-9_.-]"), 128
#: What a document may load and do: nothing beyond what every host allows.
_META: dict[str, Any] = {"ui": {"prefersBorder": False}}


def named(site: Site) -> dict[str, Served]:
    """Return the tools that can be called, by what assistants call them."""
    found: dict[str, Served] = {}
    for served in site.served.values():
        plain = _NOT_IN_NAME.sub("_", served.tool.id)[:_MAX_NAME]
        name, count = plain, 1
        while name in found or name == NAME:
            count += 1
            name = f"{plain[: _MAX_NAME - 6]}_{count}"
        if served.target is not None and isinstance(served.tool.form.root, Record):
            found[name] = served
    return found


def address_of(name: str) -> str:
    """Return the address of the form of the tool of that name."""
    return f"ui://webform/{name}"


def has_form(tool: Tool) -> bool:
    """Tell whether a host may show the form of *tool*: a conversation it has itself."""
    return tool.layout != "chat"


def listed(name: str, tool: Tool) -> types.Tool:
    """Return *tool* as assistants and hosts see it."""
    hints = tool.hints
    return types.Tool(
        name=name,
        title=tool.name,
        description=tool.description or None,
        input_schema={"type": "object", **body_schema(tool, hints=False)},
        output_schema=output_schema(tool),
        annotations=types.ToolAnnotations(
            title=tool.name,
            read_only_hint=hints.read_only or None,
            destructive_hint=hints.destructive or None,
            idempotent_hint=hints.idempotent or None,
            open_world_hint=hints.open_world or None,
        ),
        _meta={"ui": {"resourceUri": address_of(name)}} if has_form(tool) else None,
    )


def output_schema(tool: Tool) -> dict[str, Any] | None:
    """Return the schema of what *tool* answers, where that is an object, as MCP has it."""
    schema = answer_schema(tool)
    return schema if isinstance(schema, dict) and schema.get("type") == "object" else None


def resource(name: str, tool: Tool) -> types.Resource:
    """Return the form of *tool* as hosts list it."""
    return types.Resource(uri=address_of(name), name=name, title=tool.name, mime_type=APP_TYPE, _meta=_META)


def contents(name: str, text: str) -> types.TextResourceContents:
    """Return the document of a form as hosts read it."""
    return types.TextResourceContents(uri=address_of(name), mime_type=APP_TYPE, text=text, _meta=_META)
