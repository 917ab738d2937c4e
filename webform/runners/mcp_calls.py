"""What is asked of an MCP server: its tools, and calls of them, in rounds or as a task where it wants that."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import mcp_types as types
from mcp.shared.exceptions import MCPError

from webform.runners.base import CallError

if TYPE_CHECKING:
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

    from webform.runners.mcp_line import Line

#: Pages of tools, and rounds of questions, at most.
MAX_PAGES, MAX_ROUNDS = 20, 20
#: Seconds after which a server that only asks for that is called again.
AGAIN = 0.25
#: Seconds between two looks at a task, at least and at most; and for one to be cancelled.
LOOK, MAX_LOOK, CANCEL = 0.2, 5.0, 2.0
#: What the SDK says instead of an HTTP status.
_BARE = ("Server returned an error response", "Not Found")
_TERMINATED = "Session terminated"

#: What a server answered, with the status and the headers that say more of it.
Answered = tuple[Any, int, dict[str, str]]


class _Given(NamedTuple):
    responses: dict[str, types.InputResponse]
    state: str | None


async def called(line: Line, name: str, arguments: dict[str, Any], *, as_task: bool = False) -> Answered:
    """
    Return what the tool *name* answered, or its error, as JSON-RPC has it.

    Args:
        line: a session with its server.
        name: the tool.
        arguments: what it is called with.
        as_task: the tool wants to be called so, as servers of 2025 may.
    """
    try:
        if as_task and line.dispatcher is not None:
            return await _as_task(line, line.dispatcher, name, arguments), 200, {}
        return await _in_rounds(line, name, arguments), 200, {}
    except MCPError as error:
        return _failed(line, error)


async def listed(line: Line) -> Answered:
    """Return all tools of the server."""
    session, tools = await line.session(), list[Any]()
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
        tools += [each.model_dump(mode="json", by_alias=True, exclude_unset=True) for each in page.tools]
        cursor = page.next_cursor
        if not cursor:
            break
    return {"tools": tools}, 200, {}


async def _in_rounds(line: Line, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        line.tell({"type": "progress", "done": progress, "total": total or None, "message": message or ""})

    session = await line.session()

    async def sent(given: _Given) -> types.CallToolResult | types.InputRequiredResult:
        return await session.call_tool(
            name,
            arguments,
            progress_callback=progressed,
            input_responses=given.responses or None,
            request_state=given.state,
            allow_input_required=True,
        )

    given = _Given({}, None)
    for _ in range(MAX_ROUNDS):
        try:
            result = await sent(given)
        except MCPError as error:
            if error.code != types.HEADER_MISMATCH:
                raise
            # Headers are made of the schema as it was listed last.
            await listed(line)
            result = await sent(given)
        if not isinstance(result, types.InputRequiredResult):
            return result.model_dump(mode="json", by_alias=True, exclude_unset=True)
        given = await _given(line, result)
    raise MCPError(types.INTERNAL_ERROR, "The tool asks again and again.")


async def _given(line: Line, result: types.InputRequiredResult) -> _Given:
    """Return what a person gave for what *result* requires; its state goes back as it came."""
    responses: dict[str, types.InputResponse] = {}
    for key, request in (result.input_requests or {}).items():
        if not isinstance(request, types.ElicitRequest):
            raise MCPError(types.INTERNAL_ERROR, f"The tool asks for {request.method}, which this page cannot give.")
        responses[key] = await line.elicit(request.params)
    if not responses:
        # It only asks to be called again.
        await asyncio.sleep(AGAIN)
    return _Given(responses, result.request_state)


async def _as_task(line: Line, wire: JSONRPCDispatcher[Any], name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    # The SDK has the types of tasks and not their calls.
    asked = {"name": name, "arguments": arguments, "task": {"ttl": int(line.target.timeout * 1000)}}
    task = types.CreateTaskResult.model_validate(await wire.send_raw_request("tools/call", asked)).task
    looking = asyncio.create_task(_look(line, wire, task))
    try:
        # Answered once the task is over; on the way come its questions.
        return await wire.send_raw_request("tasks/result", {"taskId": task.task_id})
    except asyncio.CancelledError:
        with suppress(MCPError, TimeoutError):
            async with asyncio.timeout(CANCEL):
                await wire.send_raw_request("tasks/cancel", {"taskId": task.task_id})
        raise
    finally:
        looking.cancel()


async def _look(line: Line, wire: JSONRPCDispatcher[Any], task: types.Task) -> None:
    """Tell how *task* gets on."""
    pause = min(max((task.poll_interval or 1000) / 1000, LOOK), MAX_LOOK)
    said = None
    with suppress(MCPError, ValueError):
        while True:
            if task.status_message and task.status_message != said:
                said = task.status_message
                line.tell({"type": "progress", "done": 0, "total": None, "message": said})
            await asyncio.sleep(pause)
            answer = await wire.send_raw_request("tasks/get", {"taskId": task.task_id})
            task = types.Task.model_validate(answer)


def _failed(line: Line, error: MCPError) -> Answered:
    if error.code == types.CONNECTION_CLOSED:
        raise CallError("cut-off") from error
    if error.code == types.PARSE_ERROR:
        raise CallError("bad-answer") from error
    if line.guard is not None and error.message in _BARE and line.guard.status >= 400:
        return "", line.guard.status, line.guard.headers
    if error.message == _TERMINATED:
        raise CallError("cut-off") from error
    return {"jsonrpc": "2.0", "error": error.error.model_dump(mode="json", exclude_none=True)}, 200, {}
