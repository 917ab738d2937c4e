"""The one value that is possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts, UnreadableError
from webform.values import brief, equal, read_json_or, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Constant(Input):
    """The one value that is possible: shown, and sent where it is required or wanted."""

    type = "constant"

    marks_itself = True
    blank_is_answer = True

    constant: Any

    @property
    def words(self) -> str:
        """The value, for people."""
        return self.constant if isinstance(self.constant, str) and self.constant else brief(self.constant)

    @property
    def empty(self) -> Empty:
        return Empty("null" if self.constant is None else "enum", self.constant)

    def mark(self, value: Any) -> str | None:
        return self.empty.mark

    def texts(self, value: Any) -> Texts | None:
        if not equal(value, self.constant):
            return None
        # Its own spelling: 1.0 stays 1.0.
        return {"": []} if write_json(value) == write_json(self.constant) else {"": [write_json(value)]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        text = texts[""][-1]
        value = read_json_or(text, text)
        if not equal(value, self.constant):
            raise UnreadableError("not-an-option", key="const", value=brief(self.constant))
        return value

    def initial(self) -> Any:
        return self.constant if self.required else self.default

    def value_schema(self) -> dict[str, Any]:
        return {"const": self.constant}

    def sample(self, now: datetime) -> Any:
        return self.constant
