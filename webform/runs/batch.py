"""A batch, one run of a tool for each row of a table, and its row of the database."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import insert, update

from webform.runs.rows import BATCHES
from webform.runs.run import new_id

if TYPE_CHECKING:
    from webform.runs.database import Database

BatchState = Literal["running", "done", "cancelled", "lost"]


@dataclass(frozen=True, kw_only=True)
class BatchEntry:
    """
    What became of one row.

    Args:
        run: the id of its run; `""` before there is one.
        status: `waiting`, the state of its run, or the status of its result; `skipped` for a row with problems.
        problems: what is wrong with the row, in words.
        message: what its run said.
        outputs: the plain values its run came to, by name.
    """

    run: str = ""
    status: str = "waiting"
    problems: tuple[str, ...] = ()
    message: str = ""
    outputs: dict[str, Any] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether nothing more happens to it."""
        return self.status not in ("waiting", "queued", "running")


@dataclass(frozen=True, kw_only=True)
class Batch:
    """
    A batch of runs.

    Args:
        tool_id: the tool it runs.
        columns: the labels of the inputs that were filled in from the table.
        rows: the texts of those inputs, row by row; no secrets.
        entries: what became of each row.
        state: where it is in its life.
        created: when it was asked for, in seconds since 1970.
        id: the only key to it.
    """

    tool_id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    entries: tuple[BatchEntry, ...]
    state: BatchState = "running"
    created: float = 0
    id: str = field(default_factory=new_id)


def entries_text(entries: tuple[BatchEntry, ...]) -> str:
    """Return *entries* as JSON."""
    return json.dumps([asdict(entry) for entry in entries])


def batch_of(row: Any) -> Batch:
    """Return the batch that *row* of the database holds."""
    columns, rows = json.loads(row["rows"])
    entries = (BatchEntry(**{**entry, "problems": tuple(entry["problems"])}) for entry in json.loads(row["entries"]))
    return Batch(
        id=row["id"],
        tool_id=row["tool"],
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        entries=tuple(entries),
        state=row["state"],
        created=row["created"],
    )


def insert_batch(database: Database, batch: Batch, worker: str) -> None:
    """Keep *batch*, which begins in the work of the process called *worker*."""
    row = {"id": batch.id, "tool": batch.tool_id, "state": batch.state, "worker": worker,
           "rows": json.dumps([batch.columns, batch.rows]), "entries": entries_text(batch.entries),
           "created": batch.created}  # fmt: skip
    database.write(lambda connection: connection.execute(insert(BATCHES), row))


def update_batch(database: Database, batch_id: str, **columns: str) -> None:
    """Keep these *columns* of the batch of that id."""
    change = update(BATCHES).where(BATCHES.c.id == batch_id).values(**columns)
    database.write(lambda connection: connection.execute(change))


def end_batch(database: Database, batch_id: str, state: BatchState) -> bool:
    """Note the end of the batch of that id; tell whether it was running: what ends it first counts."""
    end = update(BATCHES).where(BATCHES.c.id == batch_id, BATCHES.c.state == "running").values(state=state)
    return database.write(lambda connection: connection.execute(end).rowcount > 0)
