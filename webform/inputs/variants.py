"""The base of inputs that are one of several variants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Shape, UnreadableError
from webform.inputs.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Variant:
    """
    One of the inputs that a union offers.

    Args:
        mark: what says that it is chosen (`is/p`).
        label: what people choose it by.
        input: the input.
        fits: tells whether a value is one of it.
        picks: where the alternatives stand, in the author's schema, that it is made of.
    """

    mark: str
    label: str
    input: Input
    fits: Callable[[Any], bool]
    picks: tuple[str, ...] = ()

    def likeness(self, value: Any) -> int | None:
        """Return how much *value*, which is none of it, is like one: the more the better, `None` where it is not."""
        input_ = self.input
        if isinstance(input_, Record):
            return _likeness(input_, value) if isinstance(value, dict) else None
        if input_.shape is Shape.LEAF:
            return None if input_.texts(value) is None else 0
        return 0 if input_.shape is Shape.ROWS and isinstance(value, list) else None

    def reads(self, texts: list[str]) -> bool:
        """Tell whether *texts*, typed into its control, stand for a value of it."""
        try:
            return self.fits(self.input.value({"": texts}))
        except (KeyError, UnreadableError):
            return False


def _likeness(record: Record, value: dict[str, Any]) -> int | None:
    score = -sum(input_.required and input_.key not in value for input_ in record.inputs)
    for key, member in value.items():
        declared = record.by_key.get(key)
        if declared and declared.marks_itself and declared.shape is Shape.LEAF:
            # Another constant says that it is of another variant.
            if declared.texts(member) is None:
                return None
            score += 10
        elif declared:
            score += 1
    return score


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnionLike(Input):
    """One of several inputs; which one travels beside the value (`is/p`)."""

    shape = Shape.UNION
    marks_itself = True
    has_legend = True

    variants: Sequence[Variant]

    @cached_property
    def by_mark(self) -> dict[str, Variant]:
        """Its variants by mark."""
        return {variant.mark: variant for variant in self.variants}

    @cached_property
    def plain(self) -> bool:
        """Whether one control of text serves all of its variants."""
        return all(variant.input.type in ("text", "number", "checkbox", "constant") for variant in self.variants)

    def pick(self, value: Any) -> Variant | None:
        """Return the variant that shows *value*: the first that it is valid for, else the one that it is most like."""
        fitting = next((variant for variant in self.variants if variant.fits(value)), None)
        if fitting:
            return fitting
        likely = [(like, variant) for variant in self.variants if (like := variant.likeness(value)) is not None]
        return max(likely, key=lambda pair: pair[0])[1] if likely else None

    def summary(self, value: Any) -> str:
        variant = self.pick(value)
        return variant.input.summary(value) if variant else super().summary(value)

    def value_schema(self) -> dict[str, Any]:
        return {"anyOf": [variant.input.value_schema() for variant in self.variants]}

    def sample(self, now: datetime) -> Any:
        return self.variants[0].input.sample(now)
