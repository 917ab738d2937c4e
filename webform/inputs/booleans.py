"""The base of checkboxes and toggles: true or false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

_WORDS = {"true": True, "on": True, "false": False}


@dataclass(frozen=True, kw_only=True)
class BooleanLike(Input):
    """An input that is true or false: ticked or not; one that may be neither is not set until it is touched."""

    empty = Empty("boolean", False)

    @property
    def two_state(self) -> bool:
        """Whether it is ticked or not, and nothing else."""
        return self.required and not self.nullable and not self.undecided

    @property
    def blank_counts(self) -> bool:
        return self.two_state

    def texts(self, value: Any) -> Texts | None:
        if not isinstance(value, bool):
            return None
        if self.two_state:
            return {"": ["true"] if value else []}
        return {"": ["true" if value else "false"]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        text = texts[""][-1]
        if text not in _WORDS:
            raise UnreadableError("not-a-boolean")
        return _WORDS[text]

    def value_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def sample(self, now: datetime) -> Any:
        return False
