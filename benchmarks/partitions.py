"""Proxies between processes and their database, each of which can be paused: nothing gets through, nothing ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread


class Proxies:
    """
    Proxies on loopback ports that lead to one port, in a thread of their own.

    Args:
        port: where they lead.
    """

    def __init__(self, port: int) -> None:
        self._port, self._loop = port, asyncio.new_event_loop()
        self._open: dict[int, asyncio.Event] = {}
        # What is cut off in the end is no news.
        self._loop.set_exception_handler(lambda *_: None)
        Thread(target=self._loop.run_forever, daemon=True).start()

    def add(self) -> int:
        """Start a proxy; return its port."""
        return asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(10)

    def pause(self, port: int) -> None:
        """Let nothing through the proxy at *port*."""
        self._loop.call_soon_threadsafe(self._open[port].clear)

    def resume(self, port: int) -> None:
        """Let all through again, first what has waited."""
        self._loop.call_soon_threadsafe(self._open[port].set)

    def close(self) -> None:
        """End all."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def _serve(self) -> int:
        is_open = asyncio.Event()
        is_open.set()

        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await is_open.wait()
            with suppress(OSError):
                theirs, ours = await asyncio.open_connection("127.0.0.1", self._port)
                await asyncio.gather(_pump(reader, ours, is_open), _pump(theirs, writer, is_open))
            writer.close()

        server = await asyncio.start_server(relay, "127.0.0.1", 0)
        port = int(server.sockets[0].getsockname()[1])
        self._open[port] = is_open
        return port


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event) -> None:
    """Send on what comes, while the proxy is open."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            await is_open.wait()
            writer.write(data)
            await writer.drain()
    writer.close()
