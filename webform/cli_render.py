"""The command that prints a form as HTML."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import webform
from webform.cli_declared import declared_options, read_one, read_value
from webform.cli_messages import UNUSABLE, unusable
from webform.html.render import render as render_form
from webform.values import ABSENT


@click.command()
@declared_options
@click.option("--values", metavar="FILE", help="A JSON file with the body that the form shows.")
@click.option(
    "--mcp-app", "is_app", is_flag=True, help="Make one document of it, for the ui:// resource of an MCP server."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
def render(  # noqa: PLR0913 - an option is an argument
    file: str, tool_name: str | None, dialect: str | None, values: str | None, output: Path | None, *, is_app: bool
) -> None:
    """
    Print the form as HTML.

    Example: webform render tool.json --values body.json
    """
    tool, status = read_one(file, dialect, tool_name)
    if is_app and values is not None:
        unusable("--mcp-app takes no --values: its host says what is filled in")
    if is_app:
        from webform.mcp_server.document import document  # noqa: PLC0415 - the web is slow to import

        html = document(tool)
    else:
        body = ABSENT if values is None else read_value(values, UNUSABLE)
        problems = [] if body is ABSENT else webform.check(tool.form, body)
        html = str(render_form(tool.form, body, problems))
    if output is None:
        click.echo(html)
        sys.exit(status)
    try:
        output.write_text(f"{html}\n", encoding="utf-8")
    except OSError as error:
        unusable(f"{output} cannot be written: {error.strerror or error}")
    sys.exit(status)
