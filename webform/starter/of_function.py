"""A tool of a Python function: its inputs are the parameters, and its program calls the function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.check import check
from webform.convert import convert
from webform.convert.answers import outputs_of
from webform.dialects import read
from webform.dialects.tool_json import kebab_case
from webform.functions.tools import tool_of
from webform.sample import sample
from webform.starter.function_program import function_program
from webform.starter.project import Project
from webform.values import split

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.tool import Form

#: The key of a result that is no object with an output for each key.
RESULT = "result"
_ABOUT = {"key": RESULT, "label": "Result"}


def of_function(described: dict[str, Any], module: str) -> Project:
    """
    Return a tool of a function.

    Args:
        described: what `webform.functions.modules.described` has of it.
        module: the name that the program imports its module by.
    """
    tool, _ = tool_of(described)
    call = described["call"]
    returns = described["returns"]
    # A text is shown as it comes; other values once all are there.
    streams = call["yields"] and returns is not None and returns.get("type") == "string"
    outputs, key = _outputs(returns, call, streams=streams)
    declaration = {**convert([tool], "tool-json"), "id": kebab_case(tool.id)}
    inputs = _with_beginnings(declaration.pop("inputs"), tool.form)
    declaration = {**declaration, "inputs": inputs, "outputs": outputs}
    program = function_program(described["function"], tool.name, module, {**call, "streams": streams}, key)
    # A module called main cannot be the program, too.
    return Project(declaration=declaration, program=program, module="app" if module == "main" else "main")


def _with_beginnings(inputs: list[dict[str, Any]], form: Form) -> list[dict[str, Any]]:
    """Return *inputs* with a value to begin with where people would write JSON from nothing, or *form* needs one."""
    values = sample(form)
    [declared] = read(inputs, "tool-json")[0]
    wrong = {split(problem.at)[0] for problem in check(form, sample(declared.form)) if problem.at}
    return [
        {**input_, "default": values[input_["key"]]} if _needs_value(input_, wrong, values) else input_
        for input_ in inputs
    ]


def _needs_value(input_: Mapping[str, Any], wrong: set[str], values: Mapping[str, Any]) -> bool:
    is_blank = input_["required"] and "default" not in input_
    has_value = values.get(input_["key"]) is not None
    return is_blank and has_value and (input_["type"] == "json" or input_["key"] in wrong)


def _outputs(
    returns: Mapping[str, Any] | None, call: Mapping[str, Any], *, streams: bool
) -> tuple[list[dict[str, Any]], str]:
    """Return the outputs of a function that *returns* such values, and the key that its result is put under."""
    if call["result"]:
        return [{**_ABOUT, "type": call["result"]}], RESULT
    if streams:
        return [{**_ABOUT, "type": "stream_text", "streaming": True}], ""
    if returns is None or call["yields"]:
        return [], ""
    if own := outputs_of(returns):
        return own, ""
    wrapped = {**returns, "properties": {RESULT: {**returns, "title": "Result"}}, "required": [RESULT]}
    outputs = outputs_of(wrapped)
    return (outputs, RESULT) if outputs else ([], "")
