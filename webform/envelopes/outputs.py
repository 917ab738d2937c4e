"""Declared outputs: `{key: value}`, each of its type."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import Response, words
from webform.language import marked
from webform.messages import Param, sentence_of
from webform.outputs import TYPES
from webform.problems import Problem, nearest
from webform.result import Result
from webform.values import ABSENT, brief, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Output, Tool

#: More undeclared keys than this are not spoken of one by one.
MAX_UNDECLARED = 50

_ADVICE = marked(
    "Try again. If this keeps happening, contact the tool's author: its answer must hold the declared outputs."
)


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *tool* declares outputs, with types; a schema says more, and whatever came is checked by it."""
    return bool(tool.outputs) and tool.output_schema is None


def read(tool: Tool, response: Response) -> Result:
    """Return the answer as it came, with a problem for each output that is missing, of another type or undeclared."""
    value = response.value
    if not isinstance(value, dict) or value.keys().isdisjoint(output.key for output in tool.outputs):
        return Result(status="error", code="no-outputs", message=_message(tool, value), advice=_ADVICE)
    declared = {output.key for output in tool.outputs}
    undeclared = list(islice((key for key in value if key not in declared), MAX_UNDECLARED))
    problems = (*_declared(tool, value, undeclared), *map(_undeclared, undeclared))
    return Result(status="ok", value=value, problems=problems)


def _message(tool: Tool, value: Any) -> str:
    own = words(value) if isinstance(value, dict) else ""
    if own:
        return own
    params: dict[str, Param] = {"name": f'"{tool.outputs[0].key}"', "count": len(tool.outputs) - 1}
    key = "result.nothing" if value is ABSENT else "result.other"
    if value is not ABSENT:
        params["found"] = brief(value)
    return sentence_of(f"{key}-of" if params["count"] else key, **params)


def _declared(tool: Tool, value: dict[str, Any], undeclared: list[str]) -> Iterator[Problem]:
    for output in tool.outputs:
        found = value.get(output.key, ABSENT)
        inner = found["value"] if isinstance(found, dict) and "value" in found else found
        if inner is None or inner is ABSENT:
            yield _missing(output, found, undeclared)
        elif output.type in TYPES:
            yield from TYPES[output.type].problems(found, join("", output.key))


def _missing(output: Output, found: Any, undeclared: list[str]) -> Problem:
    params = {"name": output.key, "type": output.type, "near": nearest(output.key, undeclared)}
    key = "output-missing.declared" if found is ABSENT else "output-missing.null"
    return Problem(at=join("", output.key), code="output-missing", key=key, params=params)


def _undeclared(key: str) -> Problem:
    return Problem(at=join("", key), code="output-undeclared", params={"name": brief(key)}, severity="warning")
