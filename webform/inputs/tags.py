"""Words, as many as people like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Empty, Input, Texts
from webform.inputs.options import TEXTS, option
from webform.inputs.texts import is_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


def _is_line(tag: Any) -> bool:
    return is_line(tag) and tag.strip() == tag != ""


@dataclass(frozen=True, kw_only=True)
class Tags(Input):
    """Words, as many as people like; in the form a line each."""

    type: ClassVar[str] = "tags"

    suggestions: list[str] = option(TEXTS, "Words offered while typing.", ())

    @property
    def empty(self) -> Empty | None:
        return Empty("list", [])

    @property
    def blank_counts(self) -> bool:
        return self.required and not self.undecided

    def texts(self, value: Any) -> Texts | None:
        return {"": ["\n".join(value)]} if isinstance(value, list) and all(map(_is_line, value)) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        lines = "\n".join(texts[""]).split("\n")
        return [line.strip() for line in lines if line.strip()]

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}

    def sample(self, now: datetime) -> Any:
        del now
        return []
