"""Events of a name each: `progress`, `log`, `text`, `done`, `error`; and an error that has no name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.base import is_declared
from webform.envelopes.streams.base import Language
from webform.envelopes.streams.collected import Update, progress_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.frames import StreamEvent

_TEXTS = ("text", "chunk", "token", "delta")
_ENDS = ("done", "end", "complete")
_NAMES = frozenset({*_TEXTS, *_ENDS, "error", "progress", "log"})


class NamedStream(Language):
    """Events as many services name them; the end of the connection may be their end."""

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* has one of the names, or is nothing but an error."""
        return event.name in _NAMES or (not event.name and _is_error(event.fields))

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        data = event.data if event.data is not ABSENT else event.text
        if event.name == "progress":
            return progress_of(data)
        if event.name == "log":
            return self.collected.log(data)
        if event.name in _TEXTS:
            return self._piece(event)
        if event.name in _ENDS:
            self._end(data)
        else:
            self.collected.fail(data)
        return []

    def _piece(self, event: StreamEvent) -> Iterable[Update]:
        if event.words is not None:
            return self.collected.add_text(event.words)
        fields = event.fields
        piece = next((fields[key] for key in ("text", "data", *_TEXTS, "content") if key in fields), event.data)
        return [] if piece in (None, ABSENT, "") else self.collected.add(piece)

    def _end(self, data: Any) -> None:
        self.collected.over = True
        rest = {key: value for key, value in data.items() if key != "done"} if isinstance(data, dict) else data
        if rest in ("", None, {}, []) or self.collected.outputs:
            return
        if isinstance(rest, dict) and self._is_beside(rest):
            self.collected.note(**rest)
        else:
            self.collected.final = data

    def _is_beside(self, fields: dict[str, Any]) -> bool:
        """Tell whether *fields* stand beside a text that came in pieces, and do not hold it."""
        text = self.collected.value
        return isinstance(text, str) and text not in fields.values() and not is_declared(self.tool, fields)


def _is_error(fields: dict[str, Any]) -> bool:
    return fields.keys() == {"error"} and isinstance(fields["error"], str | dict)
