"""Requests to an MCP server: its tools, and calls of them, in rounds or as a task where it wants that."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import mcp_types as types
from mcp.shared.exceptions import MCPError

from webform.language import marked
from webform.runners.failures import CallError

if TYPE_CHECKING:
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

    from webform.runners.base import Target
    from webform.runners.mcp_session import CallEvents, McpSession
    from webform.runners.mcp_transport import Guarded
    from webform.runners.sessions import ToolCall

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


class _InputAnswers(NamedTuple):
    responses: dict[str, types.InputResponse]
    state: str | None


async def called(session: McpSession, call: CallEvents, asked: ToolCall) -> Answered:
    """
    Return what a tool answered, or its error, as JSON-RPC has it.

    Args:
        session: a session with its server.
        call: hears of the call.
        asked: the tool, and what it is called with.
    """
    try:
        if asked.as_task and session.dispatcher is not None:
            return await _as_task(session.target, call, session.dispatcher, asked), 200, {}
        return await _in_rounds(session, call, asked), 200, {}
    except MCPError as error:
        return _failed(session.guard, error)


async def listed(session: McpSession) -> Answered:
    """Return all tools of the server."""
    client, tools = await session.client(), list[Any]()
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
        tools += [tool.model_dump(mode="json", by_alias=True, exclude_unset=True) for tool in page.tools]
        cursor = page.next_cursor
        if not cursor:
            break
    return {"tools": tools}, 200, {}


async def _in_rounds(session: McpSession, call: CallEvents, asked: ToolCall) -> dict[str, Any]:
    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        call.tell({"type": "progress", "done": progress, "total": total or None, "message": message or ""})

    client = await session.client()

    async def sent(input_answers: _InputAnswers) -> types.CallToolResult | types.InputRequiredResult:
        return await client.call_tool(
            asked.name,
            asked.arguments,
            progress_callback=progressed,
            input_responses=input_answers.responses or None,
            request_state=input_answers.state,
            allow_input_required=True,
        )

    answers = _InputAnswers({}, None)
    for _ in range(MAX_ROUNDS):
        try:
            result = await sent(answers)
        except MCPError as error:
            if error.code != types.HEADER_MISMATCH:
                raise
            # Headers are made of the schema as it was listed last.
            await listed(session)
            result = await sent(answers)
        if not isinstance(result, types.InputRequiredResult):
            return result.model_dump(mode="json", by_alias=True, exclude_unset=True)
        answers = await _input_answers(session, call, result)
    raise MCPError(types.INTERNAL_ERROR, marked("The tool asks again and again."))


async def _input_answers(session: McpSession, call: CallEvents, result: types.InputRequiredResult) -> _InputAnswers:
    """Return what a person gave for what *result* requires; its state goes back as it came."""
    responses: dict[str, types.InputResponse] = {}
    for key, request in (result.input_requests or {}).items():
        if not isinstance(request, types.ElicitRequest):
            raise MCPError(types.INTERNAL_ERROR, f"The tool asks for {request.method}, which this page cannot give.")
        responses[key] = await session.elicit(call, request.params)
    if not responses:
        # It only asks to be called again.
        await asyncio.sleep(AGAIN)
    return _InputAnswers(responses, result.request_state)


async def _as_task(target: Target, call: CallEvents, wire: JSONRPCDispatcher[Any], asked: ToolCall) -> dict[str, Any]:
    # The SDK has the types of tasks and not their calls.
    params = {"name": asked.name, "arguments": asked.arguments, "task": {"ttl": int(target.longest * 1000)}}
    task = types.CreateTaskResult.model_validate(await wire.send_raw_request("tools/call", params)).task
    looking = asyncio.create_task(_look(call, wire, task))
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


async def _look(call: CallEvents, wire: JSONRPCDispatcher[Any], task: types.Task) -> None:
    """Tell how *task* gets on."""
    pause = min(max((task.poll_interval or 1000) / 1000, LOOK), MAX_LOOK)
    message = None
    with suppress(MCPError, ValueError):
        while True:
            if task.status_message and task.status_message != message:
                message = task.status_message
                call.tell({"type": "progress", "done": 0, "total": None, "message": message})
            await asyncio.sleep(pause)
            answer = await wire.send_raw_request("tasks/get", {"taskId": task.task_id})
            task = types.Task.model_validate(answer)


def _failed(guard: Guarded | None, error: MCPError) -> Answered:
    if error.code == types.CONNECTION_CLOSED:
        raise CallError("cut-off") from error
    if error.code == types.PARSE_ERROR:
        raise CallError("bad-answer") from error
    if guard is not None and error.message in _BARE and guard.status >= 400:
        return "", guard.status, guard.headers
    if error.message == _TERMINATED:
        raise CallError("cut-off") from error
    return {"jsonrpc": "2.0", "error": error.error.model_dump(mode="json", exclude_none=True)}, 200, {}
