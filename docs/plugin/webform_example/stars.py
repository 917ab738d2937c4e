"""Stars: some of so many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from webform import Input
from webform.inputs.numbers import number_text, read_number
from webform.inputs.options import NATURAL, option
from webform.messages import Phrase
from webform.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from webform.inputs.base import Examples, Texts

#: The most stars that there can be.
MAX_STARS = 20
#: How many there are: a whole number of 1 to 20.
STARS = replace(
    NATURAL,
    words=Phrase("kind.whole-between", {"least": 1, "limit": MAX_STARS}),
    schema={"type": "integer", "minimum": 1, "maximum": MAX_STARS},
    takes=lambda value: NATURAL.takes(value) and 1 <= value <= MAX_STARS,
)


@dataclass(frozen=True, kw_only=True)
class Stars(Input):
    """A number of stars."""

    type: ClassVar[str] = "stars"
    examples: ClassVar[Examples] = (({}, 4), ({"stars": 3}, 1))

    stars: int = option(STARS, "How many stars there are.", 5, example=3)

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
