"""The base of inputs whose value is the text typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts
from webform.inputs.limits import CHARACTERS, count_words
from webform.inputs.options import NATURAL, WORDS, option
from webform.values import UNCARRIED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class TextLike(Input):
    """An input whose value is the text typed."""

    empty = Empty("string", "")

    def texts(self, value: Any) -> Texts | None:
        return {"": [value]} if isinstance(value, str) and not UNCARRIED.search(value) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1]

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def sample(self, now: datetime) -> Any:
        return ""


@dataclass(frozen=True, kw_only=True)
class PlainText(TextLike):
    """A text of so many characters, as it is."""

    in_schema = frozenset({"max_length"})

    placeholder: str = option(WORDS, "Shown while it is empty.", "", example="Oslo")
    max_length: int | None = option(NATURAL, "The most characters it takes.", example=80)
    #: The least characters, which a schema may say.
    min_length: int | None = None

    @property
    def limits(self) -> str:
        return count_words(self.min_length, self.max_length, CHARACTERS)

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string"} if self.max_length is None else {"type": "string", "maxLength": self.max_length}


def is_line(text: Any) -> bool:
    """Tell whether a control of one line gives *text* back as it is."""
    if not isinstance(text, str):
        return False
    # Most are printable, and to see that is quicker.
    return text.isprintable() or ("\n" not in text and not UNCARRIED.search(text))


def is_word(text: Any) -> bool:
    """Tell whether *text* is a line with something on it, and no blanks at its ends."""
    return is_line(text) and text.strip() == text != ""
