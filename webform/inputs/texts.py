"""The base of inputs whose value is the text typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts
from webform.values import UNCARRIED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

_EMPTY = Empty("string", "")


@dataclass(frozen=True, kw_only=True)
class TextLike(Input):
    """An input whose value is the text typed."""

    @property
    def empty(self) -> Empty | None:
        return _EMPTY

    def texts(self, value: Any) -> Texts | None:
        return {"": [value]} if isinstance(value, str) and not UNCARRIED.search(value) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1]

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def sample(self, now: datetime) -> Any:
        del now
        return ""


def is_line(text: Any) -> bool:
    """Tell whether a control of one line gives *text* back as it is."""
    return isinstance(text, str) and "\n" not in text and not UNCARRIED.search(text)


def length_schema(max_length: int | None) -> dict[str, Any]:
    """Return the JSON Schema of a text of at most *max_length* characters."""
    return {"type": "string"} if max_length is None else {"type": "string", "maxLength": max_length}
