"""A colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Input, Texts
from webform.inputs.texts import is_line
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

BLACK = "#000000"


@dataclass(frozen=True, kw_only=True)
class Colour(Input):
    """A colour, `#rrggbb`."""

    type: ClassVar[str] = "colour"

    def texts(self, value: Any) -> Texts | None:
        return {"": [value]} if value and is_line(value) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1].strip()

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}

    def initial(self) -> Any:
        return BLACK if self.default is ABSENT and self.required else self.default

    def sample(self, now: datetime) -> Any:
        del now
        return BLACK
