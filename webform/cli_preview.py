"""The options of the preview: an answer to show, and the author's editor."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from webform.cli_messages import unusable
from webform.web.preview import Extras
from webform.web.preview_editor import chosen_editor


def preview_options(command: Any) -> Any:
    """Give *command* the arguments of what is shown beside a form."""
    command = click.option(
        "--editor", metavar="COMMAND", default="", help="Opens lines of FILE from the page; VISUAL without it."
    )(command)
    return click.option("--answer", metavar="FILE", help="A JSON file with what the tool may answer, to be shown.")(
        command
    )


def read_extras(answer: str | None, editor: str) -> Extras:
    """Return what those options say; end where they cannot be used."""
    if answer is not None and not Path(answer).is_file():
        unusable(f"{answer} cannot be read: there is no such file")
    try:
        chosen = chosen_editor(editor, os.environ.get("VISUAL", ""))
    except ValueError as error:
        unusable(f"--editor cannot be read: {error}")
    return Extras(Path(answer) if answer else None, chosen)
