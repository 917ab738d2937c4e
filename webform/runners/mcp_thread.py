"""The thread of all sessions with MCP servers, and the portal by which others call into it."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from anyio.from_thread import BlockingPortal

from webform.language import marked
from webform.runners.failures import CallError
from webform.runners.mcp_recording import Recording
from webform.runners.mcp_session import failure_of
from webform.runners.mcp_sessions import Sessions
from webform.runners.oauth import SignInError
from webform.runners.sessions import OPEN, Session, ToolCall

if TYPE_CHECKING:
    from webform.runners.addresses import Resolve
    from webform.runners.base import Target
    from webform.runners.mcp_calls import Answered

#: Events that may wait to be told; more are left out.
MAX_WAITING = 1_000
#: Seconds that sessions are given to end.
PATIENCE = 5.0
#: Seconds for what is asked of an authorization server while a person waits.
SIGN_IN = 60.0
#: The loggers of the SDK that print what servers say.
_NOISY = (
    "mcp.client.streamable_http",
    "mcp.client.sse",
    "mcp.client.stdio",
    "mcp.shared.jsonrpc_dispatcher",
    "mcp.client.session",
    "mcp.client.auth.oauth2",
)

Value = TypeVar("Value")

#: An event, and what takes the answer where it is a question; `None` once the call is over.
Event = tuple[dict[str, Any], Callable[[Any], object] | None] | None


class Call:
    """One call as its caller sees it: what it tells comes in *queue*, what it ends with is its `result`."""

    def __init__(self, portal: BlockingPortal) -> None:
        self.queue: SimpleQueue[Event] = SimpleQueue()
        self.recording = Recording()
        self._portal = portal
        self._future: Future[Answered] | None = None

    def begin(self, call: Callable[[Call], Awaitable[Answered]]) -> None:
        """Begin *call* in the thread of the sessions."""
        self._future = self._portal.start_task_soon(call, self)
        self._future.add_done_callback(lambda _: self.queue.put(None))

    def open(self) -> None:
        """Tell the caller that the session is open: the time of the call begins."""
        self.queue.put((OPEN, None))

    def tell(self, event: dict[str, Any]) -> None:
        """Tell the caller of *event*; called in the thread of the sessions."""
        if self.queue.qsize() < MAX_WAITING:
            self.queue.put((event, None))

    async def ask(self, event: dict[str, Any]) -> Any:
        """Return the caller's answer to *event*."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def answered(value: Any) -> None:
            if not answer.done():
                answer.set_result(value)

        self.queue.put((event, partial(self._portal.start_task_soon, answered)))
        return await answer

    def result(self) -> Answered:
        """
        Return what the call ended with.

        Raises:
            CallError: it failed.
        """
        assert self._future is not None  # noqa: S101 - begun before it is talked with
        try:
            return self._future.result(0)
        except BaseException as error:
            raise failure_of(error) from error

    def cancel(self) -> None:
        """Say that nobody waits any more."""
        if self._future is not None:
            self._future.cancel()


class Background:
    """
    The thread.

    Args:
        resolve: looks up the addresses of a name.
    """

    def __init__(self, resolve: Resolve) -> None:
        self._pid, ready = os.getpid(), Future[BlockingPortal]()
        self._sessions = Sessions(resolve)
        self.authorizations = self._sessions.authorizations
        # `start_blocking_portal` ends its thread once it is collected: for that a forked process waits for ever.
        self._thread = Thread(target=anyio.run, args=(_serve, ready), daemon=True, name="webform-mcp")
        self._thread.start()
        self._portal = ready.result()
        for name in _NOISY:
            logging.getLogger(name).addFilter(self._is_not_ours)

    def is_alive(self) -> bool:
        """Tell whether it serves, in this process."""
        return self._pid == os.getpid() and self._thread.is_alive()

    def call(self, target: Target, asked: ToolCall) -> Call:
        """Call a tool of the server at *target*."""
        return self._begun(lambda call: self._sessions.call(target, asked, call))

    def list_tools(self, target: Target) -> Call:
        """Ask the server at *target* for its tools."""
        return self._begun(lambda call: self._sessions.list_tools(target, call))

    def session_of(self, run_id: str) -> Session | None:
        """Return the session that a run was made in, while it lasts."""
        found = self._sessions.of_run(run_id)
        return None if found is None else Session(server=found.server, since=found.since, owner=found.target.session)

    def end_sessions(self, owner: str, run_id: str = "") -> int:
        """End the sessions of *owner*, or that of one run of his; return how many."""
        if not owner or not self.is_alive():
            return 0
        self._portal.start_task_soon(self.authorizations.forget, owner if not run_id else "")
        return self._portal.start_task_soon(
            self._sessions.end,
            lambda session: session.target.session == owner and (not run_id or run_id in session.runs),
        ).result(PATIENCE)

    def signed_in(self, step: Callable[[], Awaitable[Value]]) -> Value:
        """Return what *step* of a sign-in, of `Authorizations`, comes to; raise `SignInError` where that takes long."""
        future = self._portal.start_task_soon(step)
        try:
            return future.result(SIGN_IN)
        except TimeoutError as error:
            future.cancel()
            raise SignInError(marked("The authorization server did not answer in time.")) from error

    def close(self) -> None:
        """End the sessions, and the thread."""
        if not self.is_alive():
            return
        try:
            self._portal.start_task_soon(self._sessions.close).result(PATIENCE)
        except TimeoutError:
            logging.getLogger(__name__).warning("a session with an MCP server does not end")
        self._portal.call(self._portal.stop, True)
        self._thread.join(PATIENCE)
        for name in _NOISY:
            logging.getLogger(name).removeFilter(self._is_not_ours)

    def _begun(self, call: Callable[[Call], Awaitable[Answered]]) -> Call:
        if not self.is_alive():
            raise CallError("tool-down")
        begun = Call(self._portal)
        begun.begin(call)
        return begun

    def _is_not_ours(self, record: logging.LogRecord) -> bool:
        # What a server says may be secret, and stack traces of a lost connection help nobody.
        return record.thread != self._thread.ident


async def _serve(ready: Future[BlockingPortal]) -> None:
    async with BlockingPortal() as portal:
        ready.set_result(portal)
        await portal.sleep_until_stopped()
