"""A chain: runs one after the other, each with what the one before came to, until one does not come to its end."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from webform.problems import Problem
from webform.runs.run import new_id


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
