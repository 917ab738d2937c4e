"""Dates and times as people read them; the exact text stays beside."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?([Zz]|[+-]\d\d:?\d\d)?")


class Moment(NamedTuple):
    """A day or a moment: its *text*, and the *exact* text it came as."""

    text: str
    exact: str


def moment(value: Any) -> Moment | None:
    """Return the day or moment that *value* spells as ISO 8601 has it; `None` for any other."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        if _DAY.fullmatch(value):
            return Moment(_day(date.fromisoformat(value)), value)
        found = _MOMENT.fullmatch(value)
        if found is None:
            return None
        day, clock, seconds, zone = found.groups()
        at = datetime.fromisoformat(f"{day}T{clock}{seconds or ''}")
    except ValueError:
        return None
    said = {"Z": " UTC", "z": " UTC", None: ""}.get(zone, f" UTC{(zone or '').replace('-', chr(0x2212))}")
    return Moment(f"{_day(at)}, {clock}{seconds if seconds not in (None, ':00') else ''}{said}", value)


def seconds(value: Any) -> float | None:
    """Return where *value*, a day, a moment or a number, stands in time; `None` for any other."""
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
        return float(value)
    if moment(value) is None:
        return None
    text = re.sub(r"[zZ]$", "+00:00", value.replace(" ", "T"))
    try:
        at = datetime.fromisoformat(text)
        return (at.replace(tzinfo=None) - datetime(1970, 1, 1) - (at.utcoffset() or timedelta())).total_seconds()  # noqa: DTZ001 - both are of no zone
    except ValueError:
        return None


def _day(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"
