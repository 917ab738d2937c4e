"""The execution of runs by workers, which any machine may have, over one PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import contextmanager
from threading import Lock, Thread
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from webform.language import marked
from webform.messages import sentence_of
from webform.result import Result
from webform.runs.admission import Admission, Handed
from webform.runs.database import WORKERS_CHANNEL, reason
from webform.runs.execution import CANCELLED, LocalRuns
from webform.runs.jobs import Jobs
from webform.runs.keys import claim
from webform.runs.rows import RUNS
from webform.runs.sealing import VARIABLE
from webform.runs.secrets import UnsealedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.runs.leases import Orphan
    from webform.runs.live import Live
    from webform.runs.recovery import Revival
    from webform.runs.turns import Rules

#: Seconds after which the database is asked again for a run that is to be executed.
RETRY = 1.0

_log = logging.getLogger(__name__)
#: A run whose turn has come and that no worker has taken.
_HANDED = select(RUNS.c.id).where(RUNS.c.state == "queued", RUNS.c.worker == "", RUNS.c.attempt > 0).limit(1)

NOT_AT_HAND = Result(
    status="error",
    code="internal",
    message=marked("The worker that took this run could not call its tool."),
    advice=sentence_of("result.not-at-hand", name=VARIABLE),
)


class QueueExecutor:
    """
    Has runs executed by workers; those in a visitor's session, which is in this process, by threads of this one.

    Args:
        local: the runs of this process.
        rules: whose turn it is, among the runs of all processes.
        revival: makes runs of their rows.
    """

    def __init__(self, local: LocalRuns, rules: Rules, revival: Revival) -> None:
        self._local, self._store, self._revival = local, local.store, revival
        self.is_shared = True
        self._jobs = Jobs(self._store.database)
        #: The runs that are being taken by this process, each with which time it is executed.
        self._in_taking: set[tuple[str, int]] = set()
        self._lock, self._stopping = Lock(), False
        self._admission = Admission(self._store.database, rules, self._hand_over)
        self.place, self.places = self._admission.place, self._admission.places
        self.begin_waiting = self._admission.begin_waiting

    def set_rules(self, rules: Rules) -> None:
        """Go by *rules* from now on; no run ends by it."""
        self._admission.rules = rules

    def start(self, live: Live, key: str, key_age: float) -> str:
        """Have *live* executed once it is its turn; return the id of the run that *key* stands for, else `""`."""
        if live.target.session:
            return self._local.begin(live, lambda: self._add(live, key, key_age, self._store.leases.worker))
        if not live.is_whole and self._local.sealer is None:
            raise UnsealedError
        self._local.seal(live)
        return self._add(live, key, key_age, "")

    def run(self, live: Live, key: str, key_age: float) -> str:
        """Do as `start`, but return the id of the run in any case: it is to be waited for."""
        return self.start(live, key, key_age) or live.run.id

    def _add(self, live: Live, key: str, key_age: float, worker: str) -> str:
        row = self._store.new_row(live.run, **live.more, worker=worker, key=key or None) | {"attempt": 0}

        def write(connection: Connection) -> str:
            if known := claim(connection, row, key_age):
                return known
            live.also(connection, live.run.id)
            return ""

        return self._admission.enter(write, live.turn, Handed(live.run.id, worker, 1))

    def _hand_over(self, connection: Connection, runs: list[Handed]) -> None:
        """Have *runs* executed once what was written on *connection* stands: their turn has come."""
        if jobs := [run for run in runs if not run.worker]:
            self._jobs.defer(connection, jobs)
        self._store.database.notify(connection, [run.worker for run in runs if run.worker], WORKERS_CHANNEL)

    def look(self) -> None:
        """Begin the runs in sessions of this process whose turn has come, and those that nobody began."""
        queued = {
            live.run.id: live for live in self._local.all() if live.run.state == "queued" and not live.ready.is_set()
        }
        for run_id in self._store.admitted(list(queued)):
            queued[run_id].ready.set()
            Thread(target=self._execute, args=(queued[run_id],), daemon=True).start()

    def execute(self, run_id: str, attempt: int) -> None:
        """Execute the run of that id, as a worker, unless it was cancelled or another has it."""
        with self._taking(run_id, attempt) as is_free:
            live = self._taken(run_id, attempt) if is_free else None
        if live:
            self._execute(live)

    @contextmanager
    def _taking(self, run_id: str, attempt: int) -> Iterator[bool]:
        """Tell whether this process neither executes the run of that id for that time, nor takes it elsewhere."""
        with self._lock:
            # It may still be at work on it for the time before, which others were told is over.
            live = self._local.get(run_id)
            is_free = (run_id, attempt) not in self._in_taking and (live is None or live.attempt != attempt)
            if is_free:
                self._in_taking.add((run_id, attempt))
        try:
            yield is_free
        finally:
            if is_free:
                self._in_taking.discard((run_id, attempt))

    def _taken(self, run_id: str, attempt: int) -> Live | None:
        """Be at work on the run of that id; return it, `None` where there is nothing to do."""
        while not self._stopping:
            began = time.monotonic()
            try:
                if not self._store.take_job(run_id, attempt):
                    return None
                live = self._revived(run_id)
                if time.monotonic() - began > self._store.leases.seconds / 2:
                    # The lease may have run out meanwhile, and others have the run: look again.
                    continue
                if live:
                    # Taking it has noted that it goes on.
                    live.noted = True
                    self._local.begin(live, lambda: "")
                else:
                    self._store.end(run_id, attempt, NOT_AT_HAND)
                    self._local.note_end(run_id)
                    self.begin_waiting()
            except SQLAlchemyError as error:
                # The run may be in the work of this process already: nobody else takes it then.
                _log.error("run %.8s cannot be taken yet: %s", run_id, reason(error))
                time.sleep(RETRY)
            else:
                return live
        return None

    def _revived(self, run_id: str) -> Live | None:
        try:
            return self._revival.live(run_id)
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - logged, and said
            # As in a call: no fault of ours leaves a run running for ever.
            _log.exception("run %.8s cannot be executed", run_id)
            return None

    def _execute(self, live: Live) -> None:
        self._local.execute(live)
        self.begin_waiting()

    def work(self, threads: int, finish: float) -> None:
        """Execute runs as a worker, so many at once, until the process is told to stop, and *finish* seconds more."""
        lease = self._store.leases.seconds
        work = self._jobs.work(self.execute, self._hand_over_all, threads=threads, finish=finish, lease=lease)
        asyncio.run(work)

    def fault(self) -> str:
        """Return why no run is executed now, or `""`."""

        def is_stuck(connection: Connection) -> bool:
            waits = connection.execute(_HANDED).first() is not None
            return waits and not self._jobs.has_worker(connection, self._store.leases.seconds)

        return "Runs wait, and no worker takes them: start `webform worker`" if self._store.read(is_stuck) else ""

    def _hand_over_all(self) -> None:
        self._stopping = True
        self._local.hand_over()

    def take_over(self, orphan: Orphan) -> bool:
        """Have the run of *orphan* executed again; tell whether nobody else was quicker."""
        run = Handed(orphan.id, "", orphan.attempt + 1)
        return self._store.take_over(orphan, "", lambda connection: self._hand_over(connection, [run]))

    def withdraw(self, run_id: str) -> bool:
        """Cancel the run of that id where no process is at work on it yet; tell whether it was so."""
        live = self._local.get(run_id)
        withdrawn = self._store.withdraw(run_id, CANCELLED)
        if withdrawn and live:
            live.ready.set()
            self._local.end(live, CANCELLED)
        if withdrawn:
            self.begin_waiting()
        return withdrawn
