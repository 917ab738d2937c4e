"""Streams as they come: their events told, and what they came to kept."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import EventParser, Stream
from webform.envelopes.streams.frames import MEDIA, PLAIN
from webform.envelopes.streams.results import keep

if TYPE_CHECKING:
    from webform.result import Result
    from webform.runners.base import Tell
    from webform.tool import Tool

#: From the media type of an answer to what is given its pieces, and tells whether that was all; `None` where nobody is.
Listen = Callable[[str], Callable[[bytes], bool] | None]

#: Seconds that a stream is given to end once its run has.
AFTER = 1.0


def is_plain(media: str) -> bool:
    """Tell whether an answer of the type *media* is a text, which may come piece by piece."""
    return _type_of(media) == PLAIN


def _type_of(media: str) -> str:
    return media.partition(";")[0].strip().lower()


class Listener:
    """
    Reads the stream that a call of *tool* is answered with, as it comes.

    Args:
        tool: the tool.
        tell: is told of its events.
    """

    def __init__(self, tool: Tool, tell: Tell) -> None:
        self._tool, self._tell = tool, tell
        self._stream = Stream(tool)

    def listen(self, media: str) -> Callable[[bytes], bool] | None:
        """Return what is given the pieces of an answer of that media type; `None` where it is no stream."""
        media = _type_of(media)
        if media not in (*MEDIA, PLAIN):
            return None
        parser, stream = EventParser(media), self._stream

        def take(piece: bytes) -> bool:
            for event in parser.take(piece):
                for update in stream.take(event):
                    self._tell(update)
                if stream.collected.over:
                    return True
            return False

        return take

    def keep(self, failed: Result) -> Result:
        """Return *failed*, the result of a call that broke off, with all that had come before."""
        return keep(self._tool, self._stream.end(), failed)


class Following:
    """
    What hears a stream beside the call it is of, and falls silent when that ends.

    Args:
        cancelled: tells whether the run is not wanted any more.
        tell: is told of the events.
    """

    def __init__(self, cancelled: Callable[[], bool], tell: Tell) -> None:
        self._cancelled, self._tell = cancelled, tell
        self._over = False
        self._thread: Thread | None = None

    def begin(self, hear: Callable[[], None]) -> None:
        """Run *hear* beside the call."""
        self._thread = Thread(target=hear, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Wait for the last events, a little; then nothing more is told."""
        if self._thread is not None:
            self._thread.join(0 if self._cancelled() else AFTER)
            self._over = True
            self._thread.join(AFTER)

    def is_over(self) -> bool:
        """Tell whether nobody listens any more."""
        return self._over or self._cancelled()

    def tell(self, event: dict[str, Any], /) -> Any:
        """Tell of *event*, while the call goes on."""
        return None if self._over else self._tell(event)
