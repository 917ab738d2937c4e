"""The execution of runs by threads of the process that was asked for them."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from webform.runs.execution import CANCELLED, LocalRuns
from webform.runs.executor import Executor
from webform.runs.turns import BusyError, Rules, Turns

if TYPE_CHECKING:
    from webform.runs.leases import Orphan
    from webform.runs.live import Live
    from webform.runs.recovery import Revival


class ThreadExecutor(Executor):
    """
    Executes runs in this process, as many at once as the *rules* let it.

    Args:
        local: the runs of this process.
        rules: whose turn it is.
        revival: makes runs of their rows.
    """

    def __init__(self, local: LocalRuns, rules: Rules, revival: Revival) -> None:
        self._local, self._turns, self._revival = local, Turns(rules), revival
        self.is_shared = False

    def set_rules(self, rules: Rules) -> None:
        """Go by *rules* from now on; no run ends by it."""
        self._turns.set_rules(rules)

    def start(self, live: Live, key: str, key_age: float) -> str:
        """Execute *live* once it is its turn; return the id of the run that *key* stands for already, else `""`."""
        live.turn.go = lambda: self._go(live)
        known = self._local.begin(live, lambda: self._add(live, key, key_age))
        if not known and self._take_turn(live):
            live.turn.go()
        return known

    def run(self, live: Live, key: str, key_age: float) -> str:
        """Do as `start`, and return once it is over."""
        if not key:
            self._local.begin_unkept(live)
        elif known := self._local.begin(live, lambda: self._add(live, key, key_age)):
            return known
        if not self._take_turn(live):
            live.ready.wait()
        if not live.over.is_set():
            self._execute(live)
        return ""

    def take_over(self, orphan: Orphan) -> bool:
        """Execute the run of *orphan* again, once it is its turn; tell whether nobody else was quicker."""
        store = self._local.store
        if not store.take_over(orphan, store.leases.worker):
            return False
        if live := self._revival.live(orphan.id):
            live.turn.go = lambda: self._go(live)
            self._local.begin(live, lambda: "")
            if self._turns.join(live.turn):
                live.turn.go()
        elif store.lose(orphan._replace(worker=store.leases.worker, attempt=orphan.attempt + 1)):
            # What it needs was at hand a moment ago: its tool is served no more, or it was forgotten.
            self._local.note_end(orphan.id)
        return True

    def place(self, run_id: str) -> int | None:
        """Return the place of the run of that id among those that wait for the same; `None` if it does not wait."""
        live = self._local.get(run_id)
        return self._turns.place(live.turn) if live else None

    def withdraw(self, run_id: str) -> bool:
        """Cancel the run of that id where it still waits for its turn; tell whether it did."""
        live = self._local.get(run_id)
        if live is None or not self._turns.drop(live.turn):
            return False
        self._local.end(live, CANCELLED)
        live.ready.set()
        return True

    def look(self) -> None:
        """Do nothing: whose turn comes begins at once."""

    def begin_waiting(self) -> None:
        """Do nothing: the runs of other processes keep none of this one waiting."""

    def work(self, threads: int, finish: float) -> None:
        """Do nothing: each process executes what it was asked for."""

    def _add(self, live: Live, key: str, key_age: float) -> str:
        self._local.seal(live)
        return self._local.store.claim(live.run, key, key_age, live.also, **live.more)

    def _take_turn(self, live: Live) -> bool:
        try:
            begins = self._turns.take(live.turn)
        except BusyError:
            self._local.refuse(live)
            raise
        if not begins and live.cancelled:
            # Whoever cancelled it did not find it among those that wait yet.
            self.withdraw(live.run.id)
        return begins

    def _go(self, live: Live) -> None:
        Thread(target=self._execute, args=(live,), daemon=True).start()

    def _execute(self, live: Live) -> None:
        self._local.execute(live, lambda: self._turns.leave(live.turn))
