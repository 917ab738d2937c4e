"""The sources of tools, as the commands that serve or execute them take them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from webform.cli_config import report
from webform.cli_messages import shown, unusable, warn_unconnected, warn_unsent, warn_unsigned
from webform.cli_settings import options
from webform.cli_variables import UnsetError, read_variables
from webform.texts import printable
from webform.web import create_app
from webform.web.config_file import unmatched_tools
from webform.web.scheduling import unready
from webform.web.served import with_unique_ids
from webform.web.sources import Found, UnusableSourceError, gather

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from webform.web.config import Config


#: The arguments that say whose tools a command is about.
source_options = options(
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
)


def found_in(config: Config, sources: Sequence[str], variables: tuple[str, ...], **how: Any) -> Found:
    """
    Return the tools of *config* and of *sources*; *how* they are read is said as `gather` takes it.

    Raises:
        UnusableSourceError: one of them cannot be used.
        UnsetError: one of *variables* has no value.
    """
    # Settings go by id, and the first to have one keeps it: what the operator's own file names comes first.
    named = [*(str(tool.declaration) for tool in config.tools.values() if tool.declaration), *sources]
    servers = {name: server.target(name, config.timeout) for name, server in config.servers.items()}
    return gather(named, servers=servers, timeout=config.timeout, variables=read_variables(variables), **how)


def gathered(config: Config, config_file: str | None, sources: Sequence[str], **how: Any) -> Found:
    """Return the tools as `found_in` does, and say what is wrong with them; end where there are none."""
    if not sources and not config.servers and not any(tool.declaration for tool in config.tools.values()):
        unusable("There is nothing to serve; give a file, a folder or the address of a running tool")
    try:
        found = found_in(config, sources, **how)
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


def app_of(config: Config, found: Found, before: Flask | None = None) -> Flask:
    """Return the app of what was *found*, in place of the one *before*, and say what keeps its tools from running."""
    app = create_app(found.served, config, down=found.down, before=before)
    served = app.extensions["webform"].served.values()
    warn_unconnected(served)
    warn_unsigned(served)
    warn_unsent(served, config.tools)
    return app
