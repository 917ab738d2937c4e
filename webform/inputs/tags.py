"""A list of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts
from webform.inputs.limits import VALUES, count_words
from webform.inputs.options import TEXTS, option
from webform.inputs.texts import is_word
from webform.values import ABSENT, kind_of, read_json_or, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


def _text_of(line: str) -> str | None:
    """Return the text that *line* is the JSON of, `None` where it is none."""
    value = read_json_or(line) if len(line) >= len('""') and line.startswith('"') and line.endswith('"') else None
    return value if isinstance(value, str) else None


@dataclass(frozen=True, kw_only=True)
class Tags(Input):
    """A list of words; in the form a line each, as JSON in quotes where a line would read differently."""

    type = "tags"
    examples = (({}, ["alpha", "beta"]), ({}, []))
    blank_is_answer = True

    suggestions: list[str] = option(TEXTS, "Words offered while typing.", (), example=["red", "green"])
    #: What a line may be besides a text, as JSON has it: "number", "boolean", "null".
    kinds: frozenset[str] = frozenset()
    #: Whether values that are no line may be among them, in rows of their own.
    rows: bool = False
    #: Whether a comma ends one as it is typed: who calls them tags means words, a list of texts may hold any.
    are_words: bool = True
    #: The least and the most values, which a schema may say.
    min_values: int = 0
    max_values: int | None = None

    @property
    def comma_ends(self) -> bool:
        """Whether a comma ends a tag as it is typed; not where one that the author wrote has a comma itself."""
        written = [*self.suggestions, *(self.default if isinstance(self.default, list) else ())]
        return self.are_words and not any("," in str(tag) for tag in written)

    @property
    def limits(self) -> str:
        return count_words(self.min_values, self.max_values, VALUES)

    @property
    def empty(self) -> Empty | None:
        return Empty("list", [])

    def texts(self, value: Any) -> Texts | None:
        if not isinstance(value, list) or not all(
            isinstance(item, str) or kind_of(item) in self.kinds for item in value
        ):
            return None
        return {"": ["\n".join(item if self._stands(item) else write_json(item) for item in value)]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        lines = [line.strip() for line in "\n".join(texts[""]).split("\n") if line.strip()]
        return [self._read(line) for line in lines]

    def _read(self, line: str) -> Any:
        """Return what *line* stands for."""
        if self._is_other(line):
            return read_json_or(line)
        text = _text_of(line)
        return line if text is None or self._stands(text) else text

    def _is_other(self, line: str) -> bool:
        """Tell whether *line* is no text, but one of the other kinds."""
        return bool(self.kinds) and (value := read_json_or(line)) is not ABSENT and kind_of(value) in self.kinds

    def _stands(self, tag: Any) -> bool:
        """Tell whether *tag* is a line as it is; a blank, padded or longer one is written as JSON."""
        if not isinstance(tag, str) or not is_word(tag) or self._is_other(tag):
            return False
        text = _text_of(tag)
        return text is None or self._stands(text)

    @property
    def is_mixed(self) -> bool:
        """Whether a line may be no text."""
        return bool(self.kinds)

    def has_quoted(self, text: str) -> bool:
        """Tell whether any line of *text* is written as JSON."""
        lines = (line.strip() for line in text.split("\n"))
        return any(self._read(line) != line for line in lines if line)

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}

    def sample(self, now: datetime) -> Any:
        return []
