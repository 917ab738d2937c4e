"""A day of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.dates import DATE, MomentLike, check_date
from webform.inputs.limits import day_words
from webform.inputs.options import option
from webform.problems import Problem, error_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Date(MomentLike):
    """A day, `YYYY-MM-DD`."""

    type = "date"
    examples = (({}, "2026-01-31"),)

    min: str | None = option(DATE, "The earliest day.", example="2026-01-01")
    max: str | None = option(DATE, "The latest day.", example="2026-12-31")

    @property
    def limits(self) -> str:
        return day_words(self.min, self.max)

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}

    def sample(self, now: datetime) -> Any:
        today = now.date().isoformat()
        day = max(today, self.min or today)
        return min(day, self.max or day)

    def check(self, value: Any) -> Iterator[Problem]:
        yield from check_date(value, self.min, self.max)

    def lint(self) -> Iterator[Problem]:
        if self.min and self.max and self.min > self.max:
            yield error_at("/min", "min-above-max", "min-above-max.dates", min=self.min, max=self.max)
