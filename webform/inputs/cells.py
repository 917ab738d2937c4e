"""The cells of a table: a text, a number or a date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform.inputs.date import Date
from webform.inputs.number import Number
from webform.inputs.password import Password
from webform.inputs.text import Text

if TYPE_CHECKING:
    from webform.inputs.base import Input


@dataclass(frozen=True, kw_only=True)
class SecretCell(Password):
    """A secret in a table."""

    type = "text"


#: The cell of each column type.
CELLS: dict[str, type[Input]] = {"text": Text, "number": Number, "date": Date}
