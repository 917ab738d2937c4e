"""Items in an order, each an input of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Input, Shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class List(Input):
    """
    Items in an order.

    Args:
        items: makes the input of the item at an index.
        min_rows: the least items.
        max_rows: the most items; `None` is any number.
        fixed: how many first items have a place of their own, and so cannot be moved.
    """

    type: ClassVar[str] = "list"
    shape: ClassVar[Shape] = Shape.ROWS
    marks_itself: ClassVar[bool] = True

    items: Callable[[int], Input]
    min_rows: int = 0
    max_rows: int | None = None
    fixed: int = 0

    @property
    def several(self) -> bool:
        return True

    def item(self, index: int) -> Input:
        return self.items(index)

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array"}

    def sample(self, now: datetime) -> Any:
        return [self.item(index).sample(now) for index in range(self.min_rows)]
