"""Bringing the database of runs up to date, before a newer webform is started."""

from __future__ import annotations

from pathlib import Path

import click

from webform.cli_messages import read_settings, unusable
from webform.runs import StoreError, migrate_database


@click.command()
@click.option("--config", "config_file", metavar="FILE", help="A webform.toml.")
def migrate(config_file: str | None) -> None:
    """
    Bring the database of runs up to date.

    A file is brought up to date when it is opened; a server, which others may share, by this command. Stop webform
    first, and make a copy.

    Example: webform migrate --config webform.toml
    """
    database = read_settings(config_file).database_or_default
    if "://" not in database and not Path(database).exists():
        unusable(f"There is no database {database} yet: it is made when webform is started")
    try:
        before, now = migrate_database(database)
    except StoreError as error:
        unusable(str(error))
    what = "is up to date" if before == now else "is up to date now"
    click.echo(f"The database {what}: version {now}{f', before {before}' if before not in ('', now) else ''}.")
