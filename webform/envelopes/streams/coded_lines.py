"""The older stream of Vercel's AI SDK: lines of a character for what it is, and JSON, such as `0:"text"`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from webform.envelopes.streams.base import Language
from webform.values import ABSENT, as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent


class CodedLines(Language):
    """Texts, what the model thought, calls of tools, and how it ended."""

    of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is such a line."""
        return len(event.name) == 2 and event.name.endswith(":")

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        act = self.acts.get(event.name)
        return (act(self, event.data) if act else None) or []

    def _call(self, data: Any) -> None:
        fields = as_dict(data)
        self.collected.call(fields.get("toolCallId"), fields.get("toolName"), fields.get("argsTextDelta", ABSENT))

    def _called(self, data: Any) -> None:
        fields = as_dict(data)
        self.collected.replace_call(fields.get("toolCallId"), fields.get("toolName"), fields.get("args"))

    def _begin(self, data: Any) -> None:
        self.collected.ends = True
        self.collected.note(id=as_dict(data).get("messageId"))

    def _end(self, data: Any) -> None:
        fields = as_dict(data)
        self.collected.note(finish_reason=fields.get("finishReason"), usage=fields.get("usage"))
        self.collected.complete = True

    acts: ClassVar[dict[str, Callable[[CodedLines, Any], Iterable[Update] | None]]] = {
        "0:": lambda self, data: self.collected.add_text(as_text(data)),
        "g:": lambda self, data: self.collected.think(data),
        "b:": _call,
        "c:": _call,
        "9:": _called,
        "f:": _begin,
        "e:": _end,
        "d:": _end,
        "3:": lambda self, data: self.collected.fail(data),
    }
