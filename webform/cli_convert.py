"""The command that writes tools in the formats of others."""

from __future__ import annotations

import sys

import click

from webform import dialects
from webform.cli_declared import print_all, read_named
from webform.cli_messages import FOUND, shown, unusable
from webform.convert import WRITERS, SeveralToolsError, lost
from webform.convert import convert as written
from webform.lint import unread
from webform.problems import errors
from webform.values import write_json


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--to", "format_", required=True, type=click.Choice([*WRITERS]), help="The format to write.")
@click.option("--tool", "name", metavar="NAME", help="One tool of a file that declares several.")
@click.option("--dialect", type=click.Choice([*dialects.DIALECTS]), help="The language of FILE.")
def convert(file: str, format_: str, name: str | None, dialect: str | None) -> None:
    """
    Write the tools of a declaration in another format, and say what does not carry over.

    Example: webform convert tool.json --to openai
    """
    chosen, problems, source, tools = read_named(file, dialect, name)
    problems = [*problems, *map(source.locate, unread(chosen))]
    print_all(problems, source, file)
    if errors(problems):
        sys.exit(FOUND)
    try:
        document = written(chosen, format_)
    except SeveralToolsError:
        unusable(f"{format_} holds one tool; choose one with --tool: {', '.join(tool.id for tool in chosen)}")
    click.echo(write_json(document, indent=2))
    for tool in chosen:
        where = file if len(tools) == 1 else f"{file} ({tool.id})"
        for problem in lost(tool, format_):
            click.echo(shown(problem, source, where), err=True)
