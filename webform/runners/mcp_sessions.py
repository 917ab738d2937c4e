"""Sessions with MCP servers: used by one call at a time, kept, replaced when they are lost."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from webform.runners.mcp_calls import called, listed
from webform.runners.mcp_line import Line, RefusedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from webform.runners.base import Target
    from webform.runners.connections import Resolve
    from webform.runners.mcp_calls import Answered
    from webform.runners.mcp_line import Teller

#: Sessions with one server at the same time; programs are processes.
MAX_HTTP, MAX_PROGRAMS = 64, 8
#: Sessions with one server that are kept unused, and for how many seconds.
MAX_KEPT, KEEP = 4, 300.0
#: Seconds after its use in which a session over HTTP is taken to live without being asked.
FRESH = 0.5


class Sessions:
    """
    The sessions with all servers.

    Args:
        resolve: looks up the addresses of a name.
    """

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._kept: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
        self._room: dict[tuple[Any, ...], asyncio.Semaphore] = {}
        self._open: set[Line] = set()
        self._ending: set[asyncio.Task[None]] = set()

    async def call(
        self, target: Target, name: str, arguments: dict[str, Any], talk: Teller, *, as_task: bool = False
    ) -> Answered:
        """Call the tool *name*; what it answered, or its error, is as JSON-RPC has it."""
        return await self._used(target, talk, lambda line: called(line, name, arguments, as_task=as_task))

    async def list_tools(self, target: Target, talk: Teller) -> Answered:
        """Return all tools of the server."""
        return await self._used(target, talk, listed)

    async def close(self) -> None:
        """End all sessions."""
        self._kept.clear()
        await asyncio.gather(*(line.close() for line in self._open), *self._ending)

    async def _used(self, target: Target, talk: Teller, use: Callable[[Line], Awaitable[Answered]]) -> Answered:
        key = _key(target)
        room = self._room.setdefault(key, asyncio.Semaphore(MAX_PROGRAMS if target.command else MAX_HTTP))
        async with room:
            try:
                line = await self._taken(key, target)
            except RefusedError as error:
                return "", error.status, error.headers
            line.talk = talk
            clean = False
            try:
                answered = await _watched(line, use(line))
                clean = True
            finally:
                line.talk, line.used = None, asyncio.get_running_loop().time()
                if clean and not line.lost and len(self._kept[key]) < MAX_KEPT:
                    self._kept[key].append(line)
                    asyncio.get_running_loop().call_later(KEEP, self._expire, key, line)
                else:
                    self._end(line)
            return answered

    async def _taken(self, key: tuple[Any, ...], target: Target) -> Line:
        while self._kept[key]:
            line = self._kept[key].pop()
            fresh = line.guard is not None and asyncio.get_running_loop().time() - line.used < FRESH
            if (fresh and not line.lost) or await line.lives():
                return line
            self._end(line)
        line = Line(target, self._resolve)
        self._open.add(line)
        try:
            await line.session()
        except BaseException:
            self._end(line)
            raise
        return line

    def _expire(self, key: tuple[Any, ...], line: Line) -> None:
        if line in self._kept[key]:
            self._kept[key].remove(line)
            self._end(line)

    def _end(self, line: Line) -> None:
        self._open.discard(line)
        ending = asyncio.create_task(_ended(line))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


async def _ended(line: Line) -> None:
    # A server hears of a cancelled call before the line goes: what is said after that is answered after it.
    with suppress(Exception):
        await line.lives()
    await line.close()


def _key(target: Target) -> tuple[Any, ...]:
    env, headers = tuple(sorted(target.env.items())), tuple(sorted(target.headers.items()))
    return (
        target.url,
        target.command,
        env,
        target.folder,
        headers,
        target.allow_private,
        target.max_response,
        target.protocol_version,
    )


async def _watched(line: Line, use: Awaitable[Answered]) -> Answered:
    """Return what *use* comes to, unless the transport fails first: the SDK may go on waiting."""
    used, failed = asyncio.ensure_future(use), asyncio.ensure_future(line.transport.failed.wait())
    try:
        await asyncio.wait([used, failed], return_when=asyncio.FIRST_COMPLETED)
        if line.transport.failure is not None:
            raise line.transport.failure
        return await used
    finally:
        for each in (used, failed):
            each.cancel()
        # What is cancelled says so to the server first.
        await asyncio.gather(used, failed, return_exceptions=True)
