"""A value that people do not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.texts import TextLike
from webform.problems import Problem, error_at
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, kw_only=True)
class Hidden(TextLike):
    """A value of any type that people do not see; it must have a default."""

    type = "hidden"
    examples = (({"default": "v2"}, "v2"), ({"default": 2}, 2))
    takes_json = True

    def summary(self, value: Any) -> str:
        return ""

    def value_schema(self) -> dict[str, Any]:
        return {}

    def lint(self) -> Iterator[Problem]:
        if self.default is ABSENT:
            yield error_at("", "hidden-without-default")
