"""The events that a tool sends while it runs, told as they come."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import MEDIA, Lines, Stream

if TYPE_CHECKING:
    from webform.runners.base import Tell
    from webform.tool import Tool

#: From the media type of an answer to what is given its pieces, and tells whether that was all; `None` where nobody is.
Listen = Callable[[str], Callable[[bytes], bool] | None]

#: Seconds that a stream is given to end once its run has.
AFTER = 1.0


def listener(tool: Tool, media: str, tell: Tell) -> Callable[[bytes], bool] | None:
    """Return what is given the pieces of an answer of *tool*, and tells of its events; `None` where it is no stream."""
    media = media.partition(";")[0].strip().lower()
    if media not in MEDIA:
        return None
    lines, stream = Lines(sse=media == "text/event-stream"), Stream(tool)

    def take(piece: bytes) -> bool:
        for event in lines.take(piece):
            for told in stream.take(event):
                tell(told)
            if stream.over:
                return True
        return False

    return take


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
