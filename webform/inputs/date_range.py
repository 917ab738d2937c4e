"""Two days, from and to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts, UnreadableError
from webform.inputs.dates import check_date
from webform.inputs.summary import day
from webform.inputs.texts import is_word
from webform.problems import Problem, error_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class DateRange(Input):
    """Two days, `[from, to]`."""

    type = "date_range"
    parts = ("/0", "/1")
    examples = (({}, ["2026-01-01", "2026-01-31"]),)

    #: Whether any two texts are fine: a schema's `format` forbids nothing.
    loose: bool = False

    def texts(self, value: Any) -> Texts | None:
        whole = isinstance(value, list) and len(value) == len(self.parts) and all(map(is_word, value))
        return {"/0": [value[0]], "/1": [value[1]]} if whole else None

    def summary(self, value: Any) -> str:
        whole = isinstance(value, list) and value and all(isinstance(end, str) for end in value)
        return " to ".join(map(day, value)) if whole else super().summary(value)

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        for part, key in zip(self.parts, ("missing-date.start", "missing-date.end"), strict=True):
            if not texts[part][-1].strip():
                raise UnreadableError("missing-date", part, key)
        return [texts[part][-1].strip() for part in self.parts]

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "format": "date"}, "minItems": 2, "maxItems": 2}

    def sample(self, now: datetime) -> Any:
        today = now.date().isoformat()
        return [today, today]

    def check(self, value: Any) -> Iterator[Problem]:
        found = [
            problem
            for part, day in zip(self.parts, value, strict=True)
            for problem in check_date(day, None, None, part)
        ]
        yield from found
        if not found and value[0] > value[1]:
            yield error_at("/1", "range-order", "range-order.dates")
