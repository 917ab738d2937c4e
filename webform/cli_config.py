"""The webform.toml of the commands: its settings, and what is wrong in it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from webform.cli_messages import UNUSABLE, shown, unusable
from webform.problems import Problem, errors
from webform.web.config import Config
from webform.web.config_file import read_config


def read_settings(file: str | None) -> Config:
    """Return what the webform.toml at *file* says; end where it cannot be used."""
    if file is None:
        return Config()
    try:
        config, problems = read_config(Path(file))
    except OSError as error:
        unusable(f"{file} cannot be read: {error.strerror or error}")
    report(problems, file)
    return config


def report(problems: list[Problem], file: str) -> None:
    """Print the *problems* of a webform.toml; end if one of them is an error."""
    for problem in problems:
        click.echo(shown(problem, None, file), err=True)
    if errors(problems):
        sys.exit(UNUSABLE)
