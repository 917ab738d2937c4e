"""The command that looks at an installation: what is configured, reachable and up to date."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from webform.cli_messages import FOUND
from webform.cli_sources import found_in, source_options
from webform.cli_variables import UnsetError
from webform.problems import Problem, errors
from webform.texts import printable
from webform.values import write_json
from webform.web.checkup import Check, Installation, checkup
from webform.web.config import Config
from webform.web.config_file import read_config, unmatched_tools
from webform.web.sources import Found, UnusableSourceError

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command()
@source_options
@click.option("--config", "config_file", metavar="FILE", help="A webform.toml.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def doctor(*, config_file: str | None, as_json: bool, **named: Any) -> None:
    """
    Say what is configured, reachable and out of date.

    Example: webform doctor tools/ --config webform.toml

    Give it what `webform serve` is given. It starts nothing, runs no tool, and changes no
    table; its exit status is 1 where there is a problem.
    """
    checks = []
    for check in _checks(config_file, **named):
        checks.append(check)
        if not as_json:
            click.echo(printable(f"{check.state:8} {check.subject}: {check.message}"))
            if check.advice:
                click.echo(printable(f"{'':8} → {check.advice}"))
    if as_json:
        click.echo(write_json([asdict(check) for check in checks], indent=2))
    sys.exit(FOUND if any(check.state == "problem" for check in checks) else 0)


def _checks(config_file: str | None, **named: Any) -> Iterator[Check]:
    config: Config = Config()
    if config_file:
        try:
            config, problems = read_config(Path(config_file))
        except OSError as error:
            yield Check("configuration", "problem", f"{config_file} cannot be read: {error.strerror or error}")
            return
        yield from _settings(config_file, problems)
    try:
        found = found_in(config, **named)
    except (UnusableSourceError, UnsetError) as error:
        yield Check("sources", "problem", str(error))
        found = Found()
    migrate = "webform migrate" + (f" --config {config_file}" if config_file else "")
    installation = Installation(config, found, migrate)
    yield from _declarations(installation)
    yield from checkup(installation)


def _settings(file: str, problems: list[Problem]) -> Iterator[Check]:
    for problem in problems:
        state: Literal["problem", "warning"] = "problem" if errors([problem]) else "warning"
        yield Check("configuration", state, f"{file}#{problem.at}: {problem.message}")
    if not problems:
        yield Check("configuration", "ok", f"{file} is read")


def _declarations(installation: Installation) -> Iterator[Check]:
    for name, problem, _ in installation.found.problems:
        if errors([problem]):
            yield Check(f"declaration {name}", "problem", f"{problem.at}: {problem.message}", f"webform check {name}")
    for problem in unmatched_tools(installation.config, installation.tools):
        state: Literal["problem", "warning"] = "warning" if installation.found.down else "problem"
        yield Check("configuration", state, f"{problem.at}: {problem.message}")
