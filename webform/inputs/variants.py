"""What inputs share that are one of several."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Input, Shape, UnreadableError

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
    """

    mark: str
    label: str
    input: Input
    fits: Callable[[Any], bool]

    def reads(self, texts: list[str]) -> bool:
        """Tell whether *texts*, typed into its control, stand for a value of it."""
        try:
            return self.fits(self.input.value({"": texts}))
        except (KeyError, UnreadableError):
            return False


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnionLike(Input):
    """One of several inputs; which one travels beside the value (`is/p`)."""

    shape: ClassVar[Shape] = Shape.UNION
    marks_itself: ClassVar[bool] = True

    variants: Sequence[Variant]

    @property
    def several(self) -> bool:
        return True

    @cached_property
    def by_mark(self) -> dict[str, Variant]:
        """Its variants by mark."""
        return {each.mark: each for each in self.variants}

    @cached_property
    def plain(self) -> bool:
        """Whether one control of text serves all of its variants."""
        return all(each.input.type in ("text", "number", "checkbox", "constant") for each in self.variants)

    def pick(self, value: Any) -> Variant | None:
        """Return the variant that shows *value*: the first that it is valid for."""
        return next((each for each in self.variants if each.fits(value)), None)

    def value_schema(self) -> dict[str, Any]:
        return {"anyOf": [each.input.value_schema() for each in self.variants]}

    def sample(self, now: datetime) -> Any:
        return self.variants[0].input.sample(now)
