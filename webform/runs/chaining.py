"""The run of a chain: its steps, one by one."""

from __future__ import annotations

import json
import logging
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from webform.problems import Problem
from webform.runs.chain import (
    Chain,
    ChainMovedError,
    Step,
    cancel_chain,
    chain_of,
    due_chains,
    insert_chain,
    update_chain,
)
from webform.runs.database import AWAY, reason
from webform.runs.run import Run, new_id
from webform.runs.secrets import UnsealedError, without_unknown
from webform.runs.turns import BusyError
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from webform.runners import Target
    from webform.runs.front import Runs
    from webform.runs.live import Also
    from webform.runs.rows import Row
    from webform.tool import Tool

    #: Makes of a body what the tool is sent, and says what is wrong with it.
    Prepare = Callable[[Tool, Any], tuple[Any, list[Problem]]]

_log = logging.getLogger(__name__)

#: Seconds until a chain goes on where the database did not take its last step.
AGAIN = 1.0
#: Characters of a body that is kept beside its step.
MAX_ARGS = 100_000
#: The input that what came before goes to.
PREVIOUS = "previous"


@dataclass(frozen=True, kw_only=True)
class StepCall:
    """What one step of a chain is to do: a tool, where it is, its body, and whether it uses what came before."""

    tool: Tool
    target: Target
    args: dict[str, Any]
    uses_previous: bool = False


class _Plan(NamedTuple):
    """What the steps of a chain are to do, by their index; whose share they are; whether any process may begin them."""

    call_of: Callable[[int], StepCall]
    client: str
    is_shared: bool


def _step(link: StepCall) -> Step:
    args = without_unknown(link.tool.form, link.args)
    is_large = len(json.dumps(args)) > MAX_ARGS
    return Step(tool_id=link.tool.id, uses_previous=link.uses_previous, args=None if is_large else args)


class Chains:
    """
    The chains of an app.

    A thread of this process begins their steps, one after the other. Where any worker may execute them, the end of a
    step begins the next, in whichever process notes it, from what is in the row of the chain.

    Args:
        runs: what runs their steps.
        prepare: makes each body what the tool is sent.
    """

    def __init__(self, runs: Runs, prepare: Prepare) -> None:
        self._runs, self._store, self._prepare = runs, runs.store, prepare

    def start(self, links: Sequence[StepCall], previous: Any = ABSENT, client: str = "", chain_id: str = "") -> Chain:
        """
        Begin a chain with what came before; it is kept once this returns.

        One of its id that has begun already is returned as it is.

        Args:
            links: what its steps are to do.
            previous: what came before.
            client: whose share of the runs its steps are counted in; `""` for nobody's.
            chain_id: its id; `""` for a new one.

        Raises:
            UnsealedError: it has secrets, and nothing that they may rest in.
        """
        plan = self._plan(links, client)
        with ExitStack() as at_work:
            # Until it is over, or any process may go on: whoever finds its row is to find that this one is at work.
            at_work.enter_context(self._runs.working())
            try:
                chain = self._begin(plan, links, previous, chain_id)
            except IntegrityError:
                if known := self.get(chain_id):
                    return known
                raise
            if not plan.is_shared:
                Thread(target=self._follow_apart, args=(plan, chain, at_work.pop_all()), daemon=True).start()
        return chain

    def run(self, links: Sequence[StepCall], previous: Any = ABSENT, client: str = "") -> Chain:
        """Do as `start`, but return the chain when it is over."""
        plan = self._plan(links, client)
        with self._runs.working():
            return self._follow(plan, self._begin(plan, links, previous))

    def get(self, chain_id: str) -> Chain | None:
        """Return the chain of that id."""
        chain = self._store.chain(chain_id)
        if chain is not None and chain.state == "running":
            self._runs.watch_over()
        return chain

    def cancel(self, chain_id: str) -> Chain | None:
        """Cancel the chain of that id and the run of its step, and return it."""
        chain = self.get(chain_id)
        if chain and chain.state == "running" and cancel_chain(self._store.database, chain_id):
            chain = self.get(chain_id)
            if chain and chain.current:
                self._runs.cancel(chain.current)
        return chain

    def go_on(self, run_id: str | None = None) -> None:
        """Begin the next step of each chain that any process may go on with, after that run, or any that is over."""
        try:
            for row in due_chains(self._store.database, run_id):
                chain = chain_of(row)
                self._advance(self._kept_plan(chain, row), chain, self._runs.get(chain.current))
        except Exception as error:  # noqa: BLE001 - logged; whoever looks next does it
            _log.error("the next step of a chain cannot be begun yet: %s", reason(error))

    def _plan(self, links: Sequence[StepCall], client: str) -> _Plan:
        is_shared = all(self._runs.are_shared(link.target) for link in links)
        return _Plan(links.__getitem__, client, is_shared)

    def _kept_plan(self, chain: Chain, row: Row) -> _Plan:
        """Return the plan of *chain* that is in its *row*."""

        def call_of(index: int) -> StepCall:
            step, args = chain.steps[index], self._bodies(row)[index]
            found = self._runs.find(step.tool_id)
            if found is None:
                raise LookupError("the tool is not served by this process")
            return StepCall(tool=found[0], target=found[1], args=args, uses_previous=step.uses_previous)

        return _Plan(call_of, row["client"], is_shared=True)

    def _bodies(self, row: Row) -> list[dict[str, Any]]:
        if row["sealed"] is None:
            return list(json.loads(row["bodies"]))
        if self._runs.sealer is None:
            raise UnsealedError
        return list(self._runs.sealer.open(row["sealed"]))

    def _begin(self, plan: _Plan, links: Sequence[StepCall], previous: Any, chain_id: str = "") -> Chain:
        steps = tuple(map(_step, links))
        chain = Chain(id=chain_id or new_id(), steps=steps, state="running", created=self._store.database.time())
        kept = self._kept(links) if plan.is_shared else {}
        # It is lost if this process ends before its first step began.
        insert_chain(self._store.database, chain, worker=self._store.leases.worker, client=plan.client, **kept)
        return self._take(plan, chain, previous)

    def _kept(self, links: Sequence[StepCall]) -> Row:
        """Return the columns that have the bodies of the steps."""
        bodies = [link.args for link in links]
        if all(equal(without_unknown(link.tool.form, link.args), link.args) for link in links):
            return {"bodies": json.dumps(bodies)}
        if self._runs.sealer is None:
            raise UnsealedError
        return {"sealed": self._runs.sealer.seal(bodies)}

    def _follow_apart(self, plan: _Plan, chain: Chain, at_work: ExitStack) -> None:
        """Do as `_follow`, in a thread of its own; leave *at_work* then."""
        with at_work:
            self._follow(plan, chain)

    def _follow(self, plan: _Plan, chain: Chain) -> Chain:
        """Begin the further steps of *chain*, each once the one before is over; return it at its end, or the app's."""
        while chain.state == "running":
            try:
                chain = self._advance(plan, chain, self._runs.wait(chain.current))
            except AWAY as error:
                _log.error("a chain cannot go on yet: %s", reason(error))
                # Nothing tells when a database is there again.
                if self._runs.closed.wait(AGAIN):
                    break
        return chain

    def _advance(self, plan: _Plan, chain: Chain, run: Run | None) -> Chain:
        """Begin the next step of *chain*, whose last was *run*, or end it; return it as it then is."""
        if run is None or run.result is None or run.result.status != "ok" or chain.next == len(chain.steps):
            return self._write(replace(chain, state="done"), chain)
        return self._take(plan, chain, run.result.value)

    def _take(self, plan: _Plan, chain: Chain, previous: Any) -> Chain:
        """Begin the next step of *chain*, or end it where that cannot be; return it as it then is."""
        kept, more = chain, {"worker": ""} if plan.is_shared else {}

        def also(connection: Connection, run_id: str) -> None:
            nonlocal kept
            kept = chain.with_next(run=run_id, args=None)
            update_chain(connection, kept, chain, **more)

        try:
            problems = self._start(plan, chain.next, previous, also)
        except ChainMovedError:
            return self._as_it_is(chain)
        except BusyError:
            # Workers' runs are refused before anything is kept of them, and of the chain.
            kept, problems = chain if plan.is_shared else kept, [Problem(at="", code="busy")]
        except Exception as error:
            # Whoever follows the chain tries again; the first step is its request's.
            if isinstance(error, SQLAlchemyError) and (plan.is_shared or (chain.next and isinstance(error, AWAY))):
                raise
            # A fault of ours must not leave a chain running for ever.
            _log.exception("a step of %s", chain.steps[chain.next].tool_id)
            problems = [Problem(at="", code="internal")]
        if not problems:
            return kept
        return self._write(replace(chain.with_next(problems=tuple(problems)), state="done"), kept)

    def _start(self, plan: _Plan, index: int, previous: Any, also: Also) -> list[Problem]:
        """Begin the run of the step of that index; return what is wrong with its body, and then there is none."""
        call = plan.call_of(index)
        body = {**call.args, PREVIOUS: previous} if call.uses_previous and previous is not ABSENT else call.args
        sent, problems = self._prepare(call.tool, body)
        if not problems:
            self._runs.start(call.tool, call.target, sent, client=plan.client, also=also)
        return problems

    def _write(self, chain: Chain, before: Chain) -> Chain:
        """Keep *chain*, unless it is not as it was *before* any more; return it as it then is."""
        try:
            self._store.write(lambda connection: update_chain(connection, chain, before))
        except ChainMovedError:
            return self._as_it_is(chain)
        return chain

    def _as_it_is(self, chain: Chain) -> Chain:
        """Return *chain* as it is in the database; it may have been swept."""
        return self.get(chain.id) or replace(chain, state="lost")
