"""The record of a writer, and the parts of a tool that most of them write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform import published
from webform.hints.x_webform import KEYWORD, OUTPUT
from webform.problems import Problem, warning_at
from webform.values import DRAFT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from webform.tool import Tool

#: The characters and the length of a function's name, at all providers.
_NOT_IN_NAME, MAX_NAME = re.compile(r"[^A-Za-z0-9_-]+"), 64


@dataclass(frozen=True, kw_only=True)
class Writer:
    """
    A format that tools are written in.

    Args:
        name: its name, as in `--to`.
        write: makes the document of one tool.
        join: makes one document of those of several tools; `None`: it holds one.
        keeps: the fields of a `Tool`, beside its name and form, that the format has a place for.
        inputs: whether it keeps all that is declared of inputs.
        hints: whether its schema of the body has our hints, by which the same form comes of it again.
    """

    name: str
    write: Callable[[Tool], Any]
    join: Callable[[Sequence[Any]], Any] | None = list
    keeps: frozenset[str] = frozenset({"description"})
    inputs: bool = False
    hints: bool = True


def function_name(tool: Tool) -> str:
    """Return what a model calls *tool*."""
    return _NOT_IN_NAME.sub("_", tool.call.name or tool.id)[:MAX_NAME]


def is_own_name(tool: Tool) -> bool:
    """Tell whether a model may call *tool* by the name that it has."""
    return function_name(tool) == (tool.call.name or tool.id)


def body_schema(tool: Tool, *, hints: bool = True, answer: bool = False) -> dict[str, Any]:
    """
    Return the schema of the body, as one of an object.

    Args:
        tool: the tool.
        hints: whether it says what only webform reads.
        answer: whether the hints hold the schema of the answer, too.
    """
    schema = published.body_schema(tool)
    if not isinstance(schema, dict):
        return {"type": "object"} if schema else {"type": "object", "not": {}}
    if not hints and KEYWORD in schema:
        parts = {key: _without(part, KEYWORD) for key, part in schema["properties"].items()}
        schema = {**_without(schema, KEYWORD), "properties": parts}
    if not answer and KEYWORD in schema and tool.form.document is None:
        schema = {**schema, KEYWORD: _without(schema[KEYWORD], OUTPUT)}
    return schema if schema.get("$schema") != DRAFT else _without(schema, "$schema")


def _without(schema: dict[str, Any], keyword: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != keyword}


def refers(schema: Any) -> bool:
    """Tell whether *schema*, or anything in it, refers to another."""
    if isinstance(schema, list):
        return any(map(refers, schema))
    return isinstance(schema, dict) and ("$ref" in schema or any(map(refers, schema.values())))


def described(tool: Tool, **rest: Any) -> dict[str, Any]:
    """Return the name and description of *tool*, and what of *rest* says something."""
    facts = {"name": function_name(tool), "description": tool.description, **rest}
    return {key: value for key, value in facts.items() if value not in (None, "", [])}


def not_carried(at: str, name: str, format_: str) -> Problem:
    """Return the warning that *format_* has no place for what stands *at*."""
    return warning_at(at, "not-carried", name=name, format=format_)
