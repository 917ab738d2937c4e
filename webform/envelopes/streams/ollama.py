"""Ollama's answers to `generate` and `chat`, streamed or whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.values import as_dict, as_text, dicts_in, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_COUNTS = ("prompt_eval_count", "eval_count")
_NANOSECONDS = 1e9


class Ollama(Language):
    """Objects with a `response` or a `message`, the last of which is `done`; a whole answer is alike."""

    ends = in_lists = of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is a piece of an answer."""
        return _is_piece(event.fields)

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:
        """Tell whether *value* is a whole answer."""
        return value.get("done") is True and _is_piece(value)

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        message = as_dict(fields.get("message"))
        self.collected.note(model=fields["model"])
        self.collected.think(message.get("thinking") or fields.get("thinking"))
        for call in dicts_in(message.get("tool_calls")):
            asked = as_dict(call.get("function"))
            self.collected.call(None, asked.get("name"), asked.get("arguments"))
        if fields["done"]:
            self._end(fields)
        return self.collected.add_text(as_text(fields.get("response")) or as_text(message.get("content")))

    def _end(self, fields: dict[str, Any]) -> None:
        took = fields.get("total_duration")
        self.collected.note(
            finish_reason=fields.get("done_reason"),
            usage={key: fields[key] for key in _COUNTS if key in fields},
            duration=round(took / _NANOSECONDS, 3) if is_number(took) else None,
        )
        self.collected.over = True


def _is_piece(fields: dict[str, Any]) -> bool:
    if not isinstance(fields.get("model"), str) or not isinstance(fields.get("done"), bool):
        return False
    return isinstance(fields.get("response"), str) or isinstance(fields.get("message"), dict)
