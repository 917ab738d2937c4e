"""Rows of chains: a step is noted by whoever knows how far the chain is, so that one process takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select, update

from webform.runs.chain import Chain, text_of
from webform.runs.rows import CHAINS, RUNS, UNFINISHED, Row

if TYPE_CHECKING:
    from webform.runs.store import RunStore

#: What is deleted where a chain is over.
_OVER = {"bodies": None, "sealed": None}
_RUNNING = CHAINS.c.state == "running"
#: Those that any process may go on with, and whose step is over, or forgotten.
_DUE = (
    select(CHAINS)
    .join_from(CHAINS, RUNS, RUNS.c.id == CHAINS.c.run, isouter=True)
    .where(_RUNNING, CHAINS.c.worker == "", RUNS.c.id.is_(None) | RUNS.c.state.not_in(UNFINISHED))
)


class ChainMovedError(Exception):
    """Raised where another process took the next step of a chain, or ended it."""


def insert_chain(store: RunStore, chain: Chain, **more: Any) -> None:
    """Keep *chain*, which begins in the work of this process, with *more* of its columns."""
    store.leases.hold()
    row = {"id": chain.id, "created": chain.created, "worker": store.leases.worker, **_columns(chain), **more}
    store.write(lambda connection: connection.execute(insert(CHAINS), row))


def update_chain(connection: Connection, chain: Chain, before: Chain, **more: Any) -> None:
    """
    Keep *chain* as it is now, with *more* of its columns.

    Raises:
        ChainMovedError: it is not as it was *before* any more.
    """
    unmoved = _RUNNING & (CHAINS.c.id == chain.id) & (CHAINS.c.run == before.current)
    if not connection.execute(update(CHAINS).where(unmoved).values(**_columns(chain), **more)).rowcount:
        raise ChainMovedError


def cancel_chain(store: RunStore, chain_id: str) -> bool:
    """Cancel the chain of that id, so that no more step begins; tell whether it was running."""
    cancelled = update(CHAINS).where(_RUNNING, CHAINS.c.id == chain_id).values(state="cancelled", **_OVER)
    return store.write(lambda connection: connection.execute(cancelled).rowcount > 0)


def due_chains(store: RunStore, run_id: str | None) -> list[Row]:
    """Return the rows of the chains that any process may go on with: after that run, or any that is over."""
    query = _DUE if run_id is None else _DUE.where(CHAINS.c.run == run_id)
    return store.read(lambda connection: [dict(row) for row in connection.execute(query).mappings()])


def _columns(chain: Chain) -> Row:
    columns = {"state": chain.state, "steps": text_of(chain.steps), "run": chain.current}
    return columns if chain.state == "running" else {**columns, **_OVER}
