"""The command that prints the JSON Schema of a body."""

from __future__ import annotations

import sys

import click

from webform.cli_declared import declared_options, read_one
from webform.cli_format import format_option
from webform.published import body_schema
from webform.values import write_json


@click.command()
@declared_options
@format_option
def schema(file: str, tool_name: str | None, dialect: str | None) -> None:
    """
    Print the JSON Schema of the body.

    Example: webform schema tool.json
    """
    tool, status = read_one(file, dialect, tool_name)
    click.echo(write_json(body_schema(tool), indent=2))
    sys.exit(status)
