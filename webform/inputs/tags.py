"""Words, as many as people like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Empty, Input, Texts
from webform.inputs.options import TEXTS, option
from webform.inputs.texts import is_line
from webform.values import NotJSONError, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


def _is_line(tag: str) -> bool:
    return is_line(tag) and tag.strip() == tag != ""


def _quoted(line: str) -> str | None:
    """Return the text that *line* is the JSON of, `None` where it is none, or one that could stand as it is."""
    if len(line) < len('""') or not line.startswith('"') or not line.endswith('"'):
        return None
    try:
        text = read_json(line)
    except NotJSONError:
        return None
    return text if isinstance(text, str) and not _stands(text) else None


def _stands(tag: str) -> bool:
    """Tell whether *tag* is a line as it is; a blank, padded or longer one is written as JSON."""
    return _is_line(tag) and _quoted(tag) is None


@dataclass(frozen=True, kw_only=True)
class Tags(Input):
    """Words, as many as people like; in the form a line each, as JSON in quotes where it would not stand as it is."""

    type: ClassVar[str] = "tags"

    suggestions: list[str] = option(TEXTS, "Words offered while typing.", ())

    @property
    def empty(self) -> Empty | None:
        return Empty("list", [])

    @property
    def blank_counts(self) -> bool:
        return self.required and not self.undecided

    def texts(self, value: Any) -> Texts | None:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return None
        return {"": ["\n".join(each if _stands(each) else write_json(each) for each in value)]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        lines = [line.strip() for line in "\n".join(texts[""]).split("\n") if line.strip()]
        return [line if (text := _quoted(line)) is None else text for line in lines]

    @staticmethod
    def has_quoted(text: str) -> bool:
        """Tell whether any line of *text* is written as JSON."""
        return any(_quoted(line.strip()) is not None for line in text.split("\n"))

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}

    def sample(self, now: datetime) -> Any:
        del now
        return []
