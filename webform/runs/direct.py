"""A run from Python, which is kept nowhere."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from typing import Any

from webform.check import check
from webform.coerce import coerce
from webform.language import marked
from webform.problems import errors
from webform.result import Result
from webform.runners import DispatchingRunner, Target
from webform.runners.base import Tell, tell_nobody
from webform.runs.run import Run, new_id
from webform.tool import Tool, expect


def run(tool: Tool, target: Target | str, body: Any, *, tell: Tell = tell_nobody) -> Run:
    """
    Call *tool* with *body*, and return the run, which is over.

    Args:
        tool: the tool.
        target: where it is called: a target, or the address of its /run as a person types it.
        body: what it is sent; checked before, by the form of the tool.
        tell: called with each event while it goes on: `progress`, `log`, `chunk`, `partial` and `ask`.

    Returns:
        The run with its result. Of a body with problems the result is `invalid` and has them; the tool is not called.

    Raises:
        TargetError: the address cannot be used.
        TypeError: *tool* is none.
    """
    expect(Tool, tool)
    where = target if isinstance(target, Target) else Target(url=target, timeout=tool.max_runtime_seconds).as_typed()
    body = coerce(tool.form, body) if tool.form.coerces else body
    begun = Run(id=new_id(), tool_id=tool.id, body=body, state="running", created=time.time(), began=time.time())
    problems = errors(check(tool.form, body))
    if problems:
        message = marked("The body has problems; the tool was not called.")
        result = Result(status="invalid", message=message, problems=tuple(problems))
    else:
        with closing(DispatchingRunner()) as runner:
            result = runner.run(tool, where, body, run_id=begun.id, tell=tell)
    return replace(
        begun, state="cancelled" if result.status == "cancelled" else "done", ended=time.time(), result=result
    )
