"""Commands for runs of other processes, which are left in the database that the processes share."""

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

#: Seconds between two looks for commands, and between two whether a command was carried out.
LOOK, WATCH = 0.5, 0.1
#: Seconds that another process is given to carry out a command.
PATIENCE = 5.0

_log = logging.getLogger(__name__)


class LocalRuns(Protocol):
    """The runs that this process is at work on."""

    def look_after(self) -> bool:
        """Tell whether there are any, after what has to be done for them now and then."""

    def is_local(self, run_id: str) -> bool:
        """Tell whether the run of that id is one of them."""

    def handle(self, run_id: str, command: dict[str, Any]) -> None:
        """Carry out *command* for the run of that id."""


class RemoteRuns:
    """
    Leaves commands for other processes, and looks for theirs while there are local runs.

    Args:
        store: of the database that is shared.
        local: the runs of this process.
    """

    def __init__(self, store: RunStore, local: LocalRuns) -> None:
        self._store, self._local = store, local
        self._lock, self._closed = Lock(), Event()
        self._thread: Thread | None = None

    def cancel(self, run_id: str) -> Run | None:
        """Have the run of that id cancelled by whoever is at work on it; return it as it then is."""
        found = self._store.get(run_id)
        if found is None or found.over:
            return found
        self._send(run_id, {"do": "cancel"}, lambda: (run := self._store.get(run_id)) is None or run.over)
        return self._store.get(run_id)

    def answer(self, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
        """Have *answer* given by whoever is at work on that run; tell whether it waited for one."""
        asked = self._asked(run_id, ask)
        # What is secret is not kept, not even for a moment.
        if asked is None or (asked.schema and has_secret(asked.schema, answer["content"])):
            return False
        command = {"do": "answer", "ask": ask, "answer": answer}
        self._send(run_id, command, lambda: self._asked(run_id, ask) is None)
        return self._asked(run_id, ask) is None

    def _asked(self, run_id: str, ask: str) -> Ask | None:
        found = self._store.get(run_id)
        asks = () if found is None or found.over else so_far(self._store.events(run_id)).asks
        return next((question for question in asks if question.id == ask), None)

    def _send(self, run_id: str, command: dict[str, Any], done: Callable[[], bool]) -> None:
        """Leave *command* for whoever is at work on the run of that id; return once it is *done*, or nobody does it."""
        command_id, ends = new_id(), time.monotonic() + PATIENCE
        self._store.leave(command_id, run_id, command)
        while not done() and time.monotonic() < ends:
            time.sleep(WATCH)
        self._store.take(command_id)

    def listen(self) -> None:
        """Look for commands until there are no local runs."""
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._listen, daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closed.set()

    def _listen(self) -> None:
        while not self._closed.wait(LOOK):
            if not self._local.look_after():
                with self._lock:
                    # One may have begun meanwhile.
                    if not self._local.look_after():
                        self._thread = None
                        return
            try:
                self._handle_all()
            except SQLAlchemyError:
                _log.exception("the commands of other processes cannot be read")

    def _handle_all(self) -> None:
        for command_id, run_id, command in self._store.commands():
            if self._local.is_local(run_id) and self._store.take(command_id):
                # A run takes its time to end, and others wait.
                Thread(target=self._local.handle, args=(run_id, command), daemon=True).start()
