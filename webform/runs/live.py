"""A run that this process is at work on: what is known of it until it is over."""

from __future__ import annotations

from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from webform.runs.asking import Answers
from webform.runs.feed import Feed
from webform.runs.run import Run, new_id
from webform.runs.secrets import without_secrets
from webform.runs.turns import Turn
from webform.secrecy import body_secrets
from webform.values import equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from webform.runners import Target
    from webform.runs.events import RunEvent
    from webform.runs.rows import Row
    from webform.tool import Tool

    #: Writes more in the transaction that the row of a run of that id is written in.
    Also = Callable[[Connection, str], None]


def nothing_else(_: Connection, __: str) -> None:
    """Write nothing beside the row of a run."""


class Live:
    """
    A run that is not over yet.

    Args:
        tool: the tool.
        target: where it is.
        body: what it is sent.
        created: when it was asked for.
        client: whose share of the runs it is counted in; `""` for nobody's.
    """

    def __init__(self, tool: Tool, target: Target, body: Any, created: float, client: str = "") -> None:
        kept = without_secrets(tool.form, body)
        self.run = Run(id=new_id(), tool_id=tool.id, body=kept, state="queued", created=created)
        self.tool, self.target, self.body = tool, target, body
        #: Whether what is kept of the body is all of it.
        self.is_whole = kept is body or equal(kept, body)
        #: Set once it is its turn, and once it is over.
        self.ready, self.over = Event(), Event()
        alone = "" if tool.concurrent else tool.id
        self.turn = Turn(alone=alone, go=self.ready.set, tool=tool.id, client=client)
        #: How often it had its turn, and the body as it rests encrypted, if it does.
        self.attempt, self.sealed = 1, None if self.is_whole else ""
        #: The span that its wait and its call are below, as a `traceparent`; `""` where nothing is traced.
        self.trace = ""
        self.kept = self.cancelled = self.forgotten = self.noted = self.failed = False
        #: Whether others take it from here on.
        self.given_up = False
        #: Whether its call ended before that: what it came to is kept.
        self.ended = False
        #: Held while its record is written: it is over once that says so.
        self.writing = Lock()
        #: What is written together with its row.
        self.also: Also = nothing_else
        self.feed, self.answers = Feed(self.run.id), Answers()
        #: The texts that are not kept, nor what the tool quotes of them: of the body, of answers, of the operator.
        self.secrets = body_secrets(body, kept) | target.secrets

    def continues(self, run: Run, attempt: int, events: Sequence[RunEvent] = ()) -> None:
        """Be that run, which is kept, for the *attempt*-th time, after those *events*: of them the log counts on."""
        self.run, self.attempt, self.kept = run, attempt, True
        logs = [event for event in events if event.kind == "log"]
        self.feed = Feed(run.id, logs, events[-1].seq if events else 0, attempt)

    @property
    def more(self) -> Row:
        """What other processes need of it while it is not over."""
        turn = self.turn
        return {
            "client": turn.client,
            "alone": bool(turn.alone),
            "attempt": self.attempt,
            "sealed": self.sealed,
            "trace": self.trace or None,
        }
