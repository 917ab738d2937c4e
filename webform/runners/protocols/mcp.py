"""MCP, which has a runner of its own: its calls belong to sessions."""

from __future__ import annotations

from webform.envelopes import call_tool
from webform.runners.protocols.base import Protocol

PROTOCOL = Protocol(
    name="mcp",
    paths=("/mcp", "/sse"),
    help="`tools/call` of an MCP server, over streamable HTTP, or over HTTP with SSE (servers of 2024)",
    runner="mcp",
    envelope=call_tool,
)
