"""Named inputs together, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.record import Record


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Object(Record):
    """Named inputs together, as one value."""

    type = "object"
