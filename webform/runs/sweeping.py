"""The deletion of old runs, and of what belongs to none."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, or_, select

from webform.runs.rows import BATCHES, CHAINS, COMMANDS, EVENTS, RUNS, UNFINISHED


def swept_runs(connection: Connection, now: float, max_age: float, max_count: int, max_chars: float) -> int:
    """Delete runs beyond the limits of `RunStore.sweep`, with their events; return how many."""
    beyond = _first_beyond(connection, max_count, max_chars) or 0

    def is_old(table: Table) -> ColumnElement[bool]:
        # What goes on is no run too many, however many began after it.
        surplus = and_(table.c.created <= beyond, table.c.state.not_in(UNFINISHED))
        return or_(table.c.created <= now - max_age, surplus)

    swept = connection.execute(delete(RUNS).where(is_old(RUNS))).rowcount
    # Those of runs forgotten while they told more, too.
    connection.execute(delete(EVENTS).where(EVENTS.c.run.not_in(select(RUNS.c.id))))
    connection.execute(delete(CHAINS).where(is_old(CHAINS)))
    connection.execute(delete(BATCHES).where(is_old(BATCHES)))
    # Whoever left one and waits for it leaves none behind, but may have been killed.
    connection.execute(delete(COMMANDS).where(COMMANDS.c.run.not_in(select(RUNS.c.id))))
    return swept


def _first_beyond(connection: Connection, max_count: int, max_chars: float) -> float | None:
    """Return when the newest run was made that is one too many, or too much, counted from the newest on."""
    sizes = select(EVENTS.c.run, func.sum(func.length(EVENTS.c.data)).label("chars")).group_by(EVENTS.c.run).subquery()
    chars = func.length(RUNS.c.body) + func.coalesce(func.length(RUNS.c.result), 0) + func.coalesce(sizes.c.chars, 0)
    query = select(RUNS.c.created, chars).join_from(RUNS, sizes, RUNS.c.id == sizes.c.run, isouter=True)
    left = max_chars
    for index, (created, length) in enumerate(connection.execute(query.order_by(RUNS.c.created.desc()))):
        left -= length
        if index >= max_count or left < 0:
            return float(created)
    return None
