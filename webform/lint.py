"""Problems of a declaration for its author."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform import dialects
from webform.problems import Problem, errors
from webform.sample import unsatisfied

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from webform.tool import Tool

#: The most tools of one document whose samples are looked at.
MAX_TRIED = 100


def lint(source: Path | str | bytes | Any, dialect: str | None = None) -> list[Problem]:
    """
    Return everything that is wrong with a declaration, errors and warnings: in the order of its text, then of tools.

    Args:
        source: a path is a file; a text or bytes are the document; else it is the parsed value.
        dialect: the name of its language; found by its content where `None`.
    """
    tools, problems, document = dialects.read(source, dialect)
    return [*problems, *map(document.locate, unread(tools)), *untried(tools)]


def unread(tools: Sequence[Tool]) -> Iterator[Problem]:
    """Yield what is wrong in the forms of *tools* that were not read before."""
    for tool in tools:
        yield from tool.form.problems


def untried(tools: Sequence[Tool]) -> Iterator[Problem]:
    """Yield a warning for each part of the samples of *tools* that has no valid value; errors are mended first."""
    for tool in [tool for tool in tools if not errors([*tool.problems, *tool.form.problems])][:MAX_TRIED]:
        for problem in unsatisfied(tool.form):
            key = f"no-sample{'.tool' if len(tools) > 1 else '.body'}{'.at' if problem.at else ''}"
            params = {**problem.params, "tool": tool.id, "at": problem.at}
            yield Problem(at="", code=problem.code, key=key, params=params, severity=problem.severity)
