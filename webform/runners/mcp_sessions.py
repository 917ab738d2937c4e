"""The sessions with MCP servers: one for each visitor and server, kept until it is idle for too long."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from anyio import CancelScope

from webform.runners.authorizations import Authorizations
from webform.runners.mcp_calls import Answered, called, listed
from webform.runners.mcp_session import CALL, CallEvents, McpSession, StatusError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from webform.runners.addresses import Resolve
    from webform.runners.base import Target
    from webform.runners.sessions import ToolCall

    Server = tuple[Any, ...]

#: Sessions with one server at the same time; programs are processes.
MAX_HTTP, MAX_PROGRAMS = 64, 8
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
        self.authorizations = Authorizations(resolve)
        self._open: dict[tuple[Server, object], McpSession] = {}
        self._ending: dict[asyncio.Task[None], Server] = {}
        #: Set, and replaced, when a session may end, or has ended.
        self._freed = asyncio.Event()
        #: Servers that speak the newest version of the protocol better than others.
        self._newest: set[Server] = set()

    async def call(self, target: Target, asked: ToolCall, call: CallEvents) -> Answered:
        """Call a tool; what it answered, or its error, is as JSON-RPC has it."""

        async def use(session: McpSession) -> Answered:
            session.runs.append(asked.run_id)
            token = self._tell_token(target, call)
            try:
                return await called(session, call, asked)
            finally:
                # One that was refused was renewed meanwhile.
                self._tell_token(target, call, token)

        return await self._used(target, call, use)

    def _tell_token(self, target: Target, call: CallEvents, known: str = "") -> str:
        """Tell of the token that *target* is called with, unless it is *known*; return it."""
        token = self.authorizations.token(target)
        if token not in ("", known):
            call.tell({"type": "secret", "text": token})
        return token

    async def list_tools(self, target: Target, call: CallEvents) -> Answered:
        """Return all tools of the server."""
        return await self._used(target, call, listed)

    def of_run(self, run_id: str) -> McpSession | None:
        """Return the session that a run was made in, while it lasts; from any thread."""
        return next(
            (session for session in list(self._open.values()) if run_id in session.runs and not session.lost), None
        )

    async def end(self, unwanted: Callable[[McpSession], bool]) -> int:
        """End those that are *unwanted*, with the calls in them; return how many."""
        ended = [session for session in self._open.values() if unwanted(session)]
        for session in ended:
            self._end(session)
        return len(ended)

    async def close(self) -> None:
        """End all sessions."""
        self.authorizations.close()
        await self.end(lambda _: True)
        await asyncio.gather(*self._ending)

    async def _used(
        self, target: Target, call: CallEvents, use: Callable[[McpSession], Awaitable[Answered]]
    ) -> Answered:
        try:
            session = await self._taken(target)
        except StatusError as error:
            return "", error.status, error.headers
        session.calls.append(call)
        call.open()
        CALL.set(call)
        try:
            return await _watched(session, use(session))
        except asyncio.CancelledError:
            session.interrupted = True
            raise
        finally:
            session.leave(call)
            self._release(session)

    async def _taken(self, target: Target) -> McpSession:
        """Return the session of the visitor with the server, opened where there is none that lives."""
        server = _server(target)
        place = server, target.session or object()
        while True:
            session = self._open.get(place)
            if session is None:
                await self._make_room(server, target)
                session = self._open.get(place) or self._begun(place, target)
            session.users += 1
            try:
                await session.client()
                if _is_fresh(session) or await session.lives():
                    (self._newest.add if session.is_modern else self._newest.discard)(server)
                    return session
            except asyncio.CancelledError:
                self._release(session)
                raise
            except BaseException:
                session.failed = True
                self._release(session)
                raise
            session.failed = True
            self._release(session)

    def _begun(self, place: tuple[Server, object], target: Target) -> McpSession:
        auth = self.authorizations.auth(target)
        session = McpSession(target, self._resolve, place, newest=place[0] in self._newest, auth=auth)
        self._open[place] = session
        return session

    async def _make_room(self, server: Server, target: Target) -> None:
        """Return when one more session may begin; end those that were idle for the longest."""
        most = target.max_sessions or (MAX_PROGRAMS if target.command else MAX_HTTP)
        while True:
            there = [session for session in self._open.values() if session.place[0] == server]
            if len(there) + list(self._ending.values()).count(server) < most:
                return
            idle = [session for session in there if not session.users]
            if idle and server not in self._ending.values():
                self._end(min(idle, key=lambda session: session.used))
            await self._freed.wait()

    def _release(self, session: McpSession) -> None:
        """Note that a call does not use *session* any more; end it where nobody else may."""
        session.users -= 1
        loop, idle = asyncio.get_running_loop(), session.target.session_idle
        session.used = loop.time()
        if session.failed or session.lost or session.transport.failure is not None or not session.target.session:
            self._end(session)
        else:
            loop.call_later(idle, self._expire, session)
        self._tell_freed()

    def _expire(self, session: McpSession) -> None:
        unused = asyncio.get_running_loop().time() - session.used
        if not session.users and unused >= session.target.session_idle * 0.999:
            self._end(session)

    def _end(self, session: McpSession) -> None:
        if self._open.get(session.place) is not session:
            return
        del self._open[session.place]
        ending = asyncio.create_task(_ended(session))
        self._ending[ending] = session.place[0]
        ending.add_done_callback(self._forget)

    def _forget(self, ending: asyncio.Task[None]) -> None:
        del self._ending[ending]
        self._tell_freed()

    def _tell_freed(self) -> None:
        freed, self._freed = self._freed, asyncio.Event()
        freed.set()


def _is_fresh(session: McpSession) -> bool:
    """Tell whether *session* need not be asked if it lives."""
    if session.lost or session.transport.failure is not None:
        return False
    return not session.used or (session.guard is not None and asyncio.get_running_loop().time() - session.used < FRESH)


async def _ended(session: McpSession) -> None:
    if session.interrupted:
        # A server hears of a cancelled call before the session goes: what is said after that is answered after it.
        with suppress(Exception):
            await session.lives()
    await session.close()


def _server(target: Target) -> Server:
    """Return what tells servers apart."""
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
        target.oauth,
    )


async def _watched(session: McpSession, use: Awaitable[Answered]) -> Answered:
    """Return what *use* comes to, unless the transport fails first: the SDK may go on waiting."""
    used, failed = asyncio.ensure_future(use), asyncio.ensure_future(session.transport.failed.wait())
    try:
        await asyncio.wait([used, failed], return_when=asyncio.FIRST_COMPLETED)
        if session.transport.failure is not None:
            raise session.transport.failure
        return await used
    finally:
        for task in (used, failed):
            task.cancel()
        # What is cancelled says so to the server first; a portal would cancel it again at each step.
        with CancelScope(shield=True):
            await asyncio.gather(used, failed, return_exceptions=True)
