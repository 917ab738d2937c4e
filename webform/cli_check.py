"""The command that prints what is wrong in a declaration."""

from __future__ import annotations

import sys

import click

from webform.cli_declared import declared_options, read_named
from webform.cli_messages import FOUND, shown
from webform.cli_report import print_report
from webform.cli_settings import timeout_option
from webform.lint import unread, untried
from webform.problems import counted, errors


@click.command()
@declared_options
@click.option(
    "--run-url",
    metavar="URL",
    help="Also run the tool at this /run once, on its first example, else the sample, and check the answer.",
)
@click.option(
    "--run", "is_run", is_flag=True, help="Also run a Python function once, on its first example, else the sample."
)
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
        for problem in counted(problems):
            click.echo(shown(problem, source, file))
    trials = None
    if is_run or run_url:
        from webform.cli_trial import Trials  # noqa: PLC0415 - what runs tools is slow to import

        trials = Trials(prints=format_ is None, is_named=tool_name is not None)
        if not errors(problems):
            trials.run(tools, file, run_url, timeout)
        problems += trials.problems
    print_report(problems, tools, file, trials, format_=format_, site=docs)
    sys.exit(FOUND if errors(problems) else 0)
