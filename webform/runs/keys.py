"""The keys of requests, by which the same request does not run again."""

from __future__ import annotations

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from webform.runs.rows import RUNS, Row

#: Seconds that a key counts.
KEY_AGE = 24 * 3600.0

_INSERT_UNLESS = {
    "sqlite": sqlite.insert(RUNS).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
    "postgresql": postgresql.insert(RUNS).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
}


def run_of(connection: Connection, key: str, since: float) -> str | None:
    """Return the id of the run that *key* stands for, if it was not made before *since*."""
    found = select(RUNS.c.id).where(RUNS.c.key == key, RUNS.c.created >= since)
    return connection.execute(found).scalar()


def claim(connection: Connection, row: Row, age: float) -> str:
    """
    Insert *row*, unless its key has stood for a run for no longer than *age*: return the id of that, else `""`.

    It may have been inserted before, where the database could not say so any more: its own id is returned then.
    """
    insert_unless = _INSERT_UNLESS[connection.dialect.name]
    while connection.execute(insert_unless, row).rowcount == 0:
        if row["key"] is None:
            return str(row["id"])
        key = RUNS.c.key == row["key"]
        old = update(RUNS).where(key, RUNS.c.created < row["created"] - age).values(key=None)
        # It may have been freed meanwhile.
        freed = connection.execute(old).rowcount
        known = connection.execute(select(RUNS.c.id).where(key)).scalar()
        if known and not freed:
            return str(known)
    return ""
