"""The sources of tools, as the commands that serve or execute them take them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from webform.cli_config import report
from webform.cli_messages import printable, shown, unusable
from webform.cli_variables import UnsetError, read_variables
from webform.web.config_file import unmatched_tools
from webform.web.scheduling import unready
from webform.web.served import with_unique_ids
from webform.web.sources import UnusableSourceError, gather

if TYPE_CHECKING:
    from collections.abc import Sequence

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
