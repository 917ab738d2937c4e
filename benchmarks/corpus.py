"""A corpus of schemas and documents: what is refused, dead ends, what opening changes, time and memory."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import resource
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.corpus_case import Report, look
from benchmarks.corpus_files import Case, cases, mapped
from benchmarks.figures import Figure, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

#: Seconds of load and first render, of a second render, and megabytes, at most.
MOST_SECONDS, MOST_AGAIN, MOST_MEMORY = 2.0, 0.2, 300.0
HELP = """\
FOLDER holds schemas, JSON or YAML, at any depth; a file is a corpus of one. A file that lists MCP tools
("tools", or the answer to tools/list) is one case for each tool. The documents of NAME.schema.json (or
NAME.json) are the files below the folder NAME beside it; --map FILE says it otherwise: a JSON object of
{"schema": ["pattern of documents", ...]}, paths relative to its folder; FOLDER may then be left out."""


class Limits(NamedTuple):
    """What one schema may take: seconds of the clock, and megabytes of addresses."""

    seconds: float
    megabytes: int


class _Running(NamedTuple):
    case: Case
    process: BaseProcess
    started: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at all schemas, print what they came to, and return 1 where anything missed its target."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.corpus", description=__doc__, epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("folder", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--map", type=Path, metavar="FILE", help="which documents belong to which schema")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what every schema came to there")
    parser.add_argument("--dialect", help="read all files as this dialect, such as json-schema; else by their content")
    parser.add_argument("--jobs", type=int, default=2, help="schemas at a time, each in a process of its own (2)")
    parser.add_argument("--seconds", type=float, default=120, help="a schema is ended after so many (120)")
    parser.add_argument("--megabytes", type=int, default=4000, help="a schema may hold so many (4000)")
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst are listed of each kind (10)")
    chosen = parser.parse_args(arguments)
    todo = [case for folder in chosen.folder for case in cases(folder)] + ([*mapped(chosen.map)] if chosen.map else [])
    if not todo:
        parser.error("expected a FOLDER of schemas, or a mapping of them; found none")
    limits = Limits(chosen.seconds, chosen.megabytes)
    reports = sorted(looked_at(todo, chosen.dialect, chosen.jobs, limits), key=lambda report: report.name)
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(report) for report in reports], indent=1), "utf-8")
    figures = [*summary(reports)]
    show(figures)
    for line in worst(reports, chosen.worst):
        print(line)
    return int(any(figure.verdict == "MISSED" for figure in figures))


# -- a process each


def looked_at(todo: Iterable[Case], dialect: str | None, jobs: int, limits: Limits) -> Iterator[Report]:
    """Yield the report of each case, as they come; one that goes beyond *limits* is ended, and says so."""
    running: dict[Connection, _Running] = {}
    steps: dict[Connection, str] = {}
    waiting = iter(todo)
    while True:
        while len(running) < jobs and (case := next(waiting, None)):
            ours, its = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=_work, args=(case, dialect, limits, its))
            process.start()
            its.close()
            running[ours], steps[ours] = _Running(case, process, monotonic()), "start"
        if not running:
            return
        wait([*running], timeout=1)
        for ours in [ours for ours in running if ours.poll()]:
            report = _received(ours, running[ours], steps)
            if report:
                _end(running.pop(ours))
                yield report
        for ours, work in [*running.items()]:
            if monotonic() - work.started > limits.seconds:
                _end(running.pop(ours))
                why = f"ended after {limits.seconds:g} seconds: {steps[ours]}"
                yield Report(name=work.case.name, refused=why, clock=limits.seconds, step=steps[ours])


def _received(ours: Connection, running: _Running, steps: dict[Connection, str]) -> Report | None:
    """Return the report that came, if it did; a process that is gone without one has one made for it."""
    try:
        received = ours.recv()
    except EOFError:
        return Report(name=running.case.name, refused=f"the process died: {steps[ours]}", step=steps[ours])
    if isinstance(received, Report):
        return received
    steps[ours] = received
    return None


def _end(running: _Running) -> None:
    running.process.join(0.5)
    if running.process.is_alive():
        running.process.kill()
        running.process.join()


def _work(case: Case, dialect: str | None, limits: Limits, its: Connection) -> None:
    most = limits.megabytes * 1_000_000
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    its.send(look(case, dialect, its.send))


# -- what is printed


def summary(reports: Sequence[Report]) -> Iterator[Figure]:
    """Yield the figures of all *reports*."""
    documents, valid = sum(report.documents for report in reports), sum(report.valid for report in reports)
    passed_over = sum(bool(report.passed_over) for report in reports)
    yield Figure(what="schemas and tools", found=f"{len(reports) - passed_over:,}; {passed_over:,} files are neither")
    yield Figure(what="documents", found=f"{documents:,}, of which {valid:,} pass our check")
    yield _count("refused", reports, lambda report: int(bool(report.refused)))
    yield _count("dead ends", reports, lambda report: len(report.dead_ends))
    yield _count("refused though valid", reports, lambda report: len(report.refused_valid))
    yield _count("changed by opening", reports, lambda report: len(report.changed))
    yield Figure(
        what="passed though another validator refuses", found=f"{sum(len(report.passed_invalid) for report in reports)}"
    )
    yield _count(
        f"over {MOST_SECONDS:g} s to load and render",
        reports,
        lambda report: report.load + report.render > MOST_SECONDS,
    )
    yield _count(f"over {MOST_AGAIN:g} s for a second render", reports, lambda report: report.again > MOST_AGAIN)
    yield _count(f"over {MOST_MEMORY:g} MB", reports, lambda report: report.memory > MOST_MEMORY)


def _count(what: str, reports: Sequence[Report], of: Callable[[Report], int]) -> Figure:
    counts = [of(report) for report in reports]
    total, schemas = sum(counts), sum(map(bool, counts))
    found = f"{total:,}" if total == schemas else f"{total:,} in {schemas:,} schemas"
    return Figure(what=what, found=found, value=total, most=0)


def worst(reports: Sequence[Report], most: int) -> Iterator[str]:
    """Yield lines about the worst: what was found, by its cause, then the slow and the large."""
    for what in ("refused", "dead_ends", "refused_valid", "changed", "passed_invalid"):
        found = [(report.name, line) for report in reports for line in _lines(getattr(report, what))]
        causes = Counter(_cause(line) for _, line in found)
        if causes:
            yield f"\n{what.replace('_', ' ')}"
        for cause, count in causes.most_common(most):
            yield f"  {count:>5} × {cause}"
            yield from (
                f"          {name}: {line}" for name, line in [one for one in found if _cause(one[1]) == cause][:3]
            )
    for what, unit in (
        ("load", "s"),
        ("render", "s"),
        ("again", "s"),
        ("clock", "s"),
        ("memory", "MB"),
        ("page", "characters"),
    ):
        yield f"\nmost {what}"
        ranked = sorted(reports, key=lambda report: getattr(report, what), reverse=True)[:most]
        yield from (f"  {getattr(report, what):>9,.2f} {unit}  {report.name}" for report in ranked)


def _lines(found: str | list[str]) -> list[str]:
    return found if isinstance(found, list) else [found] if found else []


def _cause(line: str) -> str:
    """Return what is alike in findings that have one cause: without places, names and values."""
    words = re.sub(r'"[^"]*"|\d[\d,.]*', "…", line)
    return words.partition(": ")[2] if re.match(r"\S+: ", words) else words


if __name__ == "__main__":
    raise SystemExit(main())
