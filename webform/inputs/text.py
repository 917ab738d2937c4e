"""A line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.limits import count_words
from webform.inputs.options import NATURAL, TEXT, option
from webform.inputs.texts import TextLike, length_schema

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Text(TextLike):
    """A line of text."""

    type: ClassVar[str] = "text"
    examples: ClassVar[Examples] = (({}, "Oslo"), ({}, ""))

    placeholder: str = option(TEXT, "Shown while it is empty.", "")
    max_length: int | None = option(NATURAL, "The most characters it takes.")
    #: The least characters, which a schema may say.
    min_length: int | None = None

    @property
    def limits(self) -> str:
        return count_words(self.min_length, self.max_length, "character")

    def value_schema(self) -> dict[str, Any]:
        return length_schema(self.max_length)
