"""The command that serves tools to people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from webform import logs
from webform.cli_access import serving_options, with_access
from webform.cli_cluster import check_shared
from webform.cli_config import read_settings
from webform.cli_serving import serve_app
from webform.cli_settings import setting_option, timeout_option
from webform.cli_sources import app_of, gathered, source_options
from webform.texts import printable
from webform.web.config import Config
from webform.web.serving import MOST_PROCESSES

if TYPE_CHECKING:
    from webform.web.sources import Found


@click.command()
@source_options
@timeout_option
@serving_options
@setting_option(Config, "mode")
@click.option("--config", "config_file", metavar="FILE", envvar="WEBFORM_CONFIG", help="A webform.toml.")
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, MOST_PROCESSES),
    help="Processes that answer; more than one need queue = true in webform.toml.",
)
def serve(  # noqa: PLR0913 - an option is an argument
    sources: tuple[str, ...],
    run_url: str,
    dialect: str | None,
    *,
    timeout: float | None,
    variables: tuple[str, ...],
    mode: Any,
    config_file: str | None,
    port: int,
    processes: int,
    **access: Any,
) -> None:
    """
    Serve the tools of files, folders, running tools, Python functions, and MCP servers.

    Example: webform serve tool.json --run-url http://127.0.0.1:8000/run

    \b
    A SOURCE is the first of these that it can be:
      an address      begins with http:// or https://: a running tool, or an MCP server
      a file          a declaration, or the servers that Claude, VS Code or Cursor
                      use (mcpServers, servers), whose programs are started
      a folder        its declarations; no programs are started
      a function      module:function or file.py:function, of Python; without the
                      function all that are decorated with @webform.tool
      a program       a command whose first word is a program: an MCP server

    \b
    All tools of MCP servers:
      webform serve http://127.0.0.1:3001/mcp
      webform serve 'npx -y @modelcontextprotocol/server-everything'
      webform serve ~/project/.mcp.json
    """  # noqa: D301 - \b is click's, for lines that stay as they are

    def read() -> tuple[Config, Found]:
        config = with_access(read_settings(config_file), **access)
        config = replace(config, mode=mode or config.mode, timeout=timeout or config.timeout)
        logs.set_up(config.log)
        found = gathered(config, config_file, sources, run_url=run_url, dialect=dialect, variables=variables)
        if processes > 1:
            check_shared(config, found)
        return config, found

    first = read()

    def ready(address: str) -> None:
        click.echo(f"webform is at {address}")
        for served in first[1].served if len(first[1].served) == 1 else ():
            click.echo(printable(f"{served.tool.name} is at {address}{served.path}"))

    serve_app(
        lambda: app_of(*first),
        access["host"],
        port,
        ready=ready,
        processes=processes,
        renew=lambda before: app_of(*read(), before),
    )
