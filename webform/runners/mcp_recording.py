"""The messages of one call of an MCP server, as they came and went, for who makes the tool."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, Self

import mcp_types as types
from mcp.shared.message import SessionMessage

from webform.raw import Raw, RawMessage

if TYPE_CHECKING:
    from collections.abc import Callable

    Direction = Literal["in", "out"]
    Note = Callable[[Direction, types.JSONRPCMessage, Any], None]

#: Messages of a call that are kept, and characters of all of them.
MAX_MESSAGES, MAX_CHARS = 1_000, 10_000_000
#: What stands for what a person filled in: secrets may be in it, and what is none is kept with the run.
LEFT_OUT = "…"
_MORE = f"Only the first {MAX_MESSAGES:,} messages, and {MAX_CHARS // 1_000_000} MB of them, are kept."


class Recording:
    """The messages of a call, without what a person filled in."""

    def __init__(self) -> None:
        self._began, self._left = monotonic(), MAX_CHARS
        self._messages: list[RawMessage] = []
        self._note = ""

    def add(self, direction: Direction, message: types.JSONRPCMessage) -> None:
        """Keep *message*, if there is room."""
        if self._left <= 0 or len(self._messages) >= MAX_MESSAGES:
            self._note = _MORE
            return
        shown = _without_input(message) if direction == "out" else message
        text = shown.model_dump_json(by_alias=True, exclude_unset=True)
        if len(text) > self._left:
            self._note = _MORE
        time = round(monotonic() - self._began, 3)
        self._messages.append(RawMessage(time=time, direction=direction, text=text[: self._left]))
        self._left -= len(text)

    def raw(self) -> Raw | None:
        """Return what was kept; `None` where no message came or went."""
        messages = tuple(self._messages)
        return Raw(messages=messages, note=self._note) if messages else None


def _without_input(message: types.JSONRPCMessage) -> types.JSONRPCMessage:
    if isinstance(message, types.JSONRPCRequest) and message.params:
        hidden = {key: LEFT_OUT for key in ("arguments", "inputResponses") if key in message.params}
        return message.model_copy(update={"params": {**message.params, **hidden}})
    if isinstance(message, types.JSONRPCResponse) and "content" in message.result:
        return message.model_copy(update={"result": {**message.result, "content": LEFT_OUT}})
    return message


class NotedStream:
    """
    A stream of messages of the SDK's, one way or the other, each of which is noted.

    Args:
        stream: the stream.
        direction: which way its messages go.
        note: is given each message, and the context of who sent it where that is known.
    """

    def __init__(self, stream: Any, direction: Direction, note: Note) -> None:
        self._stream, self._direction, self._note = stream, direction, note

    async def send(self, item: SessionMessage) -> None:
        """Send *item*."""
        self._note(self._direction, item.message, None)
        await self._stream.send(item)

    def __aiter__(self) -> NotedStream:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        item: SessionMessage | Exception = await anext(self._stream)
        if isinstance(item, SessionMessage):
            self._note(self._direction, item.message, getattr(self._stream, "last_context", None))
        return item

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stream.__aexit__(*error)
