"""Figures with their targets, and medians of interleaved rounds."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class Figure:
    """
    One line of a report.

    Args:
        what: what was measured.
        found: what it came to, in words.
        value: the number that the target is about; `None` where there is no target.
        most: the most it should be.
        least: the least it should be.
        unit: of the target.
    """

    what: str
    found: str
    value: float | None = None
    most: float | None = None
    least: float | None = None
    unit: str = ""

    @property
    def target(self) -> str:
        """The target in words."""
        if self.most is not None:
            return f"≤ {self.most:,g}{self.unit}"
        return "" if self.least is None else f"≥ {self.least:g}{self.unit}"

    @property
    def verdict(self) -> str:
        """`met`, `MISSED`, or nothing where there is no target."""
        if self.value is None:
            return ""
        missed = (self.most is not None and self.value > self.most) or (
            self.least is not None and self.value < self.least
        )
        return "MISSED" if missed else "met"


def counted(number: int, noun: str) -> str:
    """Return *number* with its *noun*: 1 line, 2 lines."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ratio(what: str, both: tuple[float, float], beside: str, most: float | None, unit: str = "ms") -> Figure:
    """Return the figure of the first of *both* as a multiple of the second, which *beside* names."""
    ours, theirs = both
    times = ours / theirs
    found = f"{ours:.2f} {unit}, {times:.2f} × {beside} ({theirs:.2f} {unit})"
    return Figure(what=what, found=found, value=None if most is None else times, most=most, unit=" ×")


def rate(what: str, both: tuple[float, float], beside: str, least: float | None) -> Figure:
    """Return the figure of the first of *both*, requests a second, as a part of the second, which *beside* names."""
    ours, theirs = both
    part = ours / theirs
    return Figure(
        what=what,
        found=f"{ours:.0f}/s, {part:.2f} of {beside} ({theirs:.0f}/s)",
        value=None if least is None else part,
        least=least,
    )


def show(figures: Iterable[Figure]) -> list[Figure]:
    """Print *figures*, one a line, each as it comes; return them."""
    shown = []
    for figure in figures:
        line = f"  {figure.what:<42}  {figure.found:<62}  {figure.target:<9}  {figure.verdict}"
        print(line.rstrip(), flush=True)
        shown.append(figure)
    return shown


def interleaved(tasks: Mapping[str, Callable[[], Value]], rounds: int) -> dict[str, list[Value]]:
    """Return what each of *tasks* gave in *rounds* rounds, all of them in each: they see the same machine."""
    found: dict[str, list[Value]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            found[name].append(task())
    return found


def milliseconds(tasks: Mapping[str, Callable[[], object]], rounds: int, times: int = 1) -> dict[str, float]:
    """Return the median milliseconds each of *tasks* takes, called *times* times in each of *rounds* rounds."""
    taken = interleaved({name: _timed(task, times) for name, task in tasks.items()}, rounds)
    return {name: median(durations) for name, durations in taken.items()}


def _timed(task: Callable[[], object], times: int) -> Callable[[], float]:
    def timed() -> float:
        # The garbage of one task is not the business of the next.
        gc.collect()
        # Time of the processor: others may be at work on this machine.
        start = process_time()
        for _ in range(times):
            task()
        return (process_time() - start) * 1000 / times

    return timed
