"""A number, typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts
from webform.inputs.limits import number_words
from webform.inputs.numbers import bounds, lint_bounds, middle, number_text, read_number, with_unit
from webform.inputs.options import NUMBER, STEP, WORDS, option
from webform.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from webform.problems import Problem


@dataclass(frozen=True, kw_only=True)
class Number(Input):
    """A number, typed."""

    type = "number"
    examples = (({}, 42),)
    in_schema = frozenset({"min", "max"})

    min: float | None = option(NUMBER, "The least it may be.", example=0)
    max: float | None = option(NUMBER, "The most it may be.", example=100)
    step: float | None = option(STEP, "By how much the arrow keys change it; other numbers are fine too.", example=0.5)
    unit: str = option(WORDS, "Shown beside it.", "", example="km")
    #: What it must be more than, and less than.
    above: float | None = None
    below: float | None = None

    @property
    def limits(self) -> str:
        return number_words(self.min, self.max, self.above, self.below)

    def texts(self, value: Any) -> Texts | None:
        return {"": [number_text(value)]} if kind_of(value) == "number" else None

    def summary(self, value: Any) -> str:
        return with_unit(super().summary(value), self.unit)

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return read_number(texts[""][-1])

    def value_schema(self) -> dict[str, Any]:
        return bounds(self.min, self.max)

    def sample(self, now: datetime) -> Any:
        return middle(self.min, self.max)

    def lint(self) -> Iterator[Problem]:
        yield from lint_bounds(self.min, self.max)
