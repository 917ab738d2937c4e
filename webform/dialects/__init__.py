"""The declaration languages: one file each, and the table that names them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.dialects import tool_json
from webform.problems import DeclarationError, Problem, errors
from webform.source import read_source
from webform.values import ABSENT, brief, kind_of

if TYPE_CHECKING:
    from pathlib import Path

    from webform.dialects.base import Dialect
    from webform.source import Source
    from webform.tool import Tool

#: The dialects by name; where none is named, the first that recognises the document reads it.
DIALECTS: dict[str, Dialect] = {"tool-json": tool_json.DIALECT}


def load(source: Path | str | bytes | Any, dialect: str | None = None) -> list[Tool]:
    """
    Read the tools of a declaration.

    Args:
        source: a path is a file; a text or bytes are the document; else it is the parsed value.
        dialect: the name of its language; found by its content where `None`.

    Returns:
        The tools; what is wrong with each is in its `problems`.

    Raises:
        DeclarationError: not one tool can be read; it has the problems.
        OSError: the file cannot be read.
    """
    tools, problems, _ = read(source, dialect)
    if not tools:
        raise DeclarationError(problems)
    return tools


def read(source: Path | str | bytes | Any, dialect: str | None = None) -> tuple[list[Tool], list[Problem], Source]:
    """Read a declaration: its tools, all its problems, located, and the source they are of."""
    document = read_source(source)
    problems = list(document.problems)
    if document.value is ABSENT:
        return [], problems, document
    chosen = _dialect(document.value, dialect)
    if chosen is None:
        names = ", ".join(DIALECTS)
        found = (
            f"an object with the keys {brief(list(document.value))}"
            if isinstance(document.value, dict)
            else brief(document.value)
        )
        message = f"expected a declaration in one of the languages {names}, not {found or kind_of(document.value)}"
        if dialect is not None:
            message = f'there is no dialect "{dialect}"; expected one of {names}'
        return [], [*problems, document.locate(Problem(at="", code="unknown-dialect", message=message))], document
    tools, found_problems = chosen.read(document.value)
    located = [*problems, *map(document.locate, found_problems)]
    located.sort(key=lambda each: (each.line or 0, each.column or 0))
    return [replace(tool, problems=tuple(located)) for tool in tools], located, document


def _dialect(value: Any, name: str | None) -> Dialect | None:
    if name is not None:
        return DIALECTS.get(name)
    return next((each for each in DIALECTS.values() if each.recognises(value)), None)


__all__ = ["DIALECTS", "errors", "load", "read"]
