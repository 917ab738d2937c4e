"""Leases of the processes that are at work on runs: who is at work renews one, and who does not is no more."""

from __future__ import annotations

import os
import secrets
import socket
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from webform.runs.rows import BATCHES, CHAINS, IS_UNFINISHED, RUNS, WORKERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs.database import Database

#: Seconds that a lease counts, and how many times it is renewed in them.
LEASE, RENEWALS = 20.0, 5


_OTHERS = [
    select(table.c.id).where(IS_UNFINISHED, table.c.worker.not_in(["", bindparam("own")])).limit(1)
    for table in (RUNS, CHAINS, BATCHES)
]


class Orphan(NamedTuple):
    """A run that is not over and whose worker is no more."""

    id: str
    tool: str
    worker: str
    attempt: int


class Leases:
    """
    The lease of this process, and those of the others that share a database.

    Args:
        database: the database.
        seconds: how long a lease counts.
    """

    def __init__(self, database: Database, seconds: float = LEASE) -> None:
        self._database, self.seconds = database, seconds
        self._lock = RLock()
        self._token, self._host = secrets.token_hex(8), socket.gethostname()
        #: When it was last renewed, and since when it was renewed without a gap, by which process.
        self._renewed, self._since, self._process = float("-inf"), float("inf"), 0
        self._is_gone = False
        #: Whether it ran out, and nobody who renews it was told.
        self._ran_out = False

    @property
    def worker(self) -> str:
        """The name of this process: a server may have forked after the database was opened."""
        return f"{self._token}-{os.getpid()}"

    @property
    def is_due(self) -> bool:
        """Whether it is time to renew it."""
        return not self._is_gone and (
            self._process != os.getpid() or monotonic() - self._renewed >= self.seconds / RENEWALS
        )

    @property
    def judges(self) -> bool:
        """Whether this process has seen, for as long as a lease counts, who renews theirs and who does not."""
        return monotonic() - self._since >= self.seconds

    def hold(self) -> None:
        """Have a lease that others see, before anything is said to be in the work of this process."""
        with self._lock:
            if self.is_due:
                self._renew_now()

    def renew(self) -> bool:
        """Renew the lease; tell whether it had not run out."""
        with self._lock:
            self._renew_now()
            # A request may have renewed it since it ran out.
            ran_out, self._ran_out = self._ran_out, False
            return not ran_out

    def _renew_now(self) -> None:
        began = monotonic()
        kept = self._database.write(self._renew) and self._process == os.getpid()
        if not kept:
            self._since, self._ran_out = began, True
        self._renewed, self._process = began, os.getpid()

    def _renew(self, connection: Connection) -> bool:
        now, own = self._database.now(connection), WORKERS.c.id == self.worker
        renewed = update(WORKERS).where(own, WORKERS.c.seen > now - self.seconds).values(seen=now)
        kept = connection.execute(renewed).rowcount
        if not kept and not connection.execute(update(WORKERS).where(own).values(seen=now)).rowcount:
            connection.execute(insert(WORKERS), {"id": self.worker, "host": self._host, "seen": now})
        return kept > 0

    def orphans(self) -> list[Orphan]:
        """Return the runs of those whose lease has run out, in the order they were asked for."""

        def read(connection: Connection) -> list[Orphan]:
            oldest = self._database.now(connection) - self.seconds
            query = (
                select(RUNS.c.id, RUNS.c.tool, RUNS.c.worker, RUNS.c.attempt)
                .join_from(RUNS, WORKERS, WORKERS.c.id == RUNS.c.worker, isouter=True)
                .where(IS_UNFINISHED, RUNS.c.worker != "")
                .where(or_(WORKERS.c.seen.is_(None), WORKERS.c.seen <= oldest))
                .order_by(RUNS.c.created)
            )
            return [Orphan(*row) for row in connection.execute(query)]

        return self._database.read(read)

    def is_alone(self) -> bool:
        """Tell whether nothing that is not over is in the work of another process."""

        def read(connection: Connection) -> bool:
            return not any(connection.execute(query, {"own": self.worker}).first() for query in _OTHERS)

        return self._database.read(read)

    def bury(self) -> None:
        """Note that those are no more whose lease has run out, once nothing that they were at work on is left."""

        def write(connection: Connection) -> None:
            oldest = self._database.now(connection) - self.seconds
            busy = select(RUNS.c.worker).where(IS_UNFINISHED)
            connection.execute(delete(WORKERS).where(WORKERS.c.seen <= oldest, WORKERS.c.id.not_in(busy)))

        self._database.write(write)

    def leave(self, unless: Callable[[], bool] = lambda: False) -> bool:
        """Be at work no more, *unless* that holds: what is not over is lost at once. Tell whether it was done."""
        with self._lock:
            if self._is_gone or unless():
                return False
            # Most processes that are stopped were at work on nothing.
            if self._process == os.getpid():
                self._process = 0
                gone = delete(WORKERS).where(WORKERS.c.id == self.worker)
                self._database.write(lambda connection: connection.execute(gone))
            return True

    def hand_over(self) -> None:
        """Be at work no more: what is not over is for others to take, as if the lease had run out."""
        gone = update(WORKERS).where(WORKERS.c.id == self.worker).values(seen=0)
        with self._lock:
            self._database.write(lambda connection: connection.execute(gone))
            self._is_gone = True
