"""An MCP server that remembers, over HTTP and as a program: what one visitor tells it is nobody else's."""

from __future__ import annotations

import sys
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.runners import Target


class Who(BaseModel):
    """What is asked for."""

    name: str


def notebook() -> MCPServer:
    """Return the server. A program is one session; over HTTP each has an id."""
    server, notes = MCPServer("Notebook"), defaultdict[str, list[str]](list)

    @server.tool()
    def note(word: str, ctx: Context) -> str:
        """Note a word; all that were noted are answered."""
        request = ctx.request_context.request
        mine = notes[request.headers.get("mcp-session-id") or request.query_params["session_id"] if request else ""]
        mine.append(word)
        return " ".join(mine)

    @server.tool()
    async def greet(greeting: str, ctx: Context) -> str:
        elicited = await ctx.elicit(f"{greeting}: who are you?", Who)
        return f"{greeting} {elicited.data.name}" if elicited.action == "accept" else elicited.action

    @server.tool()
    async def wait(ctx: Context) -> str:
        import anyio

        await ctx.report_progress(1, 2)
        await anyio.sleep(60)
        return "done"

    return server


#: The server as a program. To look for garbage is a third of its start, and it does not live long.
PROGRAM = (sys.executable, "-c", "import gc; gc.disable(); from tests.stateful import notebook; notebook().run()")


@contextmanager
def place(kind: str, **more: object) -> Iterator[Target]:
    """Run the server over `http`, `stdio` or `sse`, the way of 2024; where it is."""
    # Slow to import, and no matter of the program's.
    from tests.servers import asgi
    from webform.runners import Target

    limits = {"timeout": 30, "protocol": "mcp"} | more
    if kind == "stdio":
        yield Target(url="Notes", command=PROGRAM, **limits)
    else:
        app, path = (notebook().sse_app(), "sse") if kind == "sse" else (notebook().streamable_http_app(), "mcp")
        with asgi(app) as url:
            yield Target(url=f"{url}/{path}", allow_private=True, **limits)
