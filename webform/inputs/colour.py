"""A colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts
from webform.inputs.texts import is_line
from webform.problems import Problem, error_at
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


BLACK = "#000000"
_COLOUR = re.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, kw_only=True)
class Colour(Input):
    """A colour, `#rrggbb`."""

    type = "colour"
    examples = (({}, "#5563d1"),)

    #: Whether any text is fine, and none is there at first: a schema's `format` forbids nothing.
    loose: bool = False

    def texts(self, value: Any) -> Texts | None:
        return {"": [value]} if value and is_line(value) and value.strip() == value else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1].strip()

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "color"}

    def initial(self) -> Any:
        return BLACK if self.default is ABSENT and self.required and not self.loose else self.default

    def sample(self, now: datetime) -> Any:
        return BLACK

    def check(self, value: Any) -> Iterator[Problem]:
        if not _COLOUR.fullmatch(value):
            yield error_at("", "not-a-colour")
