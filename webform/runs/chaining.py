"""The run of a chain: its steps, one by one."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from threading import Thread
from typing import TYPE_CHECKING, Any

from webform.problems import Problem
from webform.runs.chain import Chain, Step
from webform.runs.turns import BusyError
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from webform.runners import Target
    from webform.runs.front import Runs
    from webform.tool import Tool

    #: Makes of a body what the tool is sent, and says what is wrong with it.
    Prepare = Callable[[Tool, Any], tuple[Any, list[Problem]]]

_log = logging.getLogger(__name__)

#: The input that what came before goes to.
PREVIOUS = "previous"


@dataclass(frozen=True, kw_only=True)
class StepCall:
    """What one step of a chain is to do: a tool, where it is, its body, and whether it uses what came before."""

    tool: Tool
    target: Target
    args: dict[str, Any]
    uses_previous: bool = False


class Chains:
    """
    The chains of an app.

    Args:
        runs: what runs their steps.
        prepare: makes each body what the tool is sent.
        client: whose share of the runs their steps are counted in; `""` for nobody's.
    """

    def __init__(self, runs: Runs, prepare: Prepare, client: str = "") -> None:
        self._runs, self._prepare, self._client = runs, prepare, client

    def start(self, links: Sequence[StepCall], previous: Any = ABSENT) -> Chain:
        """Begin a chain with what came before; it is kept once this returns."""
        chain = self._begin(links)
        Thread(target=self._follow, args=(chain, links, previous), daemon=True).start()
        return chain

    def run(self, links: Sequence[StepCall], previous: Any = ABSENT) -> Chain:
        """Do as `start`, but in this thread: return the chain when it is over."""
        return self._follow(self._begin(links), links, previous)

    def get(self, chain_id: str) -> Chain | None:
        """Return the chain of that id."""
        chain = self._runs.store.chain(chain_id)
        if chain is not None and chain.state == "running":
            self._runs.watch_over()
        return chain

    def _begin(self, links: Sequence[StepCall]) -> Chain:
        steps = tuple(Step(tool_id=link.tool.id, uses_previous=link.uses_previous) for link in links)
        chain = Chain(steps=steps, state="running", created=time.time())
        self._runs.store.leases.hold()
        self._runs.store.keep_chain(chain)
        return chain

    def _follow(self, chain: Chain, links: Sequence[StepCall], previous: Any) -> Chain:
        with self._runs.working():
            return self._run_steps(chain, links, previous)

    def _run_steps(self, chain: Chain, links: Sequence[StepCall], previous: Any) -> Chain:
        for index, link in enumerate(links):
            body = {**link.args, PREVIOUS: previous} if link.uses_previous and previous is not ABSENT else link.args
            step = self._take(chain.steps[index], link, body)
            chain = replace(chain, steps=(*chain.steps[:index], step, *chain.steps[index + 1 :]))
            self._runs.store.keep_chain(chain)
            run = self._runs.wait(step.run) if step.run else None
            if run is None or run.result is None or run.result.status != "ok":
                break
            previous = run.result.value
        chain = replace(chain, state="done")
        self._runs.store.keep_chain(chain)
        return chain

    def _take(self, step: Step, link: StepCall, body: Any) -> Step:
        """Begin the run of *step*, or say why there is none."""
        try:
            sent, problems = self._prepare(link.tool, body)
            if not problems:
                return replace(step, run=self._runs.start(link.tool, link.target, sent, client=self._client).id)
        except BusyError:
            problems = [Problem(at="", code="busy")]
        except Exception:  # noqa: BLE001 - logged, and said
            # A fault of ours must not leave a chain running for ever.
            _log.exception("a step of %s", link.tool.id)
            problems = [Problem(at="", code="internal")]
        return replace(step, problems=tuple(problems))
