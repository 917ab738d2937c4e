"""The events of a stream as they came, each with its time."""

from __future__ import annotations

import codecs
import re
from time import monotonic
from typing import TYPE_CHECKING

from webform.raw import RawMessage

if TYPE_CHECKING:
    from collections.abc import Callable

#: The events that are kept of one stream, one by one; the body has all of them.
MAX_EVENTS = 1_000
#: Characters of an event that are waited for before its end; longer ones are kept in parts.
MAX_EVENT = 64_000

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n)){2}")


class StreamRecorder:
    """
    Keeps the events of a stream.

    Args:
        began: when the call began, as `time.monotonic` has it.
        sse: events end with a blank line; else each line is one.
        on_piece: is given each piece too, and tells whether that was all.
    """

    def __init__(self, began: float, *, sse: bool, on_piece: Callable[[bytes], bool]) -> None:
        self._began, self._on_piece = began, on_piece
        self._end = _BLANK_LINE if sse else _LINE_END
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._messages = list[RawMessage]()

    def take(self, piece: bytes) -> bool:
        """Keep the events that end within *piece*; tell whether that was all."""
        self._rest += self._decoder.decode(piece)
        start = 0
        for end in self._end.finditer(self._rest):
            self._keep(self._rest[start : end.start()])
            start = end.end()
        self._rest = self._rest[start:]
        if len(self._rest) > MAX_EVENT:
            self._keep(self._rest)
            self._rest = ""
        return self._on_piece(piece)

    def messages(self) -> tuple[RawMessage, ...]:
        """Return the events, the last of which may break off."""
        self._keep(self._rest)
        self._rest = ""
        return tuple(self._messages)

    def _keep(self, text: str) -> None:
        # The second half of a line end may have come later.
        text = text.strip("\r\n")
        if text and len(self._messages) < MAX_EVENTS:
            self._messages.append(RawMessage(time=round(monotonic() - self._began, 3), direction="in", text=text))
