"""Items in an order, each an input of its own."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Shape
from webform.inputs.limits import ITEMS, count_words
from webform.inputs.summary import MAX_ITEMS, listed
from webform.words import counted

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
        tags: shows the list while all of its items are lines; `None` where they cannot be.
    """

    type = "list"
    shape = Shape.ROWS
    marks_itself = True
    has_legend = True

    items: Callable[[int], Input]
    min_rows: int = 0
    max_rows: int | None = None
    fixed: int = 0
    tags: Input | None = None

    @cached_property
    def lines(self) -> Input | None:
        """The input that shows it while all of its items are lines."""
        return self.tags and replace(self.tags, **{field_.name: getattr(self, field_.name) for field_ in fields(Input)})

    def item(self, index: int) -> Input:
        return self.items(index)

    def summary(self, value: Any) -> str:
        if not isinstance(value, list):
            return super().summary(value)
        parts = [self.item(index).summary(item) for index, item in enumerate(value[: MAX_ITEMS + 1])]
        flat = all(self.item(index).shape is Shape.LEAF for index in range(min(len(value), MAX_ITEMS)))
        return listed(parts, value) if flat else counted(len(value), "{count} item", "{count} items")

    @property
    def limits(self) -> str:
        return "" if self.fixed else count_words(self.min_rows, self.max_rows, ITEMS)

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array"}

    def sample(self, now: datetime) -> Any:
        return [self.item(index).sample(now) for index in range(self.min_rows)]
