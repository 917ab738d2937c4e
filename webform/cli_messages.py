"""Messages of the commands, and their exit statuses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from webform.texts import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.problems import Problem
    from webform.source import Source
    from webform.web.config import ToolConfig
    from webform.web.served import Served

#: Exit status: problems were found.
FOUND = 1
#: Exit status: the arguments or the file cannot be used.
UNUSABLE = 2
#: Tools that a message names.
_NAMED = 5


def shown(problem: Problem, source: Source | None, file: str) -> str:
    """Return a problem as `file:line:column: error[code]: message`, with its line and a caret."""
    name = "<stdin>" if file == "-" else file
    where = f"{name}:{problem.line}:{problem.column}" if problem.line else f"{name}{problem.at and '#' + problem.at}"
    excerpt = source.excerpt(problem) if source and problem.line else ""
    line = f"{where}: {problem.severity}[{problem.code}]: {problem.message}"
    return printable(line) + (f"\n{excerpt}" if excerpt else "")


def warn_unconnected(served: Iterable[Served]) -> None:
    """Say which tools of *served* cannot be run, and what connects them."""
    names = [entry.tool.id for entry in served if entry.target is None]
    if not names:
        return
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    advice = "give its address with --run-url URL, or as run_url in webform.toml (--config FILE)"
    message = f"{', '.join(names[:_NAMED])}{more} can't be run: no address is set; {advice}"
    click.echo(printable(f"webform: {message}"), err=True)


def warn_unsigned(served: Iterable[Served]) -> None:
    """Say which security schemes tools of *served* need and nobody has set, and what sets them."""
    needed = dict.fromkeys((name, one.target.authority) for one in served if one.target for name in one.unsigned)
    for name, authority in needed:
        message = f"calls of {authority} need {name}, which is not set; set [security.{name}] in webform.toml"
        click.echo(printable(f"webform: {message} (--config FILE)"), err=True)


def warn_unsent(served: Iterable[Served], tools: Mapping[str, ToolConfig]) -> None:
    """Say which of *served* are called without the headers of *tools*, as their document alone says where they are."""
    for one in served:
        settings = tools.get(one.tool.id)
        if settings and settings.headers and one.target and one.tool.call.operation and not one.target.typed:
            message = (
                f"the headers of [tools.{one.tool.id}] are not sent: its document alone names {one.target.authority}"
            )
            click.echo(printable(f"webform: {message}; type the address, as run_url"), err=True)


def unusable(message: str) -> NoReturn:
    """Print *message*, and end."""
    click.echo(f"webform: {message}", err=True)
    sys.exit(UNUSABLE)
