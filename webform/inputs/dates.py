"""Dates and times as ISO 8601 writes them, and what inputs of them share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts
from webform.inputs.options import OptionKind
from webform.inputs.summary import day
from webform.inputs.texts import is_word
from webform.messages import Phrase
from webform.problems import Problem, error_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Later Pythons read 24:00 as midnight; controls do not.
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?", re.ASCII)
_ZONE = re.compile(r"(Z|[+-]\d\d:\d\d)?\Z", re.ASCII)


def is_date(text: Any) -> bool:
    """Tell whether *text* is a day of the calendar, `YYYY-MM-DD`."""
    return isinstance(text, str) and bool(_DATE.fullmatch(text)) and _reads(date.fromisoformat, text)


def is_time(text: Any) -> bool:
    """Tell whether *text* is a time of day, `HH:MM`, seconds and fractions allowed."""
    return isinstance(text, str) and bool(_TIME.fullmatch(text))


def is_datetime(text: Any) -> bool:
    """Tell whether *text* is a day and a time, `YYYY-MM-DDTHH:MM`, seconds and an offset allowed."""
    if not isinstance(text, str) or text[10:11] != "T" or not is_date(text[:10]):
        return False
    zone = _ZONE.search(text[11:])
    if zone is None or not is_time(text[11:][: zone.start()]):
        return False
    return _reads(datetime.fromisoformat, "2000-01-01T00:00" + zone[0])


def _reads(read: Any, text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


DATE = OptionKind(
    words=Phrase("kind.date"), schema={"type": "string", "format": "date"}, takes=is_date
)  #: The kind of an option that is a date.


def check_date(value: str, low: str | None, high: str | None, part: str = "") -> Iterator[Problem]:
    """Yield what is wrong with *value* as a date between *low* and *high*."""
    if not is_date(value):
        yield error_at(part, "not-a-date")
    elif low and value < low:
        yield error_at(part, "too-early", limit=low)
    elif high and value > high:
        yield error_at(part, "too-late", limit=high)


@dataclass(frozen=True, kw_only=True)
class MomentLike(Input):
    """An input whose value is the text of one date or time."""

    def texts(self, value: Any) -> Texts | None:
        return {"": [value]} if is_word(value) else None

    def summary(self, value: Any) -> str:
        return day(value) if isinstance(value, str) else super().summary(value)

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1].strip()

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string"}
