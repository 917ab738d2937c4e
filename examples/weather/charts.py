"""Days as charts, each in the shape of its output type."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import accumulate, pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .days import Day

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
#: Days that a line and a cloud of points show at most; of more, each second, third, …
MOST_DAYS, MOST_POINTS = 400, 300


def temperature(days: Sequence[Day], smooth: int) -> dict[str, Any]:
    """Return a line for the highest and for the lowest temperature, each day the mean of the *smooth* days to it."""
    step = -(-len(days) // MOST_DAYS)
    shown = range(0, len(days), step)

    def line(values: list[float]) -> list[float]:
        return [round(fmean(values[max(0, at - smooth + 1) : at + 1]), 1) for at in shown]

    return {
        "x": [days[at].date.isoformat() for at in shown],
        "series": [
            {"name": "Highest", "y": line([day.high for day in days])},
            {"name": "Lowest", "y": line([day.low for day in days])},
        ],
    }


def rain(days: Sequence[Day]) -> dict[str, Any]:
    """Return a bar for each month of each year: its rain."""
    return {"x": MONTHS, "series": [{"name": str(year), "y": row} for year, row in _grid(days, _rain, sum)]}


def sky(days: Sequence[Day]) -> dict[str, Any]:
    """Return a slice for each kind of sky: its days."""
    return {"slices": [{"label": kind.title(), "value": count} for kind, count in _skies(days).most_common()]}


def months(days: Sequence[Day], measure: str) -> dict[str, Any]:
    """Return a box for each month: *measure* on its days."""
    return {
        "y_label": measure.title(),
        "series": [
            {"name": MONTHS[month - 1], "values": [getattr(day, measure) for day in found]}
            for month, found in sorted(_by(days, lambda day: day.date.month).items())
        ],
    }


def years(days: Sequence[Day], measure: str) -> dict[str, Any]:
    """Return a field for each month of each year: the mean of *measure*."""
    grid = _grid(days, lambda day: float(getattr(day, measure)), fmean)
    return {"x_labels": MONTHS, "y_labels": [str(year) for year, _ in grid], "z": [row for _, row in grid]}


def shape(days: Sequence[Day], measure: str) -> dict[str, Any]:
    """Return a ring for each year: the mean of *measure* in each month."""
    grid = _grid(days, lambda day: float(getattr(day, measure)), fmean)
    return {"axes": MONTHS, "series": [{"name": str(year), "values": row} for year, row in grid]}


def spread(days: Sequence[Day], measure: str) -> dict[str, Any]:
    """Return *measure* of every day, to be counted."""
    return {"values": [getattr(day, measure) for day in days], "bins": 20}


def candles(days: Sequence[Day]) -> dict[str, Any]:
    """Return for each month the mean temperature of its first and last day, and its least and greatest."""
    return {
        "points": [
            {
                "t": found[0].date.replace(day=1).isoformat(),
                "open": round((found[0].high + found[0].low) / 2, 1),
                "close": round((found[-1].high + found[-1].low) / 2, 1),
                "high": max(day.high for day in found),
                "low": min(day.low for day in found),
            }
            for found in _by(days, lambda day: (day.date.year, day.date.month)).values()
        ]
    }


def so_far(days: Sequence[Day]) -> dict[str, Any]:
    """Return the rain since the first day, at the end of each month."""
    found = _by(days, lambda day: (day.date.year, day.date.month)).values()
    sums = accumulate(sum(day.rain for day in month) for month in found)
    return {
        "x": [month[-1].date.isoformat() for month in found],
        "series": [{"name": "Rain so far", "y": [round(running_sum, 1) for running_sum in sums]}],
    }


def wind(days: Sequence[Day]) -> dict[str, Any]:
    """Return a point for each day: its temperature and its wind, by the sky."""
    shown = days[:: -(-len(days) // MOST_POINTS)]
    return {
        "x_label": "Highest temperature (°C)",
        "y_label": "Wind (m/s)",
        "series": [
            {
                "name": kind.title(),
                "points": [
                    {"x": day.high, "y": day.wind, "label": day.date.isoformat()} for day in shown if day.sky == kind
                ],
            }
            for kind in _skies(shown)
        ],
    }


def next_day(days: Sequence[Day]) -> dict[str, Any]:
    """Return flows from the sky of a day to that of the day after."""
    pairs = Counter((one.sky, other.sky) for one, other in pairwise(days) if (other.date - one.date).days == 1)
    return {
        "nodes": [
            {"id": f"{kind} {at}", "label": f"{kind.title()}{then}"}
            for at, then in enumerate(("", ", the day after"))
            for kind in sorted({pair[at] for pair in pairs})
        ],
        "links": [
            {"source": f"{one} 0", "target": f"{other} 1", "value": count} for (one, other), count in pairs.items()
        ],
    }


def share(days: Sequence[Day]) -> dict[str, Any]:
    """Return a rectangle for each kind of sky within that of each year: its days."""
    nodes: list[dict[str, Any]] = []
    for year, found in _by(days, lambda day: day.date.year).items():
        nodes.append({"id": str(year), "label": str(year), "value": len(found)})
        nodes += [
            {"id": f"{year} {kind}", "label": kind.title(), "value": count, "parent": str(year)}
            for kind, count in _skies(found).most_common()
        ]
    return {"nodes": nodes}


def extremes(days: Sequence[Day]) -> dict[str, Any]:
    """Return a table of the days that were the most of something."""
    found = [
        ("Hottest", max(days, key=lambda day: day.high)),
        ("Coldest", min(days, key=lambda day: day.low)),
        ("Wettest", max(days, key=_rain)),
        ("Windiest", max(days, key=lambda day: day.wind)),
    ]
    columns = [("what", "Day", "text"), ("date", "Date", "date"), ("high", "High (°C)", "number")]
    columns += [("low", "Low (°C)", "number"), ("rain", "Rain (mm)", "number"), ("wind", "Wind (m/s)", "number")]
    return {
        "columns": [{"key": key, "label": label, "type": type_} for key, label, type_ in columns],
        "rows": [
            {
                "what": what,
                "date": day.date.isoformat(),
                "high": day.high,
                "low": day.low,
                "rain": day.rain,
                "wind": day.wind,
            }
            for what, day in found
        ],
    }


def _rain(day: Day) -> float:
    return day.rain


def _skies(days: Sequence[Day]) -> Counter[str]:
    return Counter(day.sky for day in days)


def _by(days: Sequence[Day], key: Callable[[Day], Any]) -> dict[Any, list[Day]]:
    found = defaultdict(list)
    for day in days:
        found[key(day)].append(day)
    return found


def _grid(
    days: Sequence[Day], value: Callable[[Day], float], of: Callable[[list[float]], float]
) -> list[tuple[int, list[float | None]]]:
    """Return a row for each year, with what *of* makes of the *value*s of each month; `None` where there is no day."""
    found = _by(days, lambda day: (day.date.year, day.date.month))
    return [
        (
            year,
            [
                round(of([value(day) for day in found[year, month]]), 1) if (year, month) in found else None
                for month in range(1, 13)
            ],
        )
        for year in sorted({day.date.year for day in days})
    ]
