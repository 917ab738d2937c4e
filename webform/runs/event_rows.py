"""Rows of what runs told."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from webform.runs.events import RunEvent
from webform.runs.rows import EVENTS, RUNS

# They may have been inserted before, where the database could not say so any more.
_INSERT_EVENT = {
    "sqlite": sqlite.insert(EVENTS).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(EVENTS).on_conflict_do_nothing(),
}
_OWNERS = select(
    RUNS.c.id, case((RUNS.c.state == "lost", ""), else_=RUNS.c.worker).label("owner"), RUNS.c.attempt
).with_for_update(read=True)
_DELETE_EVENT = delete(EVENTS).where(EVENTS.c.run == bindparam("key"), EVENTS.c.seq == bindparam("number"))
_EVENTS_AFTER = (
    select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.data)
    .where(EVENTS.c.run == bindparam("key"), EVENTS.c.seq > bindparam("after"))
    .order_by(EVENTS.c.seq)
)


def write_event_rows(
    connection: Connection, worker: str, events: list[tuple[str, int, RunEvent]], gone: list[tuple[str, int, int]]
) -> None:
    """Insert *events* and delete those *gone*, as `RunStore.write_events` has it, where *worker* is at work on them."""
    # Whoever takes them over meanwhile waits until these stand.
    query = _OWNERS.where(RUNS.c.id.in_({run for run, *_ in (*events, *gone)}))
    owners = {run: tuple(owner) for run, *owner in connection.execute(query)}

    def is_own(run: str, attempt: int) -> bool:
        return owners.get(run) in (None, (worker, attempt))

    rows = [
        {"run": run, "seq": event.seq, "kind": event.kind, "data": event.text}
        for run, attempt, event in events
        if is_own(run, attempt)
    ]
    if rows:
        connection.execute(_INSERT_EVENT[connection.dialect.name], rows)
    if old := [{"key": run, "number": seq} for run, attempt, seq in gone if is_own(run, attempt)]:
        connection.execute(_DELETE_EVENT, old)


def events_after(connection: Connection, run_id: str, after: int) -> list[RunEvent]:
    """Return the events of a run after the one of that number."""
    rows = connection.execute(_EVENTS_AFTER, {"key": run_id, "after": after}).all()
    return [RunEvent(*row) for row in rows]
