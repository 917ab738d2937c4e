"""The events of the runs that go on: kept first, then told, many of them at once."""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from webform.runs.database import reason
from webform.runs.events import LATEST, LEFT_OUT, RunEvent, warning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    #: Keeps events, each with the id of its run and which time that is executed, and forgets those that count no more.
    Write = Callable[[list[tuple[str, int, RunEvent]], list[tuple[str, int, int]]], None]

#: Seconds for which events are gathered before they are kept and told: a flood of them is one row, and one write.
TOGETHER = 0.05
#: Events of one run, and characters of them; what comes after is left out.
MAX_EVENTS, MAX_CHARS = 10_000, 4_000_000
#: Characters from which on a chunk is not joined with the next.
MAX_CHUNK = 32_000
#: Seconds without an event after which nobody waits for the next.
IDLE = 5.0

_log = logging.getLogger(__name__)


class Feed:
    """
    The events of one run that goes on: those told and not kept yet, and those kept.

    Args:
        run_id: the run.
        kept: the events that it told in the work of another process, and that count on.
        last: the number of the last event that it told there.
        attempt: which time it is executed.
    """

    def __init__(self, run_id: str, kept: Sequence[RunEvent] = (), last: int = 0, attempt: int = 1) -> None:
        self.run_id, self.attempt = run_id, attempt
        #: Held while the events are read or changed; notified at each event, and at each change of the run.
        self._changed = Condition()
        self._watchers: dict[object, Callable[[], None]] = {}
        #: Whether the run told anything.
        self.has_events = bool(kept)
        self._pending: list[tuple[str, dict[str, Any]]] = []
        self._kept = list(kept)
        self._latest: dict[str, int] = {}
        self._last, self._count, self._chars = last, len(kept), sum(len(event.text) for event in kept)
        self._closed = False

    def tell(self, kind: str, facts: dict[str, Any]) -> bool:
        """Take in an event; tell whether there was room for it."""
        with self._changed:
            if self._closed:
                return False
            self.has_events = True
            if self._joined(kind, facts):
                return True
            full = self._count >= MAX_EVENTS or self._chars >= MAX_CHARS
            if full and kind not in LATEST and kind != "answered":
                if self._count <= MAX_EVENTS:
                    self._count = MAX_EVENTS + 1
                    self._pending.append(("log", warning(LEFT_OUT)))
                return False
            self._count += kind not in LATEST
            self._pending.append((kind, facts))
            return True

    def _joined(self, kind: str, facts: dict[str, Any]) -> bool:
        """Put the event into the one told before it, where that says the same."""
        if not self._pending or self._pending[-1][0] != kind:
            return False
        before = self._pending[-1][1]
        if kind in LATEST:
            before.clear()
            before.update(facts)
            return True
        if kind != "chunk" or len(before["text"]) >= MAX_CHUNK:
            return False
        before["text"] += facts["text"]
        return True

    def take(self) -> tuple[list[RunEvent], list[int]]:
        """Return the events to be kept now, with their numbers, and the numbers of those that count no more."""
        with self._changed:
            pending, self._pending = self._pending, []
        events, gone = [], []
        for kind, facts in pending:
            self._last += 1
            text = json.dumps(facts)
            if kind in LATEST:
                gone.append(self._latest.get(kind, 0))
                self._latest[kind] = self._last
            else:
                self._chars += len(text)
            events.append(RunEvent(self._last, kind, text))
        dropped = set(gone)
        return [event for event in events if event.seq not in dropped], [seq for seq in gone if seq]

    def publish(self, events: list[RunEvent], gone: list[int]) -> None:
        """Tell everyone of *events*, which are kept."""
        with self._changed:
            if gone:
                dropped = set(gone)
                self._kept = [event for event in self._kept if event.seq not in dropped]
            self._kept += events
        self.notify()

    def notify(self) -> None:
        """Wake all who wait for an event, or watch."""
        with self._changed:
            self._changed.notify_all()
            watchers = list(self._watchers.values())
        # One that takes a lock of its own may ask for events in it.
        for wake in watchers:
            wake()

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call *wake*, from any thread, at each event and each change of the run, until what is returned is called."""
        watcher = object()
        with self._changed:
            self._watchers[watcher] = wake
        return lambda: self._forget(watcher)

    def _forget(self, watcher: object) -> None:
        with self._changed:
            self._watchers.pop(watcher, None)

    def after(self, seq: int) -> list[RunEvent]:
        """Return the events after the one of that number."""
        with self._changed:
            return self._kept[bisect_right(self._kept, seq, key=lambda event: event.seq) :]

    def wait(self, seq: int, seconds: float, over: Event) -> None:
        """Return when there is an event after the one of that number, or the run changed, or is *over*."""
        with self._changed:
            if not over.is_set() and (not self._kept or self._kept[-1].seq <= seq):
                self._changed.wait(seconds)

    def close(self) -> None:
        """Take in no more."""
        with self._changed:
            self._closed = True


class EventWriter:
    """
    Keeps the events of all runs that go on, those of a moment in one write.

    Args:
        write: keeps them.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: dict[tuple[str, int], Feed] = {}
        #: What is to be written, and deleted.
        self._events: list[tuple[str, int, RunEvent]] = []
        self._gone: list[tuple[str, int, int]] = []
        self._failed = False
        self._lock, self._writing = Lock(), Lock()
        self._wake, self._pause = Event(), Event()
        self._thread: Thread | None = None

    def tell(self, feed: Feed, kind: str, facts: dict[str, Any]) -> bool:
        """Keep an event of *feed* in a moment; tell whether there is room for it."""
        with self._lock:
            # Whoever closes the feed and flushes finds what it took in.
            if not feed.tell(kind, facts):
                return False
            self._waiting[feed.run_id, feed.attempt] = feed
            self._wake.set()
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()
        return True

    def flush(self) -> bool:
        """Keep and tell what waits; tell whether all could be kept: what could not is tried again the next time."""
        with self._writing:
            with self._lock:
                waiting, self._waiting = list(self._waiting.values()), {}
                self._wake.clear()
            taken = [(feed, *feed.take()) for feed in waiting]
            self._events += [(feed.run_id, feed.attempt, event) for feed, events, _ in taken for event in events]
            self._gone += [(feed.run_id, feed.attempt, seq) for feed, _, gone in taken for seq in gone]
            kept = self._keep()
            # Whoever looks on now sees them all the same.
            for feed, events, gone in taken:
                feed.publish(events, gone)
            return kept

    def _keep(self) -> bool:
        """Write the events that are not kept yet."""
        if not self._events and not self._gone:
            return True
        try:
            self._write(self._events, self._gone)
        except SQLAlchemyError as error:
            if not self._failed:
                _log.error("events cannot be saved yet: %s", reason(error))
            self._failed = True
            return False
        self._events, self._gone, self._failed = [], [], False
        return True

    def close(self) -> None:
        """Keep what waits, and wait for no more."""
        self._pause.set()
        self._wake.set()
        self.flush()

    def _work(self) -> None:
        while not self._pause.wait(TOGETHER):
            # What the database did not take is tried again, though nothing more may be told.
            if self._wake.wait(IDLE) or self._failed:
                self.flush()
                continue
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
