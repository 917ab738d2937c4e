"""The cells of a table: a text, a number or a date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Input, Texts
from webform.inputs.dates import MomentLike, check_date
from webform.inputs.numbers import number_text, read_number
from webform.inputs.texts import TextLike
from webform.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from webform.problems import Problem


@dataclass(frozen=True, kw_only=True)
class TextCell(TextLike):
    """A text in a table."""

    type: ClassVar[str] = "text"


@dataclass(frozen=True, kw_only=True)
class SecretCell(TextCell):
    """A secret in a table."""

    secret: bool = True

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "writeOnly": True}


@dataclass(frozen=True, kw_only=True)
class NumberCell(Input):
    """A number in a table."""

    type: ClassVar[str] = "number"

    def texts(self, value: Any) -> Texts | None:
        return {"": [number_text(value)]} if kind_of(value) == "number" else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return read_number(texts[""][-1])

    def value_schema(self) -> dict[str, Any]:
        return {"type": "number"}

    def sample(self, now: datetime) -> Any:
        return 0


@dataclass(frozen=True, kw_only=True)
class DateCell(MomentLike):
    """A date in a table."""

    type: ClassVar[str] = "date"

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}

    def sample(self, now: datetime) -> Any:
        return now.date().isoformat()

    def check(self, value: Any) -> Iterator[Problem]:
        yield from check_date(value, None, None)


#: The cell of each column type.
CELLS: dict[str, type[Input]] = {"text": TextCell, "number": NumberCell, "date": DateCell}
