"""The command that prints a body that a tool takes."""

from __future__ import annotations

import sys

import click

from webform.cli_declared import declared_options, read_one
from webform.cli_messages import shown
from webform.sample import sample as sample_of
from webform.sample import unsatisfied
from webform.values import write_json


@click.command()
@declared_options
def sample(file: str, tool_name: str | None, dialect: str | None) -> None:
    """
    Print the least body that the tool takes.

    Example: webform sample tool.json
    """
    tool, status = read_one(file, dialect, tool_name)
    click.echo(write_json(sample_of(tool.form), indent=2))
    for problem in unsatisfied(tool.form):
        click.echo(shown(problem, None, "sample"), err=True)
    sys.exit(status)
