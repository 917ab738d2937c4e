"""A tool's answer, checked against the output schema that it declares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from webform.check import checker
from webform.engine import NotCheckableError
from webform.files import StoredFile
from webform.language import marked
from webform.outputs.types import of_answer
from webform.problems import Problem
from webform.result import Result
from webform.values import ABSENT, brief, split

if TYPE_CHECKING:
    from webform.tool import Tool

_MESSAGE = marked("InternalError: the tool's answer is not what the tool declares, so it is not shown.")
_FREE_MESSAGE = marked(
    "InternalError: the tool's answer is not what the tool declares, so it is not shown. You are not charged."
)
_ADVICE = marked(
    "Try again. If this keeps happening, contact the tool's author: its answer must fit its output schema."
)


def hold(tool: Tool, result: Result, mode: Literal["dev", "production"]) -> Result:
    """
    Return *result* checked by the output schema of *tool*, where it has one.

    Args:
        mode: in `dev`, a value that breaks the schema is kept, with its problems; in `production` it is an error.
    """
    problems = _problems(tool.output_schema, result)
    if not problems:
        return result
    if mode == "dev":
        return replace(result, problems=(*result.problems, *problems))
    charges = tool.price is not None and tool.price.model != "free"
    message = _FREE_MESSAGE if charges else _MESSAGE
    return Result(status="error", code="internal-error", message=message, advice=_ADVICE, logs=result.logs)


def _problems(schema: Any, result: Result) -> list[Problem]:
    # A file at an address of its own is an answer too.
    if schema is None or result.status != "ok" or result.artifact is not None:
        return []
    if isinstance(result.value, StoredFile) and "json" in result.media_type:
        # It is too large to be read, and so to be checked.
        return []
    if result.value is ABSENT:
        return [Problem(at="", code="output-missing", key="output-missing.answer")]
    try:
        # A stored file stands for a data URL, which is a text.
        value = str(result.value) if isinstance(result.value, StoredFile) else result.value
        return [_of_output(problem, value) for problem in checker(schema).problems(value)]
    except NotCheckableError as error:
        return [Problem(at="", code="output-not-json", params={"fault": str(error)})]
    except (ValueError, RecursionError):
        # That the schema is none is a problem of the declaration.
        return []


def _of_output(problem: Problem, answer: Any) -> Problem:
    """Return a problem of a value as one of *answer*: nobody filled it in, and its author sees what was found."""
    if problem.code == "type":
        return of_answer(problem, answer)
    if problem.code != "required":
        return replace(problem, code=f"output-{problem.code}", key=problem.key or problem.code)
    return replace(problem, code="output-missing", key="", params={"name": brief(split(problem.at)[-1])})
