"""One column of a table: its kind and its statistics."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

Kind = Literal["number", "date", "text", "empty"]


def _number_pattern(decimal: str, group: str) -> re.Pattern[str]:
    whole = rf"(\d{{1,3}}([{group}]\d{{3}})+|\d+)"
    return re.compile(rf"[+-]?(?=[{decimal}]?\d){whole}?([{decimal}]\d*)?([eE][+-]?\d+)?", re.ASCII)


#: Decimal sign -> what sets thousands apart, and what numbers look like.
_NUMBERS = {".": (",", _number_pattern(".", ",")), ",": (".", _number_pattern(",", "."))}
#: Squares of larger numbers, summed and multiplied, would overflow; no quantity is as large.
_LARGEST = 1e60
_MOST_CORRELATED = 8


@dataclass(frozen=True, kw_only=True)
class Column:
    """
    A column of a table.

    Args:
        name: its heading.
        kind: what its values are, missing ones apart.
        values: the values that are there, as written.
        missing: how many are not.
        numbers: where *kind* is number, row by row, `None` where missing; else empty.
    """

    name: str
    kind: Kind
    values: list[str]
    missing: int
    numbers: list[float | None]

    def describe(self, chosen: Container[str], percentiles: list[float]) -> dict[str, Any]:
        """Return the *chosen* statistics by heading; `None` where this kind of column has none."""
        row: dict[str, Any] = {
            "Column": self.name,
            "Kind": self.kind,
            "Values": len(self.values),
            "Missing": self.missing,
        }
        numbers = sorted(number for number in self.numbers if number is not None)
        if "distinct" in chosen:
            counts = Counter(self.values)
            row["Distinct"] = len(counts)
            row["Most common"] = counts.most_common(1)[0][0] if counts else ""
        if "mean" in chosen:
            row["Mean"] = _rounded(statistics.fmean(numbers)) if numbers else None
            row["Deviation"] = _rounded(statistics.stdev(numbers)) if len(numbers) > 1 else None
        if "extremes" in chosen:
            row["Least"] = numbers[0] if numbers else None
            row["Greatest"] = numbers[-1] if numbers else None
        if "percentiles" in chosen:
            for share in sorted({*percentiles, 50}):
                row[f"{share:g} %"] = _rounded(percentile(numbers, share)) if numbers else None
        return row


def read_column(name: str, cells: Iterable[str], missing: Container[str], decimal: str) -> Column:
    """Return the column of *cells*; those that read as one of *missing* are missing."""
    stripped = [cell.strip() for cell in cells]
    present = [cell for cell in stripped if cell not in missing]
    numbers = [_number(cell, decimal) if cell not in missing else None for cell in stripped]
    kind: Kind = "text"
    if not present:
        kind = "empty"
    elif sum(number is not None for number in numbers) == len(present):
        kind = "number"
    elif all(map(_is_date, present)):
        kind = "date"
    return Column(
        name=name,
        kind=kind,
        values=present,
        missing=len(stripped) - len(present),
        numbers=numbers if kind == "number" else [],
    )


def percentile(numbers: list[float], share: float) -> float:
    """Return the *share* (0 to 100) percentile of sorted *numbers*, between neighbours in proportion."""
    place = (len(numbers) - 1) * share / 100
    below = int(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (numbers[above] - numbers[below]) * (place - below)


def correlations(columns: Iterable[Column]) -> list[dict[str, Any]]:
    """Return Pearson's r of each two number columns, over the rows that have both, strongest first."""
    numeric = [column for column in columns if column.kind == "number"][:_MOST_CORRELATED]
    rows = [row for one, other in combinations(numeric, 2) if (row := _correlation(one, other))]
    return sorted(rows, key=lambda row: -abs(row["r"]))


def _correlation(one: Column, other: Column) -> dict[str, Any] | None:
    both = [(x, y) for x, y in zip(one.numbers, other.numbers, strict=True) if x is not None and y is not None]
    try:
        r = statistics.correlation(*zip(*both, strict=True)) if len(both) > 2 else None
    except statistics.StatisticsError:  # one of them never changes
        r = None
    return None if r is None else {"One": one.name, "Other": other.name, "r": _rounded(r), "Rows": len(both)}


def _number(text: str, decimal: str) -> float | None:
    group, pattern = _NUMBERS[decimal]
    if len(text) > 40 or not pattern.fullmatch(text):
        return None
    number = float(text.replace(group, "").replace(decimal, "."))
    return number if abs(number) < _LARGEST else None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _rounded(number: float) -> float:
    return float(f"{number:.10g}")
