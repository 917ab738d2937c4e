"""Admission of runs over all processes: whose turn it is, decided in the database by one process at a time."""

from __future__ import annotations

from collections import Counter
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, not_, select, text, tuple_, update

from webform.runs.rows import IS_UNFINISHED, RUNS
from webform.runs.turns import Rules, Taken, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs.database import Database

#: The lock of PostgreSQL under which turns are given.
_LOCK = text("SELECT pg_advisory_xact_lock(8603394862177775362)")
#: Runs that wait and are looked at together.
SOME = 50
_TURN = (RUNS.c.tool, RUNS.c.client, RUNS.c.alone)
_WAITS = IS_UNFINISHED & (RUNS.c.attempt == 0)
#: How many runs there are of each kind of turn: those that have it, and those that wait for it.
_HAS_TURN = text("attempt > 0")
_COUNTS = select(func.count(), _HAS_TURN, *_TURN).where(IS_UNFINISHED).group_by(_HAS_TURN, *_TURN)
_WAITING_AFTER = (
    select(RUNS.c.created, RUNS.c.id, RUNS.c.worker, *_TURN)
    .where(_WAITS, tuple_(RUNS.c.created, RUNS.c.id) > tuple_(bindparam("created"), bindparam("after")))
    .order_by(RUNS.c.created, RUNS.c.id)
    .limit(SOME)
)
_ANY_WAITING = select(RUNS.c.id).where(_WAITS).limit(1)
_ALL_WAITING = select(RUNS.c.id, RUNS.c.tool, RUNS.c.alone).where(_WAITS).order_by(RUNS.c.created, RUNS.c.id)
_BEFORE = RUNS.alias("before")
_PLACE = select(
    1
    + select(func.count())
    .select_from(_BEFORE)
    .where(
        text("before.state IN ('queued', 'running') AND before.attempt = 0"),
        tuple_(_BEFORE.c.created, _BEFORE.c.id) < tuple_(RUNS.c.created, RUNS.c.id),
        not_(RUNS.c.alone) | (_BEFORE.c.alone & (_BEFORE.c.tool == RUNS.c.tool)),
    )
    .scalar_subquery()
).where(RUNS.c.id == bindparam("run"), _WAITS)


class Handed(NamedTuple):
    """A run whose turn it is: its id, who is to execute it (`""` for any worker), for which time."""

    id: str
    worker: str
    attempt: int


class Admission:
    """
    Gives turns to the runs of a database.

    Args:
        database: the database.
        rules: whose turn it is.
        hand_over: has runs executed, once what was written on the connection stands.
    """

    def __init__(self, database: Database, rules: Rules, hand_over: Callable[[Connection, list[Handed]], None]) -> None:
        self._database, self.rules, self._hand_over = database, rules, hand_over
        #: Threads of this process wait here, without a connection that others of it need.
        self._deciding = Lock()
        #: How often it was asked whether any that wait may begin, and up to which of these was looked.
        self._asked, self._looked = count(1), 0

    def enter(self, write: Callable[[Connection], str], turn: Turn, run: Handed) -> str:
        """
        Let *run* begin, or wait.

        Args:
            write: inserts its row; returns why it is not to begin, else `""`.
            turn: its turn.
            run: who is to execute it.

        Returns:
            What *write* returned.

        Raises:
            BusyError: there is no room.
        """
        waits = False

        def decide(connection: Connection) -> str:
            nonlocal waits
            if not (known := write(connection)):
                waits = not self._begins(connection, turn, run)
            return known

        with self._deciding:
            known = self._database.write(decide)
        if waits:
            # One that ended meanwhile did not see that it waits.
            self._look()
        return known

    def _begins(self, connection: Connection, turn: Turn, run: Handed) -> bool:
        """Begin *run*, which is inserted, if it is its *turn*; tell whether it is."""
        taken, waiting = self._counted(connection)
        begins = taken.begins(turn)
        if begins:
            self._begin(connection, [run])
        else:
            taken.check_room(turn, [*waiting, (turn, -1)])
        return begins

    def begin_waiting(self) -> None:
        """Begin the runs that others kept waiting, which are over."""
        if self._database.read(lambda connection: connection.execute(_ANY_WAITING).first()):
            self._look()

    def _look(self) -> None:
        """Begin the runs whose turn it is, unless another thread looks for all that was so when this was called."""
        asked = next(self._asked)
        with self._deciding:
            if self._looked < asked:
                until = next(self._asked)
                self._database.write(self._begin_waiting)
                self._looked = until

    def _begin_waiting(self, connection: Connection) -> None:
        taken, counts = self._counted(connection)
        waiting = [turn for turn, _ in counts]
        last = {"created": float("-inf"), "after": ""}
        # Thousands may wait, of which few may begin.
        while any(map(taken.has_room, waiting)) and (rows := connection.execute(_WAITING_AFTER, last).all()):
            ready = [row for row in rows if taken.begins(_turn(row))]
            self._begin(connection, [Handed(row.id, row.worker, 1) for row in ready])
            last = {"created": rows[-1].created, "after": rows[-1].id}

    def _begin(self, connection: Connection, runs: list[Handed]) -> None:
        if runs:
            ids = [run.id for run in runs]
            connection.execute(update(RUNS).where(RUNS.c.id.in_(ids)).values(attempt=1))
            self._database.notify(connection, ids)
            self._hand_over(connection, runs)

    def place(self, run_id: str) -> int | None:
        """Return the place of the run of that id among those that wait for the same; `None` if it does not wait."""
        return self._database.read(lambda connection: connection.execute(_PLACE, {"run": run_id}).scalar())

    def places(self) -> dict[str, int]:
        """Return the places of all runs that wait, by their ids."""
        places: dict[str, int] = {}
        alone = Counter[str]()
        rows = self._database.read(lambda connection: connection.execute(_ALL_WAITING).all())
        for before, row in enumerate(rows):
            places[row.id] = 1 + (alone[row.tool] if row.alone else before)
            alone[row.tool] += row.alone
        return places

    def _counted(self, connection: Connection) -> tuple[Taken, list[tuple[Turn, int]]]:
        """Return what is taken, and what waits; no other process decides until the transaction ends."""
        connection.execute(_LOCK)
        taken, waiting = Taken(self.rules), []
        for row in connection.execute(_COUNTS):
            number, has_turn, *_ = row
            if has_turn:
                taken.add(_turn(row), number)
            else:
                waiting.append((_turn(row), number))
        return taken, waiting


def _turn(row: Any) -> Turn:
    """Return the turn of a run, or of several alike, by the columns of `_TURN` in *row*."""
    return Turn(alone=row.tool if row.alone else "", go=lambda: None, tool=row.tool, client=row.client)
