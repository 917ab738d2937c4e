"""Formats that tools are written in: the table that names them, and `convert`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.convert import functions, openapi, tool_json
from webform.convert.base import MAX_NAME, Writer, function_name, is_own_name
from webform.convert.languages import written
from webform.convert.losses import losses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.problems import Problem
    from webform.tool import Tool

#: The writers by name, in the order of the documentation.
WRITERS: dict[str, Writer] = {writer.name: writer for writer in (*functions.WRITERS, tool_json.WRITER, openapi.WRITER)}


class SeveralToolsError(ValueError):
    """Raised when a document is to hold several tools, and its format holds one."""


def convert(tools: Sequence[Tool], to: str) -> Any:
    """
    Return *tools* as a document of the format *to*; `lost` says what it has no place for.

    Raises:
        KeyError: there is no such format.
        SeveralToolsError: the format holds one tool.
    """
    writer = WRITERS[to]
    if writer.join is None and len(tools) != 1:
        raise SeveralToolsError(to)
    parts = [written(tool, writer) for tool in _named_apart(tools)]
    return parts[0] if writer.join is None else writer.join(parts)


def _named_apart(tools: Sequence[Tool]) -> list[Tool]:
    """Return *tools*, of those that a model would call alike all but one with a number at the end of its name."""
    # What has its own name keeps it.
    taken = {function_name(tool) for tool in tools if is_own_name(tool)}
    found: list[Tool] = []
    for tool in tools:
        plain = name = function_name(tool)
        count = 1
        while not is_own_name(tool) and name in taken:
            count += 1
            name = f"{plain[: MAX_NAME - len(str(count)) - 1]}_{count}"
        taken.add(name)
        found.append(tool if name == plain else replace(tool, call=replace(tool.call, name=name)))
    return found


def lost(tool: Tool, to: str) -> list[Problem]:
    """Return a warning for each part of *tool* that the format *to* has no place for."""
    return [*losses(tool, WRITERS[to])]


__all__ = ["WRITERS", "SeveralToolsError", "convert", "lost"]
