"""The store of runs: a database, by default one SQLite file, that processes of one machine may share."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Table, Update, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from webform.files import StoredFile
from webform.runs.batch import Batch, batch_of
from webform.runs.chain import Chain, chain_of
from webform.runs.database import Database, FileMark, connect_to, give_back, reason, shown
from webform.runs.event_rows import events_after, write_event_rows
from webform.runs.events import AGAIN as STARTS_AGAIN
from webform.runs.events import RunEvent, warning
from webform.runs.keys import claim
from webform.runs.leases import LEASE, Leases, Orphan
from webform.runs.live import nothing_else
from webform.runs.rows import (
    BATCHES,
    CHAINS,
    COMMANDS,
    EVENTS,
    IS_UNFINISHED,
    MORE,
    RUNS,
    UNFINISHED,
    WORKERS,
    Row,
    row_of,
    run_of,
)
from webform.runs.schema import SchemaError, migrate, set_up
from webform.runs.sweeping import swept_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.result import Result
    from webform.runs.live import Also
    from webform.runs.run import Run

T = TypeVar("T")

#: The line in the log of a run that starts again.
AGAIN = warning(STARTS_AGAIN)

# Made once: SQLAlchemy compiles a statement once, but to make one anew takes longer than to execute it.
# What became of a run is written by whoever is at work on it: nothing comes back that was forgotten, or given up.
_OWN = (
    (RUNS.c.id == bindparam("run"))
    & (RUNS.c.worker == bindparam("holder"))
    & (RUNS.c.attempt == bindparam("turn"))
    & RUNS.c.state.in_(UNFINISHED)
)
_UPDATE = update(RUNS).where(_OWN)
# Whether anybody is at work on it is known in the same moment.
_SELECT = {
    table: select(table, exists().where(WORKERS.c.id == table.c.worker).label("is_known")).where(
        table.c.id == bindparam("key")
    )
    for table in (RUNS, CHAINS, BATCHES)
}
#: What an id may be; some databases refuse to look for characters that no id has.
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)


class StoreError(Exception):
    """Raised when a database cannot be used: says which, and why."""


@contextmanager
def _usable(database: Path | str) -> Iterator[None]:
    """Say in words why *database* cannot be used, where that turns out."""
    try:
        yield
    except SchemaError as error:
        raise StoreError(f"The database {shown(database)} {error}") from error
    except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
        raise StoreError(f"The database {shown(database)} cannot be used: {reason(error)}") from error


def migrated(database: Path | str, *, queue: bool = False) -> tuple[str, str]:
    """
    Bring *database* up to date; return the version it had, `""` for none, and the one it has.

    Raises:
        StoreError: it cannot be used.
    """
    with _usable(database):
        engine = connect_to(database)
        try:
            return migrate(engine, queue=queue)
        finally:
            engine.dispose()


class RunStore:
    """
    The runs of a database.

    Args:
        database: a file, or an address as SQLAlchemy has it.
        lease: seconds after which a process that has not renewed its lease is no more.
        queue: whether workers take runs from it.

    Raises:
        StoreError: it cannot be used.
    """

    def __init__(self, database: Path | str, lease: float = LEASE, *, queue: bool = False) -> None:
        with _usable(database):
            self.database = Database(database)
            set_up(self.database.engine, queue=queue)
            self._file = FileMark(Path(database)) if "://" not in str(database) else None
        self.leases = Leases(self.database, lease)
        #: What they do may be tried again.
        self.read, self.write = self.database.read, self.database.write
        #: About how many characters were written since the last sweep.
        self.written = 0
        # A server may fork after this: connections are opened anew where they are used.
        self.database.close()

    def add(self, run: Run, **more: Any) -> None:
        """Keep *run*, with *more* that other processes need while it is not over; it is safe once this returns."""
        self.claim(run, "", 0, **more)

    def claim(self, run: Run, key: str, age: float, also: Also = nothing_else, **more: Any) -> str:
        """Do as `add`, unless *key* stands for a run that is no older than *age*: then return the id of that."""
        row = self.new_row(run, **more, key=key or None)

        def write(connection: Connection) -> str:
            known = claim(connection, row, age)
            if not known:
                also(connection, run.id)
            return known

        is_one = not key and also is nothing_else
        return (self.database.write_one if is_one else self.write)(write)

    def new_row(self, run: Run, **more: Any) -> Row:
        """Return the row of *run*, which begins in the work of this process, unless *more* says otherwise."""
        if not run.over:
            self.leases.hold()
        row = MORE | {"worker": self.leases.worker} | row_of(run) | more
        self.written += _length(row)
        return row

    def change(self, run: Run, attempt: int = 1) -> bool:
        """Keep *run* as it is now; tell whether it was still in the work of this process, for the *attempt*-th time."""
        row = row_of(run) | ({"sealed": None} if run.over else {})
        where = {"run": run.id, "holder": self.leases.worker, "turn": attempt}
        self.written += _length(row)
        return self.write(lambda connection: self._updates(connection, run.id, _UPDATE, {**row, **where}))

    def take_over(self, orphan: Orphan, worker: str, then: Callable[[Connection], None] = lambda _: None) -> bool:
        """
        Have *worker* at work on the run of *orphan*, once more; tell whether nobody else was quicker.

        What it came to so far counts no more, what it logged does; *then* is done where it was quick enough.
        """
        more = {"worker": worker, "state": "queued", "began": None, "attempt": orphan.attempt + 1}

        def write(connection: Connection) -> bool:
            taken = self._decide(connection, orphan, more)
            if taken:
                last = connection.execute(select(func.max(EVENTS.c.seq)).where(EVENTS.c.run == orphan.id)).scalar()
                again = {"run": orphan.id, "seq": (last or 0) + 1, "kind": "log", "data": json.dumps(AGAIN)}
                connection.execute(delete(EVENTS).where(EVENTS.c.run == orphan.id, EVENTS.c.kind != "log"))
                connection.execute(insert(EVENTS), again)
                then(connection)
            return taken

        return self.write(write)

    def lose(self, orphan: Orphan) -> bool:
        """Note that the run of *orphan* is lost; tell whether nobody else was quicker."""
        return self.write(lambda connection: self._decide(connection, orphan, {"state": "lost", "sealed": None}))

    def _decide(self, connection: Connection, orphan: Orphan, values: dict[str, Any]) -> bool:
        where = {"run": orphan.id, "holder": orphan.worker, "turn": orphan.attempt}
        return self._updates(connection, orphan.id, update(RUNS).where(_OWN).values(**values), where)

    def _updates(self, connection: Connection, run_id: str, change: Update, where: Row | None = None) -> bool:
        """Make *change* to the run of that id, and tell who waits for it; tell whether there was such a run."""
        self.database.notify(connection, [run_id])
        return connection.execute(change, where).rowcount > 0

    def take_job(self, run_id: str, attempt: int) -> bool:
        """Have this process at work on a run that waits for any worker; tell whether it is at work now."""
        self.leases.hold()
        queued = (RUNS.c.state == "queued") & (RUNS.c.worker == "")
        # It may have been taken before, where the database could not say so any more.
        taken = (RUNS.c.state == "running") & (RUNS.c.worker == self.leases.worker)
        waits = (RUNS.c.id == run_id) & (RUNS.c.attempt == attempt) & (queued | taken)

        def write(connection: Connection) -> bool:
            values = {"worker": self.leases.worker, "state": "running", "began": self.database.now(connection)}
            return self._updates(connection, run_id, update(RUNS).where(waits).values(**values))

        return self.write(write)

    def withdraw(self, run_id: str, result: Result) -> bool:
        """Cancel a run that no worker has taken, or whose turn in this process has not come; tell whether it was so."""
        own = (RUNS.c.worker == self.leases.worker) & (RUNS.c.attempt == 0)
        idle = (RUNS.c.id == run_id) & (RUNS.c.state == "queued") & ((RUNS.c.worker == "") | own)

        def write(connection: Connection) -> bool:
            values = {"state": "cancelled", "ended": self.database.now(connection), "sealed": None}
            cancelled = update(RUNS).where(idle).values(**values, result=json.dumps(result.as_record()))
            return self._updates(connection, run_id, cancelled)

        return self.write(write)

    def end(self, run_id: str, attempt: int, result: Result) -> None:
        """Note that a run in the work of this process, for the *attempt*-th time, is over with *result*."""
        run = self.get(run_id)
        if run is not None:
            self.change(replace(run, state="done", ended=self.database.time(), result=result), attempt)

    def admitted(self, run_ids: list[str]) -> list[str]:
        """Return those of the runs of these ids whose turn has come."""
        if not run_ids:
            return []
        query = select(RUNS.c.id).where(RUNS.c.id.in_(run_ids), RUNS.c.attempt > 0, RUNS.c.state == "queued")
        return self.read(lambda connection: list(connection.execute(query).scalars()))

    def more(self, run_id: str) -> Row:
        """Return what other processes need of the run of that id while it is not over; nothing where there is none."""
        query = select(*(RUNS.c[name] for name in MORE)).where(RUNS.c.id == run_id)
        found = self.read(lambda connection: connection.execute(query).mappings().first())
        return dict(found or {})

    def in_work(self) -> set[str]:
        """Return the ids of the runs that are not over and in the work of this process."""
        query = select(RUNS.c.id).where(IS_UNFINISHED, RUNS.c.worker == self.leases.worker)
        return self.read(lambda connection: set(connection.execute(query).scalars()))

    def unfinished_elsewhere(self) -> Counter[tuple[str, str]]:
        """Return how many runs that are not over are not in the work of this process, by tool and state."""
        others = IS_UNFINISHED, RUNS.c.worker != self.leases.worker
        query = select(RUNS.c.tool, RUNS.c.state, func.count()).where(*others).group_by(RUNS.c.tool, RUNS.c.state)
        rows = self.read(lambda connection: connection.execute(query).all())
        return Counter({(tool, state): count for tool, state, count in rows})

    def get(self, run_id: str) -> Run | None:
        """Return the run of that id; it is lost if whoever was at work on it is no more."""
        return self._made(RUNS, run_id, run_of)

    def write_events(self, events: list[tuple[str, int, RunEvent]], gone: list[tuple[str, int, int]]) -> None:
        """
        Keep *events*, and delete those *gone*, by their numbers; what others were told is not told any more stays out.

        Args:
            events: each with the id of its run, and which time that is executed.
            gone: the same, with their numbers.
        """

        def write(connection: Connection) -> None:
            write_event_rows(connection, self.leases.worker, events, gone)
            self.database.notify(connection, list({run for run, *_ in events}))

        self.write(write)
        self.written += sum(len(event.text) for *_, event in events)

    def events(self, run_id: str, after: int = 0) -> list[RunEvent]:
        """Return the events of a run after the one of that number."""
        return self.read(lambda connection: events_after(connection, _key(run_id), after))

    def chain(self, chain_id: str) -> Chain | None:
        """Return the chain of that id; it is lost if whoever was at work on it is no more."""
        return self._made(CHAINS, chain_id, chain_of)

    def batch(self, batch_id: str) -> Batch | None:
        """Return the batch of that id; it is lost if whoever was at work on it is no more."""
        return self._made(BATCHES, batch_id, batch_of)

    def forget(self, run_id: str) -> bool:
        """Delete the run of that id, with its events; tell whether there was one."""

        def write(connection: Connection) -> bool:
            # In the order that sweeping has: who waits for each other waits for ever.
            found = connection.execute(delete(RUNS).where(RUNS.c.id == _key(run_id))).rowcount > 0
            connection.execute(delete(EVENTS).where(EVENTS.c.run == _key(run_id)))
            return found

        return self.write(write)

    def sweep(self, max_age: float, max_count: int, max_chars: float = float("inf")) -> int:
        """
        Delete old runs, with their events; return how many.

        Args:
            max_age: seconds that a run is kept.
            max_count: how many runs are kept.
            max_chars: how many characters they may have together; the oldest go first.
        """
        swept = self.write(
            lambda connection: swept_runs(connection, self.database.now(connection), max_age, max_count, max_chars)
        )
        self.written = 0
        if self.database.is_sqlite:
            give_back(self.database.engine)
        return swept

    def hashes(self) -> set[str]:
        """Return the hashes of all files that runs refer to."""
        query = select(RUNS.c.files).where(RUNS.c.files != "{}")
        rows = self.read(lambda connection: connection.execute(query).scalars().all())
        texts = [text for row in rows for text in json.loads(row).values()]
        return {file.sha256 for text in texts if (file := StoredFile.from_text(text))}

    def fault(self) -> str:
        """Return why runs cannot be written to the database now, or `""`."""
        if self._file is not None and not self._file.is_there():
            return "The file of the database was removed or replaced: restart the server"
        try:
            self.write(lambda connection: connection.execute(delete(COMMANDS).where(COMMANDS.c.id == "")))
        except SQLAlchemyError as error:
            return f"The database cannot be used: {reason(error)}"
        return ""

    def close(self) -> None:
        """Close the connections; runs that are not over are lost."""
        with suppress(SQLAlchemyError):
            self.leases.leave()
        self.database.close()

    def _made(self, table: Table, key: str, made_of: Callable[[Row], T]) -> T | None:
        """Return what the row at *key* is of; it is lost where it is not over and whoever was at work is no more."""

        def read(connection: Connection) -> Row | None:
            found = connection.execute(_SELECT[table], {"key": _key(key)}).mappings().first()
            if found is None or found["state"] not in UNFINISHED or found["worker"] in ("", self.leases.worker):
                return dict(found) if found else None
            return dict(found) if found["is_known"] else {**found, "state": "lost"}

        row = self.read(read)
        return None if row is None else made_of(row)


def _key(an_id: str) -> str:
    """Return *an_id*; the empty one, which nothing has, where it cannot be an id."""
    return an_id if _ID.fullmatch(an_id) else ""


def _length(row: Row) -> int:
    return len(row["body"]) + len(row["result"] or "")
