"""A time of day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.dates import MomentLike, is_time
from webform.problems import Problem, error_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Time(MomentLike):
    """A time of day, `HH:MM`."""

    type = "time"
    examples = (({}, "09:30"),)

    def sample(self, now: datetime) -> Any:
        return "00:00"

    def check(self, value: Any) -> Iterator[Problem]:
        if not is_time(value):
            yield error_at("", "not-a-time")
