"""The MCP server itself: what it lists, and what it is asked, over its input and output or over HTTP."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from webform.mcp_server import gateway, listing
from webform.mcp_server.calls import call
from webform.mcp_server.document import document
from webform.mcp_server.local import Local
from webform.runners.base import VERSION
from webform.web.limits import MB

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from mcp.server.context import ServerRequestContext
    from starlette.applications import Starlette

    Context = ServerRequestContext[Any, Any]


class ToolServer:
    """The tools of an app as an MCP server, each with its form."""

    def __init__(self, app: Flask) -> None:
        self._local = Local(app)
        self.server: Server[dict[str, Any]] = Server(
            "webform",
            version=VERSION,
            on_list_tools=self._list_tools,
            on_call_tool=self._call,
            on_list_resources=self._list_resources,
            on_read_resource=self._read,
        )
        self.server.extensions = {EXTENSION_ID: {"mimeTypes": [APP_MIME_TYPE]}}

    async def serve_stdio(self) -> None:
        """Answer over input and output until the input ends."""
        async with stdio_server() as (reads, writes):
            await self.server.run(reads, writes, self.server.create_initialization_options())

    def http_app(self) -> Starlette:
        """Return what answers over HTTP at /mcp, for this machine alone."""
        # In base64 a file takes a third more than in a form.
        most = int(self._local.site.config.max_body_mb * MB * 1.5)
        return self.server.streamable_http_app(max_request_body_size=most)

    def serve_http(self, port: int, tell: Callable[[str], None]) -> None:
        """Answer over HTTP on *port* of this machine, 0 for a free one, until interrupted; *tell* the address."""
        import uvicorn  # noqa: PLC0415 - not needed over input and output

        with socket.create_server(("127.0.0.1", port)) as listener:
            tell(f"webform is an MCP server at http://127.0.0.1:{listener.getsockname()[1]}/mcp")
            # Streams of clients that are gone would keep it from ending.
            config = uvicorn.Config(self.http_app(), log_level="warning", timeout_graceful_shutdown=3)
            uvicorn.Server(config).run(sockets=[listener])

    async def _list_tools(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        tools = [listing.listed(name, served.tool) for name, served in listing.named(self._local.site).items()]
        return types.ListToolsResult(tools=[*tools, gateway.listed()])

    async def _list_resources(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        named = listing.named(self._local.site).items()
        shown = [listing.resource(name, served.tool) for name, served in named if listing.has_form(served.tool)]
        return types.ListResourcesResult(resources=shown)

    async def _read(self, _context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        for name, served in listing.named(self._local.site).items():
            if str(params.uri) == listing.address_of(name) and listing.has_form(served.tool):
                text = await self._local.in_thread(document, served.tool, name, gateway.NAME)
                return types.ReadResourceResult(contents=[listing.contents(name, text)])
        raise MCPError(types.INVALID_PARAMS, "There is no resource at that address.")

    async def _call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name == gateway.NAME:
            return await self._drawn(params.arguments or {})
        served = listing.named(self._local.site).get(params.name)
        if served is None:
            raise MCPError(types.INVALID_PARAMS, "There is no tool of that name.")
        return await call(self._local, served, params.arguments or {}, context)

    async def _drawn(self, asked: dict[str, Any]) -> types.CallToolResult:
        try:
            return await self._local.in_thread(gateway.answer, self._local, asked)
        except ValueError as error:
            return gateway.refused(f"{error}".capitalize() + ".")
