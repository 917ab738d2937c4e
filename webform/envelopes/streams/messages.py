"""The UI messages of Vercel's AI SDK: what is in them beside texts, such as calls of tools, files and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from webform.envelopes.streams.base import Language
from webform.language import marked
from webform.media import part_type
from webform.result import Part
from webform.values import ABSENT, as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent


_SILENT = ("start-step", "finish-step", "reasoning-start", "reasoning-end", "tool-input-error")
#: What an event of a type that other documents have too must have.
_NEEDED = {"file": {"url", "mediaType"}, "source-url": {"url"}, "source-document": {"sourceId"}}
#: What an event of a type that records have too may have.
_ALLOWED = {"start": {"type", "messageId", "messageMetadata"}}
_DATA = "data-"


class Messages(Language):
    """Events of a `type` each, the last of which is `finish`, `abort` or `error`."""

    of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is of one of their types."""
        kind = as_text(event.fields.get("type"))
        if kind.startswith(_DATA):
            return "data" in event.fields
        keys = event.fields.keys()
        is_whole = _NEEDED.get(kind, set()) <= keys <= _ALLOWED.get(kind, keys)
        return kind in _SILENT or (kind in Messages.acts and is_whole)

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        kind = event.fields["type"]
        if kind.startswith(_DATA):
            self.collected.add_part(Part(type="json", title=kind.removeprefix(_DATA), value=event.fields["data"]))
        elif act := self.acts.get(kind):
            act(self, event.fields)
        return []

    def _call(self, fields: dict[str, Any]) -> None:
        self.collected.call(fields.get("toolCallId"), fields.get("toolName"), fields.get("inputTextDelta", ABSENT))

    def _called(self, fields: dict[str, Any]) -> None:
        self.collected.replace_call(fields.get("toolCallId"), fields.get("toolName"), fields.get("input"))

    def _answered(self, fields: dict[str, Any]) -> None:
        value = fields.get("errorText", fields.get("output"))
        title = marked("Tool error") if "errorText" in fields else marked("Tool result")
        self.collected.add_part(Part(type="text" if isinstance(value, str) else "json", title=title, value=value))

    def _file(self, fields: dict[str, Any]) -> None:
        url, media = as_text(fields["url"]), as_text(fields["mediaType"])
        if url.startswith("data:"):
            part = Part(type=part_type(media), value=url, media_type=media)
        else:
            part = Part(type="link", uri=url, media_type=media)
        self.collected.add_part(part)

    def _source(self, fields: dict[str, Any]) -> None:
        self.collected.add_part(Part(type="link", title=as_text(fields.get("title")), uri=as_text(fields.get("url"))))

    def _note(self, fields: dict[str, Any]) -> None:
        facts = as_dict(fields.get("messageMetadata"))
        self.collected.note(
            id=fields.get("messageId"),
            finish_reason=fields.get("finishReason"),
            model=facts.get("model"),
            usage=facts.get("usage") or facts.get("totalUsage"),
        )

    def _begin(self, fields: dict[str, Any]) -> None:
        self.collected.ends = True
        self._note(fields)

    def _end(self, fields: dict[str, Any]) -> None:
        self._note(fields)
        self.collected.over = True

    def _abort(self, fields: dict[str, Any]) -> None:
        self.collected.fail(fields.get("reason") or marked("The tool stopped before it was done."))

    acts: ClassVar[dict[str, Callable[[Messages, dict[str, Any]], None]]] = {
        "start": _begin,
        "message-metadata": _note,
        "reasoning-delta": lambda self, fields: self.collected.think(fields.get("delta")),
        "tool-input-start": _call,
        "tool-input-delta": _call,
        "tool-input-available": _called,
        "tool-output-available": _answered,
        "tool-output-error": _answered,
        "file": _file,
        "source-url": _source,
        "source-document": _source,
        "finish": _end,
        "done": _end,
        "abort": _abort,
        "error": lambda self, fields: self.collected.fail(fields),
    }
