"""Values by names that people choose."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.record import Record


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Mapping(Record):
    """Values by names that people choose: an object without declared keys."""

    type = "mapping"
