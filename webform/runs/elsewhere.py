"""Runs of several processes: what one wants of a run that another is at work on is left in their database."""

from __future__ import annotations

import logging
import time
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.exc import SQLAlchemyError

from webform.runs.events import so_far
from webform.runs.run import new_id
from webform.runs.secrets import has_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs.events import Ask
    from webform.runs.run import Run
    from webform.runs.store import RunStore

#: Seconds between two looks at what is wanted of the runs here, and between two whether it was done elsewhere.
LOOK, WATCH = 0.5, 0.1
#: Seconds that another process is given to do what is wanted of its run.
PATIENCE = 5.0

_log = logging.getLogger(__name__)


class Here(Protocol):
    """The runs that this process is at work on."""

    def look_after(self) -> bool:
        """Tell whether there are any, after what has to be done for them now and then."""

    def is_here(self, run_id: str) -> bool:
        """Tell whether the run of that id is one of them."""

    def fulfil(self, run_id: str, wish: dict[str, Any]) -> None:
        """Do what is wanted of the run of that id."""


class Elsewhere:
    """
    Leaves wishes for other processes, and looks for theirs while there are runs here.

    Args:
        store: of the database that is shared.
        here: the runs here.
    """

    def __init__(self, store: RunStore, here: Here) -> None:
        self._store, self._here = store, here
        self._lock, self._closed = Lock(), Event()
        self._thread: Thread | None = None

    def cancel(self, run_id: str) -> Run | None:
        """Have the run of that id cancelled by whoever is at work on it; return it as it then is."""
        found = self._store.get(run_id)
        if found is None or found.over:
            return found
        self._wish(run_id, {"do": "cancel"}, lambda: (now := self._store.get(run_id)) is None or now.over)
        return self._store.get(run_id)

    def answer(self, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
        """Have *answer* given by whoever is at work on that run; tell whether it waited for one."""
        asked = self._asked(run_id, ask)
        # What is secret is not kept, not even for a moment.
        if asked is None or (asked.schema and has_secret(asked.schema, answer["content"])):
            return False
        wish = {"do": "answer", "ask": ask, "answer": answer}
        self._wish(run_id, wish, lambda: self._asked(run_id, ask) is None)
        return self._asked(run_id, ask) is None

    def _asked(self, run_id: str, ask: str) -> Ask | None:
        found = self._store.get(run_id)
        asks = () if found is None or found.over else so_far(self._store.events(run_id)).asks
        return next((each for each in asks if each.id == ask), None)

    def _wish(self, run_id: str, wish: dict[str, Any], done: Callable[[], bool]) -> None:
        """Leave *wish* for whoever is at work on the run of that id; return once it is *done*, or nobody does it."""
        wish_id, ends = new_id(), time.monotonic() + PATIENCE
        self._store.leave(wish_id, run_id, wish)
        while not done() and time.monotonic() < ends:
            time.sleep(WATCH)
        self._store.take(wish_id)

    def listen(self) -> None:
        """Look for wishes until there are no runs here."""
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._listen, daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closed.set()

    def _listen(self) -> None:
        while not self._closed.wait(LOOK):
            if not self._here.look_after():
                with self._lock:
                    # One may have begun meanwhile.
                    if not self._here.look_after():
                        self._thread = None
                        return
            try:
                self._fulfil()
            except SQLAlchemyError:
                _log.exception("what is wanted of runs cannot be read")

    def _fulfil(self) -> None:
        for wish_id, run_id, wish in self._store.wishes():
            if self._here.is_here(run_id) and self._store.take(wish_id):
                # A run takes its time to end, and others wait.
                Thread(target=self._here.fulfil, args=(run_id, wish), daemon=True).start()
