"""Stars: some of so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform import Input
from webform.inputs.numbers import number_text, read_number
from webform.inputs.options import NATURAL, option
from webform.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from webform.inputs.base import Examples, Texts


@dataclass(frozen=True, kw_only=True)
class Stars(Input):
    """A number of stars."""

    type: ClassVar[str] = "stars"
    examples: ClassVar[Examples] = (({}, 4), ({"stars": 3}, 1))

    stars: int = option(NATURAL, "How many stars there are.", 5)

    def texts(self, value: Any) -> Texts | None:
        """Return what its control holds for *value*, `None` where it cannot show it."""
        return {"": [number_text(value)]} if kind_of(value) == "number" else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        """Return the value that was typed."""
        return read_number(texts[""][-1])

    def value_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its value: `check` holds a body to it."""
        return {"type": "integer", "minimum": 1, "maximum": self.stars}

    def sample(self, now: datetime) -> Any:
        """Return a valid value."""
        return self.stars
