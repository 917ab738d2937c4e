"""The command that serves tools to assistants, as an MCP server."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from webform import logs
from webform.cli_config import read_settings
from webform.cli_messages import unusable
from webform.cli_serving import made
from webform.cli_settings import timeout_option
from webform.cli_sources import app_of, gathered, source_options
from webform.web.access import Access
from webform.web.config import LOCAL
from webform.web.site import close_sites

if TYPE_CHECKING:
    from flask import Flask


@click.command()
@source_options
@timeout_option
@click.option("--config", "config_file", metavar="FILE", envvar="WEBFORM_CONFIG", help="A webform.toml.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Answer over HTTP at /mcp, on this port of this machine, not over input and output; 0 takes a free one.",
)
def mcp(
    *,
    timeout: float | None,
    config_file: str | None,
    port: int | None,
    **named: Any,
) -> None:
    """
    Serve tools to assistants as an MCP server, each with its form for people; needs webform[mcp].

    Example: webform mcp tool.json --run-url http://127.0.0.1:8000/run

    A SOURCE is what `webform serve` takes. The host starts this command, and speaks to it over its input and output.
    """
    config = read_settings(config_file)
    # Whoever starts the command speaks to it, and nobody else.
    config = replace(config, auth=Access(), timeout=timeout or config.timeout).trusting(*LOCAL)
    logs.set_up(config.log)
    found = gathered(config, config_file, **named)
    app = made(lambda: app_of(config, found))
    try:
        _serve(app, port)
    finally:
        close_sites(app)


def _serve(app: Flask, port: int | None) -> None:
    """Serve the tools of *app* until its input ends, or it is interrupted."""
    try:
        import anyio  # noqa: PLC0415 - of the extra `mcp`

        from webform.mcp_server.server import ToolServer  # noqa: PLC0415 - of the extra `mcp`
    except ModuleNotFoundError as error:
        unusable(f"an MCP server needs {error.name}: pip install 'webform[mcp]'")

    def end(*_: Any) -> NoReturn:
        close_sites(app)
        # A thread that still reads the input would keep the process.
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    server = ToolServer(app)
    if port is None:
        anyio.run(server.serve_stdio)
    else:
        server.serve_http(port, partial(click.echo, err=True))
