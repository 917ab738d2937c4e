"""The trial of a tool from the command line: its checks as lines."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from webform.cli_messages import unusable
from webform.functions import named_function
from webform.runners import DispatchingRunner, Target, TargetError
from webform.runners.operation_targets import typed_target
from webform.texts import printable
from webform.trial import Exchange, RunCheck, trial
from webform.web.python_functions import list_functions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from webform.problems import Problem
    from webform.tool import Tool

#: Lines of what was sent or answered that are printed.
MAX_LINES = 20
#: The check of a tool that is not run unless it is named.
_UNASKED = RunCheck(name="run", state="skipped", note="it may change or delete things; run it with --tool")


class Trials:
    """
    The checks of the tools that were run, printed as they come or kept for programs.

    Args:
        prints: whether they are printed.
        is_named: whether the tool was named; of several others, none is run that may delete things.
    """

    def __init__(self, *, prints: bool, is_named: bool) -> None:
        self._prints, self._is_named = prints, is_named
        self._runs: list[tuple[Tool, Target, list[RunCheck]]] = []

    def run(self, tools: Sequence[Tool], file: str, run_url: str | None, timeout: float | None) -> None:
        """Run *tools*, which *file* declares, at *run_url*, or as the Python functions that they are."""
        targets = _targets(tools, file, run_url, timeout)
        with closing(DispatchingRunner()) as runner:
            for tool, target in zip(tools, targets, strict=True):
                checks: list[RunCheck] = []
                self._runs.append((tool, target, checks))
                self._print([f"{tool.id} at {_shown(target)}"])
                shown = Exchange("")
                is_unasked = not self._is_named and len(tools) > 1 and tool.hints.destructive
                for check in [_UNASKED] if is_unasked else trial(tool, target, runner):
                    checks.append(check)
                    self._print(_lines(check, shown))
                    shown = check.exchange if check.problems else shown

    def _print(self, lines: Iterable[str]) -> None:
        if self._prints:
            for line in lines:
                click.echo(printable(line))

    @property
    def problems(self) -> list[Problem]:
        """What is wrong, of all checks."""
        return [problem for check in self._checks() for problem in check.problems]

    @property
    def summary(self) -> str:
        """Whether anything was run, in a sentence; `""` where nothing was."""
        if not self._runs:
            return ""
        states = [check.state for check in self._checks()]
        named = {"ok": "passed", "error": "failed", "warning": "with a warning", "skipped": "skipped"}
        words = [f"{states.count(state)} {word}" for state, word in named.items() if state in states]
        was = "The tool was run" if len(self._runs) == 1 else f"{len(self._runs)} tools were run"
        return f" {was}: {', '.join(words)}."

    def as_json(self) -> list[dict[str, Any]]:
        """Return the checks as programs are shown them."""
        return [
            {"tool": tool.id, "at": _shown(target), "checks": [check.as_json() for check in checks]}
            for tool, target, checks in self._runs
        ]

    def _checks(self) -> Iterator[RunCheck]:
        return (check for _, _, checks in self._runs for check in checks)


def _targets(tools: Sequence[Tool], file: str, run_url: str | None, timeout: float | None) -> list[Target]:
    function = named_function(file)
    if run_url:
        try:
            return [typed_target(tool, run_url, timeout) for tool in tools]
        except TargetError as error:
            unusable(str(error))
    if function is None:
        unusable("--run runs Python functions, such as tools.py:greet; give --run-url URL for the tool of a file")
    served = {one.tool.id: one.target for one in list_functions(function, {}, timeout).served}
    return [target for tool in tools if (target := served[tool.id])]


def _shown(target: Target) -> str:
    """Return where *target* is, without a query: that may have a key."""
    return target.url.partition("?")[0]


def _lines(check: RunCheck, shown: Exchange) -> Iterator[str]:
    """Yield *check* as a line; below it what was sent and answered, where that is wrong and was not *shown* before."""
    ms = "" if check.ms is None else f"{check.ms} ms"
    head = f"  {check.state:<8} {check.name:<28} {ms:>9}"
    if not check.problems:
        yield f"{head}  {check.note}".rstrip()
        return
    for index, problem in enumerate(check.problems):
        where = f"#{problem.at}: " if problem.at else ""
        text = f"{where}{problem.severity}[{problem.code}]: {problem.message}"
        yield f"{head}  {text}" if index == 0 else f"           {text}"
    if check.exchange != shown:
        yield from _indented("sent", check.exchange.sent)
        yield from _indented("answered", check.exchange.answered or "nothing")


def _indented(word: str, text: str) -> Iterator[str]:
    lines = text.splitlines() or [""]
    for index, line in enumerate(lines[:MAX_LINES]):
        yield f"           {word if index == 0 else '':<9} {line}"
    if len(lines) > MAX_LINES:
        yield f"           {'':<9} … ({len(lines) - MAX_LINES} more lines)"
