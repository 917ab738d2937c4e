"""MCP's transport to a program: a line each over its input and output, within limits."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.client.stdio import StdioServerParameters, get_default_environment, stdio_client
from mcp.shared.message import SessionMessage

from webform.runners.failures import CallError
from webform.runners.mcp_stderr import log_lines

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    from webform.runners.base import Target

    Came = SessionMessage | Exception
    Streams = tuple[MemoryObjectReceiveStream[Came], MemoryObjectSendStream[SessionMessage]]

#: Bytes that are read at once.
PIECE = 65_536
#: Seconds for what is still to be sent once it is to end.
FLUSH = 0.5
#: Seconds that a program is given to end by itself once its input is closed, and then once it is told to.
GRACE = 2.0
#: Seconds between two looks whether it has.
LOOK = 0.01


class Program:
    """
    The program of *target*; *failure* is why no more can be heard of it.

    Args:
        target: the server.
    """

    #: As long as it runs it is the session.
    in_session = True

    def __init__(self, target: Target) -> None:
        self._target = target
        self.failure: CallError | None = None
        self.failed = asyncio.Event()

    def streams(self) -> AbstractAsyncContextManager[Any]:
        """
        Start it; what comes from it, and what goes to it.

        Raises:
            OSError: it cannot be started.
        """
        if sys.platform == "win32":
            # Ending all that a program has started takes more there, which the SDK knows.
            command, *arguments = self._target.command
            env, folder = dict(self._target.env), self._target.folder
            return stdio_client(StdioServerParameters(command=command, args=arguments, env=env, cwd=folder))
        return self._started()

    @asynccontextmanager
    async def _started(self) -> AsyncIterator[Streams]:
        target = self._target
        process = await asyncio.create_subprocess_exec(
            *target.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=get_default_environment() | dict(target.env),
            cwd=target.folder,
            # All that it starts can be ended with it.
            start_new_session=True,
        )
        arrive, arrived = anyio.create_memory_object_stream["Came"](0)
        send, sent = anyio.create_memory_object_stream[SessionMessage](0)
        assert process.stderr  # noqa: S101 - a pipe
        tasks = [
            asyncio.create_task(self._hear(process, arrive)),
            asyncio.create_task(_speak(process, sent, arrive)),
            asyncio.create_task(log_lines(target.place, process.stderr)),
        ]
        try:
            yield arrived, send
        finally:
            # What is heard from now on is thrown away, so that a program which still has much to say can end.
            arrived.close()
            send.close()
            await asyncio.wait(tasks[1:2], timeout=FLUSH)
            await _ended(process)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, process: asyncio.subprocess.Process, arrive: MemoryObjectSendStream[Came]) -> None:
        """Pass on the lines that come; where one is too long, nobody listens any more."""
        assert process.stdout  # noqa: S101 - a pipe
        line, limit = bytearray(), self._target.max_response
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with arrive:
                while piece := await process.stdout.read(PIECE):
                    *whole, rest = piece.split(b"\n")
                    for end in whole:
                        line += end
                        if len(line) > limit:
                            break
                        if line.strip():
                            await arrive.send(_message(line))
                        line = bytearray()
                    line += rest
                    if len(line) > limit:
                        self.failure = CallError("too-large", megabytes=limit / 1_000_000)
                        self.failed.set()
                        _tell(process, signal.SIGTERM)
                        break
        while await process.stdout.read(PIECE):
            pass


async def _speak(
    process: asyncio.subprocess.Process,
    sent: MemoryObjectReceiveStream[SessionMessage],
    arrive: MemoryObjectSendStream[Came],
) -> None:
    assert process.stdin  # noqa: S101 - a pipe
    try:
        async with sent:
            async for enveloped in sent:
                message = enveloped.message.model_dump_json(by_alias=True, exclude_unset=True)
                process.stdin.write(message.encode() + b"\n")
                await process.stdin.drain()
    except (OSError, ValueError):
        # Whoever waits for an answer would wait for ever.
        await arrive.aclose()


def _message(line: bytes | bytearray) -> Came:
    try:
        read = types.jsonrpc_message_adapter.validate_json(line.decode("utf-8", "replace"), by_name=False)
    except ValueError as error:
        return error
    return SessionMessage(read)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End *process* with all that it started, if it does not end by itself."""
    assert process.stdin  # noqa: S101 - a pipe
    process.stdin.close()
    for number in (signal.SIGTERM, signal.SIGKILL):
        if await _ends(process):
            return
        _tell(process, number)
    await _ends(process)


def _tell(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


async def _ends(process: asyncio.subprocess.Process) -> bool:
    # Its `wait` waits for its pipes, too, which those that it started may hold open.
    ends = asyncio.get_running_loop().time() + GRACE
    while process.returncode is None and asyncio.get_running_loop().time() < ends:  # noqa: ASYNC110 - nothing tells
        await asyncio.sleep(LOOK)
    return process.returncode is not None
