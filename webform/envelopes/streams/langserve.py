"""LangServe's events: `data`, `metadata`, `end`, and the patches of `stream_log` in `data`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.values import ABSENT, as_dict, as_text, dicts_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_MESSAGES = ("AIMessageChunk", "ai", "AIMessage")


class LangServe(Language):
    """The pieces of what a chain makes: texts, messages, objects that are added to one another."""

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* has one of their names."""
        return event.name in ("data", "metadata")

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        if event.name == "metadata":
            self.collected.ends = True
            self.collected.note(id=event.fields.get("run_id"))
            return []
        if isinstance(event.fields.get("ops"), list):
            return self._patch(dicts_in(event.fields["ops"]))
        return self._piece(event.text if event.data is ABSENT else event.data)

    def _patch(self, operations: list[dict[str, Any]]) -> Iterable[Update]:
        for operation in operations:
            if operation.get("path") == "/streamed_output/-":
                yield from self._piece(operation.get("value"))
            elif operation.get("path") == "" and self.collected.is_empty:
                self.collected.note(id=as_dict(operation.get("value")).get("id"))

    def _piece(self, piece: Any) -> Iterable[Update]:
        if isinstance(piece, dict) and piece.get("type") in _MESSAGES and "content" in piece:
            return self._message(piece)
        if isinstance(piece, dict):
            self.collected.final = _added(self.collected.final, piece)
            return self.collected.updates()
        return [] if piece is None else self.collected.add(piece)

    def _message(self, message: dict[str, Any]) -> Iterable[Update]:
        facts = as_dict(message.get("response_metadata"))
        self.collected.note(
            usage=message.get("usage_metadata"),
            model=facts.get("model_name"),
            finish_reason=facts.get("finish_reason"),
        )
        for place, call in enumerate(dicts_in(message.get("tool_call_chunks") or message.get("tool_calls"))):
            self.collected.call(call.get("index", place), call.get("name"), call.get("args"))
        content = message["content"]
        texts = [content] if isinstance(content, str) else [part.get("text") for part in dicts_in(content)]
        return self.collected.add_text("".join(map(as_text, texts)))


def _added(so_far: Any, piece: Any) -> Any:
    """Return *so_far* with *piece* added, as the chunks of a chain are: texts and lists grow, other values are new."""
    if isinstance(so_far, dict) and isinstance(piece, dict):
        return {**so_far, **{key: _added(so_far.get(key, ABSENT), value) for key, value in piece.items()}}
    if isinstance(so_far, str) and isinstance(piece, str):
        return so_far + piece
    return [*so_far, *piece] if isinstance(so_far, list) and isinstance(piece, list) else piece
