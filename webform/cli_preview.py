"""The command that shows the author's view of a declaration, beside it an answer, with the author's editor."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import click

from webform.cli_access import serving_options, with_access
from webform.cli_declared import declared_options, read_named
from webform.cli_messages import unusable
from webform.cli_serving import serve_app
from webform.cli_settings import timeout_option
from webform.functions import named_function
from webform.paths import at_path
from webform.runners import Target, TargetError
from webform.web.config import Config
from webform.web.preview import Extras, create_function_preview, create_preview
from webform.web.preview_editor import chosen_editor


@click.command()
@declared_options
@click.option("--run-url", metavar="URL", default="", help="Where the tool runs, to try it too.")
@click.option("--answer", metavar="FILE", help="A JSON file with what the tool may answer, to be shown.")
@click.option("--editor", metavar="COMMAND", default="", help="Opens lines of FILE from the page; VISUAL without it.")
@timeout_option
@serving_options
def preview(  # noqa: PLR0913 - an option is an argument
    file: str,
    tool_name: str | None,
    dialect: str | None,
    run_url: str,
    *,
    answer: str | None,
    editor: str,
    timeout: float | None,
    port: int,
    **access: Any,
) -> None:
    """
    Show the author's view of a declaration: its form, its problems, its sample; it follows the file.

    Example: webform preview tool.json --run-url http://127.0.0.1:8000/run
    """
    config, extras = with_access(Config(timeout=timeout), **access), _read_extras(answer, editor)
    if run_url:
        try:
            Target(url=run_url)
        except TargetError as error:
            unusable(str(error))
    function = None if dialect else named_function(file)
    if function:
        source = read_named(file, dialect, tool_name)[2]
        make = partial(create_function_preview, Path(source.name), function, config, tool_name, extras=extras)
    else:
        if at_path(file) != "file":
            unusable(f"{file} cannot be read: there is no such file")
        if tool_name is not None:
            read_named(file, dialect, tool_name)
        make = partial(create_preview, Path(file), config, dialect, tool_name, run_url, extras=extras)
    serve_app(make, access["host"], port)


def _read_extras(answer: str | None, editor: str) -> Extras:
    """Return what those options say; end where they cannot be used."""
    if answer is not None and at_path(answer) != "file":
        unusable(f"{answer} cannot be read: there is no such file")
    try:
        chosen = chosen_editor(editor, os.environ.get("VISUAL", ""))
    except ValueError as error:
        unusable(f"--editor cannot be read: {error}")
    return Extras(Path(answer) if answer else None, chosen)
