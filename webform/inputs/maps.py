"""Places as people type them, and what inputs of places share."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts, UnreadableError
from webform.inputs.numbers import number_text, read_number
from webform.inputs.options import NATURAL, POINT, option
from webform.values import kind_of
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: A place, as JSON Schema.
PLACE: dict[str, Any] = {
    "type": "array",
    "prefixItems": [
        {"type": "number", "minimum": -90, "maximum": 90},
        {"type": "number", "minimum": -180, "maximum": 180},
    ],
    "items": False,
    "minItems": 2,
}
#: Places in a text at most.
MAX_PLACES = 100_000
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+")


def is_place(value: Any) -> bool:
    """Tell whether *value* is a list of two numbers."""
    return isinstance(value, list) and len(value) == 2 and all(kind_of(coordinate) == "number" for coordinate in value)


def read_place(text: str, line: int = 0) -> list[float]:
    """Read `lat, lng`, that stands in the *line* of its text, from 1; 0 is a text of its own."""
    numbers = _BETWEEN.split(text.strip().strip("[]()").strip())
    if len(numbers) == 2:
        with suppress(UnreadableError):
            return [read_number(number) for number in numbers]
    raise UnreadableError("not-a-place", key="not-a-place.line" if line else "", line=line)


def place_text(place: Sequence[float]) -> str:
    """Return *place* as a control holds it."""
    return f"{number_text(place[0])}, {number_text(place[1])}"


@dataclass(frozen=True, kw_only=True)
class MapLike(Input):
    """An input of one or more places."""

    default_center: list[float] | None = option(POINT, "The middle of the map at first.", example=[59.91, 10.75])
    default_zoom: int | None = option(NATURAL, "How near the map is at first; 0 is the world.", example=10)
    #: Whether a place of its value is `[longitude, latitude]`.
    swapped: bool = False
    #: The type of GeoJSON geometry that its value is; `""`: its value is bare coordinates.
    geometry: str = ""

    @property
    def loose(self) -> bool:
        """Whether its schema alone says where a place may be."""
        return bool(self.geometry)

    @property
    def centre(self) -> list[float]:
        """The middle of the map at first."""
        return self.default_center or [0, 0]

    def turned(self, place: Sequence[float]) -> list[float]:
        """Return *place* of its value as latitude and longitude, or the other way round."""
        return [*reversed(place)] if self.swapped else [*place]

    def coordinates(self, value: Any) -> Any:
        """Return the coordinates of *value*, `None` where it is more or something else than its geometry."""
        if not self.geometry:
            return value
        whole = isinstance(value, dict) and value.keys() == {"type", "coordinates"}
        return value["coordinates"] if whole and value["type"] == self.geometry else None

    def located(self, coordinates: Any) -> Any:
        """Return the value that has *coordinates*."""
        return {"type": self.geometry, "coordinates": coordinates} if self.geometry else coordinates


@dataclass(frozen=True, kw_only=True)
class PlacesLike(MapLike):
    """An input whose value is a list of places, in the form a line each."""

    def summary(self, value: Any) -> str:
        places = self.coordinates(value)
        if not isinstance(places, list):
            return super().summary(value)
        return counted(len(places), "{count} point", "{count} points")

    def texts(self, value: Any) -> Texts | None:
        places = self.coordinates(value)
        if not isinstance(places, list) or not all(map(is_place, places)):
            return None
        return {"": ["\n".join(place_text(self.turned(place)) for place in places)]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return self.located([self.turned(place) for place in self.places(texts)])

    @staticmethod
    def places(texts: Mapping[str, list[str]]) -> list[list[float]]:
        """Return the places that *texts* stand for, latitude first."""
        lines = "\n".join(texts[""]).split("\n")
        if len(lines) > MAX_PLACES:
            raise UnreadableError("too-many", key="too-many.places", limit=MAX_PLACES, count=len(lines))
        return [read_place(line, n) for n, line in enumerate(lines, 1) if line.strip()]
