"""The days that were measured. Public-domain data of NOAA, as the package vega_datasets has them."""

from __future__ import annotations

import csv
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Day(NamedTuple):
    """A day: temperatures in °C, rain in mm, wind in m/s, and what the sky was like."""

    date: date
    rain: float
    high: float
    low: float
    wind: float
    sky: str


@cache
def read_days() -> tuple[Day, ...]:
    """Return all days in their order."""
    with Path(__file__).with_name("seattle.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return tuple(
        Day(date.fromisoformat(day.replace("/", "-")), *map(float, measured), sky) for day, *measured, sky in rows
    )
