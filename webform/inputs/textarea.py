"""Text of several lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from webform.inputs.options import FLAG, NATURAL, TEXT, option
from webform.inputs.texts import TextLike, length_schema


@dataclass(frozen=True, kw_only=True)
class Textarea(TextLike):
    """Text of several lines."""

    type: ClassVar[str] = "textarea"

    placeholder: str = option(TEXT, "Shown while it is empty.", "")
    max_length: int | None = option(NATURAL, "The most characters it takes.")
    monospace: bool = option(FLAG, "Show it in a fixed-width font.", False)

    def value_schema(self) -> dict[str, Any]:
        return length_schema(self.max_length)
