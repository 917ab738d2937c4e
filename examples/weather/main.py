"""Weather in Seattle: measured days as charts."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from . import charts
from .days import read_days

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Draw the days of the period in *body*."""
    start, end = body["period"]
    wanted, measure = body.get("sky"), body["measure"]
    days = [day for day in read_days() if start <= day.date.isoformat() <= end and (not wanted or day.sky in wanted)]
    if not days:
        raise RefusedError("No such day is in the period", "period")
    return {
        "days": len(days),
        "mean": round(fmean(day.high for day in days), 1),
        "total": round(sum(day.rain for day in days), 1),
        "temperature": charts.temperature(days, int(body["smooth"])),
        "rain": charts.rain(days),
        "sky": charts.sky(days),
        "months": charts.months(days, measure),
        "years": charts.years(days, measure),
        "shape": charts.shape(days, measure),
        "spread": charts.spread(days, measure),
        "range": charts.candles(days),
        "so_far": charts.so_far(days),
        "wind": charts.wind(days),
        "next_day": charts.next_day(days),
        "share": charts.share(days),
        "extremes": charts.extremes(days),
    }
