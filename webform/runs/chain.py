"""A chain, runs one after the other, each with what the one before came to; and its row of the database."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Connection, insert, select, update

from webform.problems import Problem
from webform.runs.rows import CHAINS, RUNS, UNFINISHED, Row
from webform.runs.run import new_id

if TYPE_CHECKING:
    from webform.runs.database import Database

#: What is deleted where a chain is over.
_OVER = {"bodies": None, "sealed": None}
_RUNNING = CHAINS.c.state == "running"
#: Those that any process may go on with, and whose step is over, or forgotten.
_DUE = (
    select(CHAINS)
    .join_from(CHAINS, RUNS, RUNS.c.id == CHAINS.c.run, isouter=True)
    .where(_RUNNING, CHAINS.c.worker == "", RUNS.c.id.is_(None) | RUNS.c.state.not_in(UNFINISHED))
)


@dataclass(frozen=True, kw_only=True)
class Step:
    """
    One step of a chain.

    Args:
        tool_id: the tool it is a run of.
        uses_previous: whether what came before is its input `previous`.
        run: the id of its run; `""` before there is one.
        problems: what is wrong with its body: then there is no run.
        args: its body without secrets, until its run has it; `None` where it is large.
    """

    tool_id: str
    uses_previous: bool = False
    run: str = ""
    problems: tuple[Problem, ...] = ()
    args: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Chain:
    """A chain: its id, the only key to it; its steps; where it is in its life; when it was asked for."""

    steps: tuple[Step, ...]
    state: Literal["running", "done", "cancelled", "lost"]
    created: float
    id: str = field(default_factory=new_id)

    @property
    def next(self) -> int:
        """The index of its first step that has no run."""
        return next((index for index, step in enumerate(self.steps) if not step.run), len(self.steps))

    @property
    def current(self) -> str:
        """The id of the run of its last step that has one; `""` where none has."""
        return self.steps[self.next - 1].run if self.next else ""

    def with_next(self, **facts: Any) -> Chain:
        """Return it with these *facts* about its first step that has no run."""
        at = self.next
        return replace(self, steps=(*self.steps[:at], replace(self.steps[at], **facts), *self.steps[at + 1 :]))


def text_of(steps: tuple[Step, ...]) -> str:
    """Return *steps* as JSON."""
    return json.dumps(
        [
            asdict(replace(step, problems=())) | {"problems": [problem.as_record() for problem in step.problems]}
            for step in steps
        ]
    )


def chain_of(row: Any) -> Chain:
    """Return the chain that *row* of the database holds."""
    steps = (
        Step(**{**step, "problems": tuple(map(Problem.from_record, step["problems"]))})
        for step in json.loads(row["steps"])
    )
    return Chain(id=row["id"], state=row["state"], steps=tuple(steps), created=row["created"])


class ChainMovedError(Exception):
    """Raised where another process took the next step of a chain, or ended it."""


def insert_chain(database: Database, chain: Chain, **more: Any) -> None:
    """Keep *chain* with *more* of its columns."""
    row = {"id": chain.id, "created": chain.created, **_columns(chain), **more}
    database.write(lambda connection: connection.execute(insert(CHAINS), row))


def update_chain(connection: Connection, chain: Chain, before: Chain, **more: Any) -> None:
    """
    Keep *chain* as it is now, with *more* of its columns.

    A step is noted by whoever knows how far the chain is, so that one process takes it.

    Raises:
        ChainMovedError: it is not as it was *before* any more.
    """
    unmoved = _RUNNING & (CHAINS.c.id == chain.id) & (CHAINS.c.run == before.current)
    if not connection.execute(update(CHAINS).where(unmoved).values(**_columns(chain), **more)).rowcount:
        raise ChainMovedError


def cancel_chain(database: Database, chain_id: str) -> bool:
    """Cancel the chain of that id, so that no more step begins; tell whether it was running."""
    cancelled = update(CHAINS).where(_RUNNING, CHAINS.c.id == chain_id).values(state="cancelled", **_OVER)
    return database.write(lambda connection: connection.execute(cancelled).rowcount > 0)


def due_chains(database: Database, run_id: str | None) -> list[Row]:
    """Return the rows of the chains that any process may go on with: after that run, or any that is over."""
    query = _DUE if run_id is None else _DUE.where(CHAINS.c.run == run_id)
    return database.read(lambda connection: [dict(row) for row in connection.execute(query).mappings()])


def _columns(chain: Chain) -> Row:
    columns = {"state": chain.state, "steps": text_of(chain.steps), "run": chain.current}
    return columns if chain.state == "running" else {**columns, **_OVER}
