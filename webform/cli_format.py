"""The option that prints the JSON Schema of the tool.json format."""

from __future__ import annotations

from typing import Any

import click

from webform.format_schema import format_schema
from webform.values import write_json


def _print(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it so
    if wanted and not context.resilient_parsing:
        click.echo(write_json(format_schema(), indent=2))
        context.exit()


def format_option(command: Any) -> Any:
    """Give *command* the option `--format`, which prints that schema and ends, whatever else it takes."""
    option = click.option(
        "--format",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print,
        help="Print the JSON Schema of the tool.json format instead, for editors.",
    )
    return option(command)
