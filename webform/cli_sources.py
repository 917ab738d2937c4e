"""The sources of tools, as the commands that serve or execute them take them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from webform import dialects
from webform.cli_messages import printable, report, shown, unusable
from webform.cli_variables import UnsetError, read_variables
from webform.functions import named_function
from webform.functions.process import FunctionError
from webform.functions.tools import read_functions
from webform.web.config_file import unmatched_tools
from webform.web.scheduling import unready
from webform.web.served import with_unique_ids
from webform.web.sources import UnusableSourceError, gather

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from webform.problems import Problem
    from webform.source import Source
    from webform.tool import Tool
    from webform.web.config import Config
    from webform.web.sources import Found


def source_options(command: Any) -> Any:
    """Give *command* the arguments that say whose tools it is about."""
    options = [
        click.argument("sources", metavar="SOURCE…", nargs=-1),
        click.option("--run-url", metavar="URL", default="", help="Where the tool of a single file runs."),
        click.option("--dialect", metavar="NAME", help="The language of the files, where detection is wrong."),
        click.option(
            "--env",
            "variables",
            metavar="NAME=VALUE",
            multiple=True,
            help="A variable of the environment of programs, and the value of ${env:NAME} and ${input:NAME} in an "
            "mcpServers file. NAME alone takes the value from our own environment.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


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


def gathered(  # noqa: PLR0913 - an option is an argument
    sources: Sequence[str],
    config: Config,
    config_file: str | None,
    *,
    run_url: str,
    dialect: str | None,
    variables: tuple[str, ...],
) -> Found:
    """Return the tools of *sources* and *config*, and say what is wrong with them; end where there are none."""
    declared = [str(tool.declaration) for tool in config.tools.values() if tool.declaration]
    if not sources and not declared and not config.servers:
        unusable("There is nothing to serve; give a file, a folder or the address of a running tool")
    try:
        # Settings go by id, and the first to have one keeps it: what the operator's own file names comes first.
        servers = {name: server.target(name, config.timeout) for name, server in config.servers.items()}
        named = [*declared, *sources]
        found = gather(
            named,
            run_url=run_url,
            dialect=dialect,
            servers=servers,
            timeout=config.timeout,
            variables=read_variables(variables),
        )
    except (UnusableSourceError, UnsetError) as error:
        unusable(str(error))
    for name, problem, source in found.problems:
        click.echo(shown(problem, source, name), err=True)
    for server, reason in found.down:
        click.echo(printable(f"webform: {server.name} is unavailable: {reason} It is asked again."), err=True)
    if not found.served and not found.down:
        unusable("No tool could be read")
    if config_file:
        tools = {served.tool.id: served.tool for served in with_unique_ids(found.served)}
        # Which tools a server has that is down, nobody knows.
        severity: Literal["error", "warning"] = "warning" if found.down else "error"
        report([replace(problem, severity=severity) for problem in unmatched_tools(config, tools)], config_file)
        report([replace(problem, severity=severity) for problem in unready(config.schedules, tools)], config_file)
    return found
