"""Admission of runs over all processes: whose turn it is, decided in the database by one process at a time."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select, text, update

from webform.runs.rows import IS_UNFINISHED, RUNS
from webform.runs.turns import Taken, Turn, place_after

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from webform.runs.database import Database
    from webform.runs.turns import Rules

#: The lock of PostgreSQL under which turns are given.
_LOCK = text("SELECT pg_advisory_xact_lock(8603394862177775362)")
_TURN = (RUNS.c.tool, RUNS.c.client, RUNS.c.alone)
_AT_WORK = select(func.count(), *_TURN).where(IS_UNFINISHED, RUNS.c.attempt > 0).group_by(*_TURN)
_WAITING = (
    select(RUNS.c.id, RUNS.c.worker, *_TURN)
    .where(IS_UNFINISHED, RUNS.c.attempt == 0)
    .order_by(RUNS.c.created, RUNS.c.id)
)
_ANY_WAITING = select(RUNS.c.id).where(IS_UNFINISHED, RUNS.c.attempt == 0).limit(1)


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
            self.begin_waiting()
        return known

    def _begins(self, connection: Connection, turn: Turn, run: Handed) -> bool:
        """Begin *run* if it is its *turn*; tell whether it is."""
        self._lock(connection)
        taken = self._taken(connection)
        begins = taken.begins(turn)
        if begins:
            self._begin(connection, [run])
        else:
            taken.check_room(turn, [_turn(row) for row in connection.execute(_WAITING) if row.id != run.id])
        return begins

    def begin_waiting(self) -> None:
        """Begin the runs that others kept waiting, which are over."""
        if self._database.read(lambda connection: connection.execute(_ANY_WAITING).first()):
            with self._deciding:
                self._database.write(self._begin_waiting)

    def _begin_waiting(self, connection: Connection) -> None:
        self._lock(connection)
        if waiting := connection.execute(_WAITING).all():
            taken = self._taken(connection)
            self._begin(connection, [Handed(row.id, row.worker, 1) for row in waiting if taken.begins(_turn(row))])

    def _begin(self, connection: Connection, runs: list[Handed]) -> None:
        if runs:
            ids = [run.id for run in runs]
            connection.execute(update(RUNS).where(RUNS.c.id.in_(ids)).values(attempt=1))
            self._database.notify(connection, ids)
            self._hand_over(connection, runs)

    def place(self, run_id: str) -> int | None:
        """Return the place of the run of that id among those that wait for the same; `None` if it does not wait."""
        waiting = self._database.read(lambda connection: connection.execute(_WAITING).all())
        for index, row in enumerate(waiting):
            if row.id == run_id:
                return place_after([_turn(before) for before in waiting[:index]], _turn(row))
        return None

    def _lock(self, connection: Connection) -> None:
        """Have no other process decide until the transaction of *connection* ends."""
        connection.execute(_LOCK)

    def _taken(self, connection: Connection) -> Taken:
        taken = Taken(self.rules)
        for count, *turn in connection.execute(_AT_WORK):
            taken.add(_made(*turn), count)
        return taken


def _turn(row: Any) -> Turn:
    return _made(row.tool, row.client, alone=row.alone)


def _made(tool: str, client: str, alone: bool) -> Turn:  # noqa: FBT001 - a column of the row
    return Turn(alone=tool if alone else "", go=lambda: None, tool=tool, client=client)
