"""Rows of batches, written by the process that is at work on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, update

from webform.runs.batch import Batch, BatchState, entries_text, table_text
from webform.runs.rows import BATCHES

if TYPE_CHECKING:
    from webform.runs.store import RunStore


def insert_batch(store: RunStore, batch: Batch) -> None:
    """Keep *batch*, which begins in the work of this process."""
    row = {"id": batch.id, "tool": batch.tool_id, "state": batch.state, "worker": store.leases.worker,
           "rows": table_text(batch), "entries": entries_text(batch.entries), "created": batch.created}  # fmt: skip
    store.write(lambda connection: connection.execute(insert(BATCHES), row))


def update_entries(store: RunStore, batch: Batch) -> None:
    """Keep what became of the rows of *batch* so far."""
    change = update(BATCHES).where(BATCHES.c.id == batch.id).values(entries=entries_text(batch.entries))
    store.write(lambda connection: connection.execute(change))


def end_batch(store: RunStore, batch_id: str, state: BatchState) -> None:
    """Note how the batch of that id ended."""
    change = update(BATCHES).where(BATCHES.c.id == batch_id).values(state=state)
    store.write(lambda connection: connection.execute(change))
