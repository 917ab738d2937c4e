"""The report of `webform check`: the problems for a person, for a script, or for tools of review."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from webform.cli_explained import links_of, sections
from webform.cli_sarif import sarif
from webform.problems import errors
from webform.values import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from webform.cli_trial import Trials
    from webform.problems import Problem
    from webform.tool import Tool


def print_report(  # noqa: PLR0913 - all that a report is made of
    problems: Sequence[Problem],
    tools: Sequence[Tool],
    file: str,
    trials: Trials | None,
    *,
    format_: str | None,
    site: str | None,
) -> None:
    """
    Print *problems* of the *tools* in *file* as JSON or SARIF; else what explains them, and a summary.

    Args:
        problems: what was found, by the trials too.
        tools: the tools that were read.
        file: what they were read from.
        trials: the trials of the tools, where they were asked for.
        format_: `json`, `sarif`, or `None` for a person.
        site: the address of the documentation, for links to it.
    """
    links = links_of(problems, site)
    if format_ == "json":
        helps = {code: {"help": link} for code, link in links.items()}
        records = [problem.as_json() | helps.get(problem.code, {}) for problem in problems]
        click.echo(write_json({"problems": records, "runs": trials.as_json()} if trials else records, indent=2))
    elif format_ == "sarif":
        click.echo(write_json(sarif(problems, file, links), indent=2))
    else:
        for line in _helps(problems, links):
            click.echo(f"Help: {line}", err=True)
        click.echo(_summary(problems, tools) + (trials.summary if trials else ""), err=True)


def _helps(problems: Sequence[Problem], links: Mapping[str, str]) -> list[str]:
    """Return the *links* to what *problems* mean; without any the command that prints it."""
    codes = [code for code in dict.fromkeys(problem.code for problem in problems) if code in sections()]
    return [*links.values()] or ([f"webform explain {' '.join(codes)}"] if codes else [])


def _summary(problems: Sequence[Problem], tools: Sequence[Tool]) -> str:
    wrong, all_of = len(errors(problems)), len(problems)
    if not all_of:
        inputs = sum(len(tool.form.inputs) for tool in tools)
        return f"No problems: {_many(len(tools), 'tool')}, {_many(inputs, 'input')}."
    return f"{_many(wrong, 'error')}, {_many(all_of - wrong, 'warning')}."


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
