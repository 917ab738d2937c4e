"""A run that goes on: what is known of it until it is over."""

from __future__ import annotations

import time
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from webform.runs.asking import Answers
from webform.runs.feed import Feed
from webform.runs.raw_answers import secrets_of
from webform.runs.run import Run, new_id
from webform.runs.secrets import without_secrets
from webform.runs.turns import Turn

if TYPE_CHECKING:
    from webform.runners import Target
    from webform.tool import Tool


class Live:
    """A run that is not over yet."""

    def __init__(self, tool: Tool, target: Target, body: Any, client: str = "") -> None:
        kept = without_secrets(tool.form, body)
        self.run = Run(id=new_id(), tool_id=tool.id, body=kept, state="queued", created=time.time())
        self.tool, self.target, self.body = tool, target, body
        #: Set once it is its turn, and once it is over.
        self.ready, self.over = Event(), Event()
        alone = "" if tool.concurrent else tool.id
        self.turn = Turn(alone=alone, go=self.ready.set, tool=tool.id, client=client)
        self.kept = self.cancelled = self.forgotten = self.noted = self.failed = False
        #: Held while its record is written: it is over once that says so.
        self.writing = Lock()
        self.feed, self.answers = Feed(self.run.id), Answers()
        #: The texts of the body that are not kept, nor what the tool quotes of them.
        self.secrets = secrets_of(body, kept, {})
