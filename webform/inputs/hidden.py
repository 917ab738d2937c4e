"""A value that people do not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.texts import TextLike
from webform.problems import Problem, error_at
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Hidden(TextLike):
    """A value of any type that people do not see; it must have a default."""

    type: ClassVar[str] = "hidden"
    examples: ClassVar[Examples] = (({"default": "v2"}, "v2"), ({"default": 2}, 2))
    takes_json: ClassVar[bool] = True

    def summary(self, value: Any) -> str:
        return ""

    def value_schema(self) -> dict[str, Any]:
        return {}

    def lint(self) -> Iterator[Problem]:
        if self.default is ABSENT:
            yield error_at("", "hidden-without-default")
