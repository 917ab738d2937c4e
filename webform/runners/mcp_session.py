"""One session with an MCP server: how it opens, what it is asked by the server, how it ends."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections import deque
from contextlib import AsyncExitStack, suppress
from contextvars import Context, ContextVar
from time import time
from typing import TYPE_CHECKING, Any, Protocol

import mcp_types as types
from mcp.client.session import ClientRequestContext, ClientSession
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from webform.result import Log
from webform.runners.failures import CallError
from webform.runners.mcp_program import Program
from webform.runners.mcp_recording import NotedStream
from webform.runners.mcp_transport import Guarded, http_streams
from webform.runners.mcp_versions import CLIENT, agree
from webform.runners.sessions import HELLO
from webform.texts import safe_link
from webform.values import as_dict

if TYPE_CHECKING:
    import httpx2

    from webform.runners.addresses import Resolve
    from webform.runners.base import Target
    from webform.runners.mcp_recording import Direction, Recording

#: Seconds that a session is given to show that it still lives.
CHECK = 2.0
#: Runs that a session is found by, and characters of a server's name.
MAX_RUNS, MAX_NAME = 200, 80


class CallEvents(Protocol):
    """What a call tells of itself, and asks."""

    recording: Recording

    def open(self) -> None:
        """Note that the session is open: the time of the call begins."""

    def tell(self, event: dict[str, Any]) -> None:
        """Tell of *event*."""

    async def ask(self, event: dict[str, Any]) -> Any:
        """Return the answer to *event*."""


class StatusError(Exception):
    """Raised when a server answers with an HTTP *status* that is no answer of MCP's; *headers* say more of it."""

    def __init__(self, status: int, headers: dict[str, str]) -> None:
        self.status, self.headers = status, headers
        super().__init__(status)


class SdkSession(ClientSession):
    """A session of the SDK's; answers are held to schemas by us, with problems instead of an exception."""

    async def validate_tool_result(self, name: str, result: types.CallToolResult) -> None:
        """Leave *result* as it is."""


#: The call that a message of the server belongs to, where its way says so: over HTTP it comes as an answer to that.
CALL: ContextVar[CallEvents | None] = ContextVar("call", default=None)


class McpSession:
    """
    One session with the server at *target*, of one visitor.

    Args:
        target: the server, and whose session it is.
        resolve: looks up the addresses of a name.
        place: what it is found by.
        newest: the server is known to speak the newest version of the protocol better than others.
        auth: adds the token that its requests are sent with.
    """

    def __init__(
        self,
        target: Target,
        resolve: Resolve,
        place: Any = None,
        *,
        newest: bool = False,
        auth: httpx2.Auth | None = None,
    ) -> None:
        self.target, self.place, self._newest, self._auth = target, place, newest, auth
        self.guard = None if target.command else Guarded(target, resolve)
        #: What fails where the transport does, whatever it is.
        self.transport = self.guard or Program(target)
        #: The calls that go on in it, and the runs that the last ones were of.
        self.calls: list[CallEvents] = []
        self.runs: deque[str] = deque(maxlen=MAX_RUNS)
        #: How many calls use it, or wait for it to open; when the last one did.
        self.users, self.used = 0, 0.0
        #: A call in it was cancelled; it cannot be used any more.
        self.interrupted, self.failed = False, False
        self.since, self._asked = time(), 0
        #: The call that each request is of that is not answered yet.
        self._requests: dict[Any, CallEvents] = {}
        self.dispatcher: JSONRPCDispatcher[Any] | None = None
        self._closing = asyncio.Event()
        self._ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live())

    async def client(self) -> ClientSession:
        """Return the SDK's session, once it is open."""
        return await asyncio.shield(self._ready)

    def leave(self, call: CallEvents) -> None:
        """Note that *call* is over."""
        self.calls.remove(call)
        self._requests = {key: other for key, other in self._requests.items() if other is not call}

    @property
    def server(self) -> str:
        """What the server calls itself."""
        info = self._ready.result().server_info if self._ready.done() and not self._ready.exception() else None
        return ((info.title or info.name) if info else "")[:MAX_NAME] or self.target.place

    @property
    def is_modern(self) -> bool:
        """Whether it is spoken in a version that has no sessions."""
        return self._ready.result().protocol_version in MODERN_PROTOCOL_VERSIONS

    def _note(self, direction: Direction, message: types.JSONRPCMessage, context: Context | None) -> None:
        """Have the call that *message* belongs to keep it."""
        call = self._call(context.get(CALL) if context else CALL.get())
        if isinstance(message, types.JSONRPCRequest) and direction == "out" and call:
            self._requests[message.id] = call
        elif isinstance(message, types.JSONRPCResponse | types.JSONRPCError) and direction == "in":
            call = self._requests.pop(message.id, call)
        if call:
            call.recording.add(direction, message)

    def _call(self, sender: CallEvents | None) -> CallEvents | None:
        """Return the call that a message of *sender* belongs to: the last one, where nothing says which."""
        return sender if sender in self.calls else self.calls[-1] if self.calls else None

    @property
    def lost(self) -> bool:
        """Whether it has ended."""
        return self._task.done() or self._closing.is_set()

    async def close(self) -> None:
        """End it."""
        self._closing.set()
        if not self._ready.done():
            self._task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self._task

    async def lives(self) -> bool:
        """Tell whether the server still knows it."""
        if self.lost or not self._ready.done() or self.transport.failure is not None:
            return False
        session = await self.client()
        if self.is_modern and self.guard is not None:
            return True
        try:
            async with asyncio.timeout(CHECK):
                if self.is_modern:
                    await session.send_discover(str(session.protocol_version))
                else:
                    with warnings.catch_warnings(action="ignore", category=MCPDeprecationWarning):
                        await session.send_ping()
        except Exception:  # noqa: BLE001 - whatever it is, the session is not one to go on with
            return False
        return True

    async def _live(self) -> None:
        """Hold the session open: what it is made of has to end in the task where it began."""
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(HELLO):
                    session = await self._opened(stack)
                self._ready.set_result(session)
                await self._closing.wait()
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(self._why_not(error))
                # Whoever waited for it may be gone.
                self._ready.exception()
            if isinstance(error, asyncio.CancelledError | KeyboardInterrupt | SystemExit):
                raise

    def _why_not(self, error: BaseException) -> Exception:
        if self.transport.failure is not None:
            return self.transport.failure
        if self.guard is not None and self.guard.status >= 400:
            return StatusError(self.guard.status, self.guard.headers)
        return failure_of(error)

    async def _opened(self, stack: AsyncExitStack) -> ClientSession:
        target = self.target
        transport = self.transport
        streams = transport.streams() if isinstance(transport, Program) else http_streams(target, transport, self._auth)
        reads, writes = await stack.enter_async_context(streams)
        noted: Any = NotedStream(reads, "in", self._note), NotedStream(writes, "out", self._note)
        self.dispatcher = JSONRPCDispatcher(*noted)
        session = SdkSession(
            dispatcher=self.dispatcher,
            client_info=CLIENT,
            elicitation_callback=self._elicited,
            logging_callback=self._logged,
            log_level="info",
        )
        await stack.enter_async_context(session)
        await agree(session, self.transport, target.protocol_version, newest=self._newest)
        return session

    async def _logged(self, params: types.LoggingMessageNotificationParams) -> None:
        # The servers of FastMCP send an object with `msg` and `extra`.
        line = Log.of(params.data if isinstance(params.data, dict | str) else json.dumps(params.data))
        update = {"type": "log", "level": params.level, "message": line.message, "logger": params.logger or ""}
        if call := self._call(CALL.get()):
            call.tell(update | ({"extra": line.extra} if line.extra else {}))

    async def _elicited(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        call = self._call(CALL.get())
        return await self.elicit(call, params) if call else types.ElicitResult(action="cancel")

    async def elicit(self, call: CallEvents, params: types.ElicitRequestParams) -> types.ElicitResult:
        """Return the person's answer to *params*."""
        self._asked += 1
        schema, url = dict[str, Any](), ""
        if isinstance(params, types.ElicitRequestURLParams):
            url = safe_link(params.url, mail=False)
            if not url:
                return types.ElicitResult(action="decline")
        else:
            schema = dict(params.requested_schema)
        event = {"type": "ask", "id": str(self._asked), "message": params.message, "schema": schema, "url": url}
        reply = as_dict(await call.ask(event))
        try:
            return types.ElicitResult(
                action=reply.get("action", "cancel"),
                content=(reply.get("content") or {}) if reply.get("action") == "accept" and not url else None,
            )
        except ValidationError:
            return types.ElicitResult(action="cancel")


def failure_of(error: BaseException) -> CallError:
    """Return *error*, of a call, as what can be said to a person."""
    if isinstance(error, CallError):
        return error
    if isinstance(error, BaseExceptionGroup):
        found = [failure_of(exception) for exception in error.exceptions]
        return next((failure for failure in found if failure.code != "tool-down"), found[0])
    if isinstance(error, TimeoutError):
        return CallError("tool-slow", seconds=HELLO)
    if isinstance(error, ValidationError | RuntimeError):
        return CallError("bad-answer")
    if isinstance(error, MCPError):
        return CallError("cut-off" if error.code == types.CONNECTION_CLOSED else "bad-answer")
    return CallError("tool-down")
