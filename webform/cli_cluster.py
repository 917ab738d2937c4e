"""The commands of many processes and machines: a worker, and the migration of the database."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webform import logs
from webform.cli_config import read_settings
from webform.cli_messages import unusable, warn_unconnected
from webform.cli_serving import made
from webform.cli_sources import gathered, source_options
from webform.runs import StoreError, migrated
from webform.web import create_app
from webform.web.probes import probes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from webform.web.config import Config
    from webform.web.sources import Found

#: Runs that a worker executes at the same time.
THREADS = 32


def check_shared(config: Config, found: Found) -> None:
    """End where several processes at one address could not serve what was *found* as one would."""
    if not config.queue:
        unusable(
            "--processes needs a PostgreSQL database and queue = true in webform.toml, and webform worker: without "
            "them each process would count its runs by itself"
        )
    if found.down or any(served.target and served.target.protocol == "mcp" for served in found.served):
        unusable(
            "--processes cannot serve MCP servers: a visitor's sessions and sign-ins are those of one process. Start "
            "one webform serve for each --port, and have the proxy send a visitor to the same one"
        )


@click.command()
@source_options
@click.option(
    "--config",
    "config_file",
    metavar="FILE",
    envvar="WEBFORM_CONFIG",
    required=True,
    help="The webform.toml of the web processes.",
)
@click.option(
    "--threads", default=THREADS, show_default=True, type=click.IntRange(1), help="Runs executed at the same time."
)
@click.option(
    "--listen",
    metavar="HOST:PORT",
    help="Where /healthz, /readyz and /metrics are answered, such as 127.0.0.1:8081; nowhere without it.",
)
def worker(*, config_file: str, threads: int, listen: str | None, **named: Any) -> None:
    """
    Execute the runs that web processes were asked for; needs webform[cluster].

    Example: webform worker tools/ --config webform.toml

    Give it the SOURCEs and the configuration of `webform serve`, with queue = true and a
    PostgreSQL database. Start as many as you like, on any machine; a signal ends one once its
    runs are over, or hands them on.
    """
    config = read_settings(config_file)
    if not config.queue:
        unusable(f"{config_file} has no queue = true: the web processes execute their runs themselves")
    logs.set_up(config.log)
    found = gathered(config, config_file, **named)
    app = made(lambda: create_app(found.served, config, down=found.down))
    site = app.extensions["webform"]
    warn_unconnected(site.served.values())
    site.watch()
    with _probes(app, listen):
        click.echo(f"webform executes runs, up to {threads} at once")
        site.runs.work(threads, config.finish_seconds)
        site.close()


@contextmanager
def _probes(app: Flask, listen: str | None) -> Iterator[None]:
    if listen is None:
        yield
        return
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        unusable(f"--listen takes a host and a port, such as 127.0.0.1:8081, not {listen}")
    with ExitStack() as stack:
        try:
            found = stack.enter_context(probes(app, host.strip("[]"), int(port)))
        except (OSError, OverflowError) as error:
            unusable(f"{listen} cannot be listened on: {getattr(error, 'strerror', None) or error}")
        click.echo(f"webform answers probes at http://{host}:{found}")
        yield


@click.command()
@click.option("--config", "config_file", metavar="FILE", envvar="WEBFORM_CONFIG", help="A webform.toml.")
def migrate(config_file: str | None) -> None:
    """
    Bring the database of the runs up to date.

    Example: webform migrate --config webform.toml

    A file is migrated where it is opened; a server is refused until this was run, once, while
    no webform of an older version uses it.
    """
    config = read_settings(config_file)
    try:
        before, after = migrated(config.database_or_default, queue=config.queue)
    except StoreError as error:
        unusable(str(error))
    name = Path(config.database_or_default).name if "://" not in config.database_or_default else "The database"
    done = "was up to date" if before == after else "is up to date now"
    click.echo(f"{name} {done}: version {after}")
