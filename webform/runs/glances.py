"""Glances at many runs that are not over, in one statement: how far they are, and what they told since."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from sqlalchemy import Connection, text

from webform.runs.events import RunEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.runs.run import State

# In one statement, so that all is of one moment.
_GLANCES = text("""
    SELECT runs.id, runs.state, runs.attempt = 0, events.seq, events.kind, events.data
    FROM unnest(CAST(:ids AS text[]), CAST(:afters AS integer[])) AS asked (id, after)
    JOIN webform_runs AS runs ON runs.id = asked.id
    LEFT JOIN webform_events AS events ON events.run = asked.id AND events.seq > asked.after
    WHERE runs.state IN ('queued', 'running')
    AND (runs.worker = '' OR EXISTS (SELECT FROM webform_workers AS workers WHERE workers.id = runs.worker))
    ORDER BY runs.id, events.seq
""")


class Glance(NamedTuple):
    """A run that is not over: its state, whether it waits for its turn, its place then, and the events asked for."""

    state: State
    waits: bool
    place: int | None
    events: list[RunEvent]


def glances(connection: Connection, asked: Mapping[str, int]) -> dict[str, Glance]:
    """Return those runs of *asked*, ids with the numbers of the last events known, that are not over; by PostgreSQL."""
    found: dict[str, Glance] = {}
    for run_id, state, waits, *event in connection.execute(
        _GLANCES, {"ids": list(asked), "afters": list(asked.values())}
    ):
        glance = found.setdefault(run_id, Glance(cast("State", state), waits, None, []))
        if event[0] is not None:
            glance.events.append(RunEvent(*event))
    return found
