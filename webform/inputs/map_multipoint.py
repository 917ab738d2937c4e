"""Places on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty
from webform.inputs.maps import PLACE, PlacesLike

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class MapMultipoint(PlacesLike):
    """Places, `[[latitude, longitude], …]`."""

    type = "map_multipoint"
    examples = (({}, [[51.5, -0.1], [51.6, -0.1]]),)

    @property
    def empty(self) -> Empty | None:
        return Empty("list", self.located([]))

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": PLACE}

    def sample(self, now: datetime) -> Any:
        return [self.centre]
