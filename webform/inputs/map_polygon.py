"""An area on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.maps import PLACE, PlacesLike
from webform.inputs.numbers import tidy
from webform.problems import Problem, error_at
from webform.values import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from webform.inputs.base import Texts

#: The least corners of an area.
_CORNERS = 3
#: The side of the sample's triangle, in degrees.
_SMALL = 0.01


@dataclass(frozen=True, kw_only=True)
class MapPolygon(PlacesLike):
    """An area, its corners `[[latitude, longitude], …]`, open: the first is not repeated."""

    type = "map_polygon"
    examples = (({}, [[51.5, -0.1], [51.6, -0.1], [51.6, 0]]),)

    def texts(self, value: Any) -> Texts | None:
        if not self.geometry:
            return super().texts(value)
        rings = self.coordinates(value)
        ring = rings[0] if isinstance(rings, list) and len(rings) == 1 else None
        if not isinstance(ring, list) or len(ring) <= _CORNERS or write_json(ring[0]) != write_json(ring[-1]):
            return None
        # One that ends twice would be closed only once.
        return None if ring[0] == ring[-2] else super().texts(self.located(ring[:-1]))

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        places = self.places(texts)
        # A ring pasted from elsewhere is often closed.
        ring = places[:-1] if len(places) > _CORNERS and places[0] == places[-1] else places
        turned = [self.turned(place) for place in ring]
        return self.located([[*turned, *turned[:1]]]) if self.geometry else turned

    def value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": PLACE, "minItems": _CORNERS}

    def sample(self, now: datetime) -> Any:
        latitude, longitude = self.centre
        south, north = (latitude, latitude + _SMALL) if latitude < 90 - _SMALL else (latitude - _SMALL, latitude)
        east = longitude + _SMALL if longitude < 180 - _SMALL else longitude - _SMALL
        return [
            [tidy(round(edge, 6)) for edge in corner]
            for corner in ((south, longitude), (south, east), (north, longitude))
        ]

    def check(self, value: Any) -> Iterator[Problem]:
        if len(value) > _CORNERS and value[0] == value[-1]:
            yield error_at(f"/{len(value) - 1}", "closed-ring")
