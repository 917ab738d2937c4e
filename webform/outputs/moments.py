"""Dates and times as people read them; the exact text stays beside."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from webform.language import day as day_words
from webform.language import gettext
from webform.values import is_number

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?:(:\d\d)(\.\d{1,9})?)?([Zz]|[+-]\d\d(?::?\d\d)?)?",
    re.ASCII,
)


class Moment(NamedTuple):
    """A day or a moment: its *text*, the *exact* text it came as, and a *note* on what it leaves open."""

    text: str
    exact: str
    note: str = ""

    @property
    def title(self) -> str:
        """The exact text, with the note."""
        return ", ".join(filter(None, (self.exact, self.note)))


def moment(value: Any) -> Moment | None:
    """
    Return the day or moment that *value* spells as ISO 8601 has it; `None` for any other.

    A time keeps the offset it came with: converted, it would be another fact.
    """
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        if _DAY.fullmatch(value):
            return Moment(day_words(date.fromisoformat(value)), value)
        found = _MOMENT.fullmatch(value)
        if found is None:
            return None
        day, clock, seconds, fraction, offset = found.groups()
        at = datetime.fromisoformat(f"{day}T{clock}{seconds or ''}")
    except ValueError:
        return None
    exact_seconds = f"{seconds}{fraction or ''}" if fraction or seconds not in (None, ":00") else ""
    text = f"{day_words(at)}, {clock}{exact_seconds}{_offset(offset)}"
    return Moment(text, value, "" if offset else gettext("no time zone"))


def clock(text: str) -> str:
    """Return the time of day of the moment that *text* spells, to the millisecond; *text* itself where it is none."""
    found = _MOMENT.fullmatch(text)
    return f"{found[2]}{found[3] or ''}{(found[4] or '')[:4]}" if found else text


def _offset(offset: str | None) -> str:
    """Return *offset* in words, such as ` UTC+05:30`."""
    if offset is None or offset in "Zz":
        return " UTC" if offset else ""
    sign = offset[0].replace("-", "\N{MINUS SIGN}")
    return f" UTC{sign}{offset[1:3]}:{offset[3:].lstrip(':') or '00'}"


def seconds(value: Any) -> float | None:
    """Return where *value*, a day, a moment or a number, stands in time; `None` for any other."""
    if is_number(value) and abs(value) < 1e15:
        return float(value)
    if moment(value) is None:
        return None
    text = re.sub(r"[zZ]$", "+00:00", value.replace(" ", "T"))
    try:
        at = datetime.fromisoformat(text)
        return (at.replace(tzinfo=None) - datetime(1970, 1, 1) - (at.utcoffset() or timedelta())).total_seconds()  # noqa: DTZ001 - both are of no zone
    except ValueError:
        return None
