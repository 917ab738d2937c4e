"""A number, or a range of two, chosen on a scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts
from webform.inputs.numbers import bounds, lint_bounds, middle, number_text, read_number, with_unit
from webform.inputs.options import FLAG, NUMBER, STEP, WORDS, option
from webform.problems import Problem, error_at
from webform.values import ABSENT, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Slider(Input):
    """A number on a scale; with *range* the two ends of a band."""

    type = "slider"
    examples = (({"min": 0, "max": 1}, 0.33), ({"min": 380, "max": 750, "range": True}, [450, 650]))
    in_schema = frozenset({"min", "max", "range"})

    min: float = option(NUMBER, "The low end of the scale.", required=True, example=0)
    max: float = option(NUMBER, "The high end of the scale.", required=True, example=10)
    step: float | None = option(STEP, "The stride of the handle; other numbers can be typed.", example=0.5)
    range: bool = option(FLAG, "Choose a low and a high value.", False, example=True)
    unit: str = option(WORDS, "Shown beside it.", "", example="km")
    #: What it must be more than, and less than: an end of the scale that is not taken itself.
    above: float | None = None
    below: float | None = None

    @property
    def parts(self) -> Sequence[str]:
        return ("/0", "/1") if self.range else ("",)

    def texts(self, value: Any) -> Texts | None:
        values = value if self.range else [value]
        if (
            not isinstance(values, list)
            or len(values) != len(self.parts)
            or any(kind_of(v) != "number" for v in values)
        ):
            return None
        return {part: [number_text(number)] for part, number in zip(self.parts, values, strict=True)}

    def summary(self, value: Any) -> str:
        ends = value if self.range and isinstance(value, list) else [value]
        return with_unit(" to ".join(super(Slider, self).summary(end) for end in ends), self.unit)

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        phrases = ("number.low", "number.high") if self.range else ("number.any",)
        values = [read_number(texts[part][-1], part, wanted) for part, wanted in zip(self.parts, phrases, strict=True)]
        return values if self.range else values[0]

    def value_schema(self) -> dict[str, Any]:
        one = bounds(self.min, self.max)
        return {"type": "array", "items": one, "minItems": 2, "maxItems": 2} if self.range else one

    def initial(self) -> Any:
        # A handle always stands somewhere: only where it is optional, or an end is excluded, is there a "not set".
        excluded = self.above is not None or self.below is not None
        if self.default is not ABSENT or not self.required or excluded:
            return self.default
        return [self.min, self.max] if self.range else self.min

    def sample(self, now: datetime) -> Any:
        return [self.min, self.max] if self.range else middle(self.min, self.max, self.step)

    def check(self, value: Any) -> Iterator[Problem]:
        if self.range and value[0] > value[1]:
            yield error_at("", "range-order")

    def lint(self) -> Iterator[Problem]:
        yield from lint_bounds(self.min, self.max)
