"""Notices of other processes on one database: one thread of a process hears those of a channel for all who watch."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from webform.runs.database import CHANNEL, Database, reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: Seconds between two looks where the database cannot notify, and until it is connected to again.
LOOK = 0.5
#: Seconds without a notice after which it is made sure that the database is still there.
SILENCE = 5.0

_log = logging.getLogger(__name__)


class Notices:
    """
    The watchers of a process, by the topics that are notified: ids of runs, or the names of workers.

    Args:
        database: the database that the processes share.
        channel: where they are notified.
    """

    def __init__(self, database: Database, channel: str = CHANNEL) -> None:
        self._database, self._channel = database, channel
        #: Whether changes are notified as they happen, and not looked for now and then.
        self.are_pushed = database.notifies
        self._watchers: dict[str, dict[object, Callable[[], None]]] = {}
        self._lock, self._closed = Lock(), Event()
        self._thread: Thread | None = None

    def watch(self, topic: str, wake: Callable[[], None]) -> Callable[[], None]:
        """
        Have *wake* called, from another thread, whenever what *topic* is of may have changed.

        Returns:
            What ends it.
        """
        watcher = object()
        with self._lock:
            self._watchers.setdefault(topic, {})[watcher] = wake
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._listen, daemon=True)
                self._thread.start()
        return lambda: self._end(topic, watcher)

    def _end(self, topic: str, watcher: object) -> None:
        with self._lock:
            watchers = self._watchers.get(topic, {})
            watchers.pop(watcher, None)
            if not watchers:
                self._watchers.pop(topic, None)

    def close(self) -> None:
        """Hear no more."""
        self._closed.set()

    def _listen(self) -> None:
        hear, failed = self._notified if self.are_pushed else self._looking, False
        while not self._closed.is_set():
            try:
                for topics in hear():
                    failed = False
                    if topics is not None:
                        self._wake(topics)
                    if self._is_done():
                        return
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                if not failed:
                    _log.warning("changes cannot be heard of now: %s", reason(error))
                failed = True
                self._closed.wait(LOOK)

    def _is_done(self) -> bool:
        with self._lock:
            done = self._closed.is_set() or not self._watchers
            if done:
                self._thread = None
            return done

    def _wake(self, topics: str) -> None:
        """Wake those who watch one of *topics*; all, where it is `""`."""
        with self._lock:
            watched = self._watchers
            groups = [watched.get(topic, {}) for topic in topics.split()] if topics else list(watched.values())
            wakes = [wake for group in groups for wake in group.values()]
        for wake in wakes:
            wake()

    def _looking(self) -> Iterator[str | None]:
        while not self._closed.wait(LOOK):
            yield ""

    def _notified(self) -> Iterator[str | None]:
        pooled = self._database.engine.raw_connection()
        connection: Any = pooled.driver_connection
        # It is nobody else's from here on.
        pooled.detach()
        with connection:
            connection.autocommit = True
            connection.execute(f"LISTEN {self._channel}")
            # What changed before is not notified.
            yield ""
            while not self._closed.is_set():
                is_silent = True
                # Several may come together.
                for notice in connection.notifies(timeout=SILENCE, stop_after=1):
                    is_silent = False
                    yield notice.payload
                if is_silent:
                    # Thousands may watch: where nothing was notified, none of them looks.
                    connection.execute("SELECT 1")
                    yield None
