"""Texts with a start and an end, `text-start`, `text-delta`, `text-end`: of named types, and of Vercel's AI SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.envelopes.streams.base import Language
from webform.envelopes.streams.object_text import ObjectText
from webform.values import ABSENT, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Collected, Update
    from webform.envelopes.streams.frames import StreamEvent
    from webform.tool import Tool

_TYPES = ("text-start", "text-delta", "text-end")


class TextStream(Language):
    """One text after the other; one with a `responseType` is the JSON of an object."""

    in_lists = True

    def __init__(self, collected: Collected, tool: Tool) -> None:
        super().__init__(collected, tool)
        self._object: ObjectText | None = None
        self._count = 0

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is of a text."""
        return event.fields.get("type") in _TYPES

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        match fields["type"]:
            case "text-start":
                return self._start(is_object=bool(fields.get("responseType")))
            case "text-delta":
                return self._delta(as_text(fields.get("delta")))
        return self._close()

    def finish(self) -> None:
        """Read the object whose text has not ended."""
        self._close()

    def _start(self, *, is_object: bool) -> list[Update]:
        self._object = ObjectText(self.tool.output_schema) if is_object else None
        if is_object:
            return []
        self._count += 1
        return self.collected.add_text("\n\n") if self._count > 1 and not self.collected.is_empty else []

    def _delta(self, delta: str) -> list[Update]:
        if self._object is None:
            return self.collected.add_text(delta)
        found = self._object.add(delta)
        if found is ABSENT:
            return []
        self.collected.final = found
        return self.collected.updates()

    def _close(self) -> list[Update]:
        ended, self._object = self._object, None
        if ended is None:
            return []
        found = ended.whole()
        self.collected.broken |= found is ABSENT
        self.collected.final = ended.part() if found is ABSENT else found
        return [] if self.collected.final is ABSENT else self.collected.updates()
