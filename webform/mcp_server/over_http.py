"""The MCP server over HTTP, for this machine alone."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette


def serve_http(app: Starlette, port: int, tell: Callable[[str], None]) -> None:
    """Serve *app* on *port* of this machine, 0 for a free one, until it is interrupted; *tell* its address."""
    with socket.create_server(("127.0.0.1", port)) as listener:
        tell(f"webform is an MCP server at http://127.0.0.1:{listener.getsockname()[1]}/mcp")
        # Streams of clients that are gone would keep it from ending.
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=3)
        uvicorn.Server(config).run(sockets=[listener])
