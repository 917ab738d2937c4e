"""The command that prints what is wrong in a declaration."""

from __future__ import annotations

import sys

import click

from webform.cli_declared import declared_options, read_named
from webform.cli_messages import FOUND
from webform.cli_report import print_problems, print_report
from webform.cli_settings import timeout_option
from webform.cli_trial import Trials, trial_options
from webform.lint import unread, untried
from webform.problems import errors


@click.command()
@declared_options
@trial_options
@timeout_option
@click.option("--json", "format_", flag_value="json", help="Print the problems as JSON.")
@click.option("--sarif", "format_", flag_value="sarif", help="Print the problems as SARIF 2.1.0, for CI.")
@click.option("--docs", metavar="URL", envvar="WEBFORM_DOCS", help="The site of the documentation, for links to it.")
def check(  # noqa: PLR0913 - an option is an argument
    file: str,
    tool_name: str | None,
    dialect: str | None,
    run_url: str | None,
    *,
    is_run: bool,
    timeout: float | None,
    format_: str | None,
    docs: str | None,
) -> None:
    """
    Print what is wrong in a declaration.

    Example: webform check tool.json --run-url http://127.0.0.1:8000/run
    """
    tools, problems, source, _ = read_named(file, dialect, tool_name)
    problems = [*problems, *map(source.locate, unread(tools)), *untried(tools)]
    if format_ is None:
        print_problems(problems, source, file)
    trials = Trials(prints=format_ is None, is_wanted=is_run or bool(run_url), is_named=tool_name is not None)
    if trials.is_wanted and not errors(problems):
        trials.run(tools, file, run_url, timeout)
    problems += trials.problems
    print_report(problems, tools, file, trials, format_=format_, site=docs)
    sys.exit(FOUND if errors(problems) else 0)
