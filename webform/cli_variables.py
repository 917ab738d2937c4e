"""The variables of programs, as the command line gives them."""

from __future__ import annotations

import os
import sys

import click

from webform.web.server_variables import Question, Variables


class UnsetError(Exception):
    """Raised when a variable is to be taken from our environment, and is not there."""


def read_variables(assignments: tuple[str, ...]) -> Variables:
    """
    Return the variables of *assignments*, each `NAME=VALUE`, or `NAME` for one of our environment.

    Raises:
        UnsetError: our environment has none of that name.
    """
    values = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals and name not in os.environ:
            raise UnsetError(f"The variable {name} of the environment is not set; give it as --env {name}=…")
        values[name] = value if equals else os.environ[name]
    return Variables(values=values, ask=ask if sys.stdin.isatty() else None)


def ask(question: Question) -> str:
    """Ask the operator for a value on the terminal."""
    answer: str = click.prompt(
        question.description or question.id,
        default=question.default,
        hide_input=question.secret,
        type=click.Choice(question.options) if question.options else str,
        err=True,
    )
    return answer
