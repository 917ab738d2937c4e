"""A day and a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.dates import MomentLike, is_datetime
from webform.problems import Problem, error_at

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator


@dataclass(frozen=True, kw_only=True)
class Datetime(MomentLike):
    """A day and a time, `YYYY-MM-DDTHH:MM`."""

    type = "datetime"
    examples = (({}, "2026-01-31T09:30"),)

    def sample(self, now: dt.datetime) -> Any:
        return now.strftime("%Y-%m-%dT%H:%M")

    def check(self, value: Any) -> Iterator[Problem]:
        if not is_datetime(value):
            yield error_at("", "not-a-datetime")
