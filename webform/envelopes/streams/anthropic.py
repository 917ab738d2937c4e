"""Anthropic's messages, streamed or whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.values import as_dict, as_text, dicts_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_TYPES = frozenset(
    {
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    }
)
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


class Anthropic(Language):
    """`message_start`, blocks of content with their deltas, `message_stop`."""

    ends = in_lists = of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is of a message, or a whole one."""
        # A ping with more to say is a record.
        is_ping = event.fields == {"type": "ping"}
        return is_ping or as_text(event.fields.get("type")) in _TYPES or Anthropic.is_answer(event.fields)

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:
        """Tell whether *value* is a whole message."""
        return value.get("type") == "message" and "role" in value and isinstance(value.get("content"), list)

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        match fields["type"]:
            case "message":
                return self._message(fields)
            case "message_start":
                return self._message(as_dict(fields.get("message")))
            case "content_block_start":
                return self._block(fields.get("index"), as_dict(fields.get("content_block")))
            case "content_block_delta":
                return self._delta(fields.get("index"), as_dict(fields.get("delta")))
            case "message_delta":
                self._note(as_dict(fields.get("delta")) | {"usage": fields.get("usage")})
            case "message_stop":
                self.collected.over = True
        return []

    def _note(self, message: dict[str, Any]) -> None:
        usage = as_dict(self.collected.details.get("usage")) | as_dict(message.get("usage"))
        self.collected.note(
            id=message.get("id"), model=message.get("model"), finish_reason=message.get("stop_reason"), usage=usage
        )

    def _message(self, message: dict[str, Any]) -> Iterable[Update]:
        self._note(message)
        for place, block in enumerate(dicts_in(message.get("content"))):
            yield from self._block(place, block)

    def _block(self, place: Any, block: dict[str, Any]) -> Iterable[Update]:
        if block.get("type") in _CALLS:
            # A call that streams begins with empty arguments.
            self.collected.call(place, block.get("name"), block.get("input") or None)
        self.collected.think(block.get("thinking"))
        return self.collected.add_text(as_text(block.get("text")))

    def _delta(self, place: Any, delta: dict[str, Any]) -> Iterable[Update]:
        if delta.get("type") == "input_json_delta":
            self.collected.call(place, arguments=as_text(delta.get("partial_json")))
        self.collected.think(delta.get("thinking"))
        return self.collected.add_text(as_text(delta.get("text")))
