"""toolexec's events: `{"kind": "progress" | "chunk" | "done" | "error", "toolId", "data"}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.envelopes.streams.base import Language
from webform.envelopes.streams.collected import Update, progress_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.frames import StreamEvent

_KINDS = ("progress", "chunk", "done", "error")


class Toolexec(Language):
    """The events of toolexec, the last of which is `done` or `error`."""

    ends = in_lists = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* has one of their kinds."""
        return event.fields.get("kind") in _KINDS

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        kind, data = event.fields["kind"], event.fields.get("data", ABSENT)
        if kind == "progress":
            return progress_of(None if data is ABSENT else data)
        if kind == "error":
            self.collected.fail(None if data is ABSENT else data)
        elif kind == "done":
            self._end(data)
        elif data not in (ABSENT, None):
            self.collected.is_list = True
            return self.collected.add(data)
        return []

    def _end(self, data: object) -> None:
        self.collected.over = True
        # Nothing at the end is no answer where something came before.
        if data is not ABSENT and (data not in (None, "", {}, []) or self.collected.is_empty):
            self.collected.final = data
