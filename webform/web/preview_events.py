"""The changes of a previewed file as a stream: a thread looks at the file while there are any."""

from __future__ import annotations

import json
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from webform.runs.tasks import Task
from webform.web.events import SILENCE, event_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Seconds between two looks at a file; one that is being written is left alone until two looks find the same.
TICK = 0.01


class FileWatch(Task):
    """
    Tells streams that a file has changed: a thread looks at it while there are any.

    Args:
        stamp: returns what names the state of the file.
    """

    thread_name = "webform-preview"

    def __init__(self, stamp: Callable[[], str]) -> None:
        super().__init__()
        self._stamp = stamp
        #: What names the state that was seen last; `""` before there was any.
        self.version = ""
        self._wakes: set[Callable[[], None]] = set()

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is told."""
        return self._over

    def close(self) -> None:
        """End all streams, and look no more."""
        super().close()
        self._tell()

    def listen(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called, from any thread, when the file has changed; return what ends that."""
        with self._changed:
            self._wakes.add(wake)
            self._changed.notify_all()
        return lambda: self._wakes.discard(wake)

    def _work(self) -> None:
        before = ""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wakes or self.is_closed)
                self._changed.wait_for(lambda: self.is_closed, TICK)
                if self.is_closed:
                    return
            now = self._stamp()
            if now == before and now not in ("", self.version):
                self.version = now
                self._tell()
            before = now

    def _tell(self) -> None:
        for wake in tuple(self._wakes):
            wake()


class FileStream:
    """
    The changes of a file as Server-Sent Events, as they are sent to one client.

    Args:
        watch: looks at the file.
        version: what names the state that the client has.
    """

    def __init__(self, watch: FileWatch, version: str) -> None:
        self._watch, self._version = watch, version
        self._sent = monotonic()
        self.over = self.has_more = False

    @staticmethod
    def look(streams: Sequence[FileStream]) -> None:
        """Do nothing: all look at the same file."""

    def read(self) -> bytes:
        """Return what there is to send now, `b""` where there is nothing."""
        self.over, now = self._watch.is_closed, self._watch.version
        if now not in ("", self._version):
            self._version, self._sent = now, monotonic()
            return event_text("file", json.dumps({"version": now}))
        if monotonic() - self._sent < SILENCE:
            return b""
        self._sent = monotonic()
        return b":\n\n"

    @property
    def due(self) -> float:
        """When there is something to send though nothing has changed."""
        return self._sent + SILENCE

    def wait(self) -> None:
        """Return when there may be more."""
        woken = Event()
        end = self._watch.listen(woken.set)
        if self._watch.version in ("", self._version) and not self._watch.is_closed:
            woken.wait(max(self.due - monotonic(), 0))
        end()

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called when there may be more; return what ends that."""
        return self._watch.listen(wake)
