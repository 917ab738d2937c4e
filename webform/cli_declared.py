"""The declaration that a command reads: the options that name it, and its tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webform import dialects
from webform.cli_messages import FOUND, shown, unusable
from webform.cli_settings import options
from webform.functions import named_function
from webform.functions.process import FunctionError
from webform.functions.tools import read_functions
from webform.lint import unread
from webform.problems import Problem, errors
from webform.source import Source, read_source
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.tool import Tool


#: The arguments of everything that reads one declaration.
declared_options = options(
    click.argument("file", metavar="FILE"),
    click.option("--tool", "tool_name", metavar="NAME", help="One tool of a file that declares several."),
    click.option("--dialect", metavar="NAME", help="The language of FILE, where detection is wrong."),
)


def read_declared(file: str, dialect: str | None) -> tuple[list[Tool], list[Problem], Source]:
    """Read the declaration in *file*, or the Python functions that it names; end where it cannot be read."""
    if dialect is not None and dialect not in dialects.DIALECTS:
        unusable(f'There is no dialect "{dialect}"; expected one of {", ".join(dialects.DIALECTS)}')
    function = None if dialect else named_function(file)
    try:
        if function is None:
            return dialects.read(sys.stdin.buffer.read() if file == "-" else Path(file), dialect)
        found = read_functions(function)
    except OSError as error:
        unusable(f"{file} cannot be read: {error.strerror or error}")
    except FunctionError as error:
        unusable(str(error))
    return [tool for tool, _ in found.tools], found.problems, found.source


def read_named(
    file: str, dialect: str | None, name: str | None
) -> tuple[list[Tool], list[Problem], Source, list[Tool]]:
    """
    Read the tools called *name* of the declaration in *file*, all where it is `None`; end where it has no such tool.

    Returns:
        The tools, the problems but for those of other tools alone, the source, and all tools of the file.
    """
    tools, problems, source = read_declared(file, dialect)
    chosen = [tool for tool in tools if name in (None, tool.id, tool.name)]
    own = {problem for tool in chosen for problem in tool.problems}
    others = {problem for tool in tools if name not in (None, tool.id, tool.name) for problem in tool.problems} - own
    problems = [problem for problem in problems if problem not in others]
    if tools and not chosen:
        # It may be one that cannot be read.
        print_all(problems, source, file)
        unusable(f'There is no tool "{name}"; expected one of {", ".join(tool.id for tool in tools)}')
    return chosen, problems, source, tools


def print_all(problems: Iterable[Problem], source: Source, file: str) -> None:
    """Print *problems* of what *source* read from *file* beside what the command prints."""
    for problem in problems:
        click.echo(shown(problem, source, file), err=True)


def read_value(file: str, status: int) -> Any:
    """Return the JSON value in *file*; end with *status* where it holds none."""
    try:
        source = read_source(sys.stdin.buffer.read() if file == "-" else Path(file))
    except OSError as error:
        unusable(f"{file} cannot be read: {error.strerror or error}")
    if source.value is ABSENT:
        print_all(source.problems, source, file)
        sys.exit(status)
    return source.value


def read_one(file: str, dialect: str | None, name: str | None) -> tuple[Tool, int]:
    """Read one tool as `read_named` does; return it, and the status that its command ends with."""
    chosen, problems, source, _ = read_named(file, dialect, name)
    problems = [*problems, *map(source.locate, unread(chosen[:1]))]
    print_all(problems, source, file)
    if not chosen:
        sys.exit(FOUND)
    return chosen[0], FOUND if errors(problems) else 0
