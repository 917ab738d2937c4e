"""Tools of Python functions, as a process of their own describes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import examples_of, slug
from webform.dialects.text_places import SCHEMAS
from webform.dialects.wording import read_worded
from webform.functions.process import describe
from webform.problems import Problem
from webform.schema import read_schema
from webform.source import Source
from webform.tool import CallSpec, Tool
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.functions.place import Function

#: What the dialect of these tools is called, and the protocol they are called in.
DIALECT = "python"


class FunctionTools(NamedTuple):
    """The tools of a module, the memory that each may take, and what is wrong with its functions in *source*."""

    tools: list[tuple[Tool, int]]
    problems: list[Problem]
    source: Source


def read_functions(function: Function, env: Mapping[str, str] | None = None) -> FunctionTools:
    """
    Return the tools at *function*; its module is imported in another process.

    Raises:
        FunctionError: the module cannot be imported, or has none.
    """
    found = describe(function, env)
    read = [tool_of(described) for described in found["tools"]]
    problems = [Problem.from_record(record) for record in found["problems"]]
    return FunctionTools(
        [(tool, described["memory"]) for (tool, _), described in zip(read, found["tools"], strict=True)],
        [*problems, *(problem for _, own in read for problem in own)],
        source_of(found["file"]),
    )


def tool_of(described: dict[str, Any]) -> tuple[Tool, list[Problem]]:
    """Return the tool that a process *described*, and what is wrong with it."""
    [tool], problems = read_worded(described, SCHEMAS, _read)
    return tool.but(problems=tuple(problems)), problems


def _read(described: dict[str, Any]) -> tuple[list[Tool], list[Problem]]:
    tool_id = slug(described["function"])
    form, problems = read_schema(described["parameters"], tool_id=tool_id, ordered=True)
    tool = Tool(
        id=tool_id,
        name=described["name"],
        form=form,
        description=described["description"],
        icon=described["icon"],
        declaration={key: described[key] for key in ("name", "description", "parameters", "returns")},
        dialect=DIALECT,
        examples=examples_of(described["parameters"]),
        max_runtime_seconds=described["timeout"],
        output_schema=described["returns"],
        call=CallSpec(protocol=DIALECT, name=described["function"]),
    )
    return [tool], problems


def source_of(file: str) -> Source:
    """Return the source of the module in *file*, without a text where it cannot be read."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return Source(value=ABSENT)
    return Source(value=ABSENT, text=text, name=file)
