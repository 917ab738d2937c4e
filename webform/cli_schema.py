"""The command that prints the JSON Schema of a body, or that of the tool.json format."""

from __future__ import annotations

import sys

import click

from webform.cli_declared import declared_options, read_one
from webform.format_schema import format_schema
from webform.published import body_schema
from webform.values import write_json


def _print(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it so
    if wanted and not context.resilient_parsing:
        click.echo(write_json(format_schema(), indent=2))
        context.exit()


@click.command()
@declared_options
@click.option(
    "--format",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print,
    help="Print the JSON Schema of the tool.json format instead, for editors.",
)
def schema(file: str, tool_name: str | None, dialect: str | None) -> None:
    """
    Print the JSON Schema of the body.

    Example: webform schema tool.json
    """
    tool, status = read_one(file, dialect, tool_name)
    click.echo(write_json(body_schema(tool), indent=2))
    sys.exit(status)
