"""A place on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.maps import PLACE, MapLike, is_place, place_text, read_place
from webform.inputs.numbers import number_text, read_number
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from webform.inputs.base import Texts


@dataclass(frozen=True, kw_only=True)
class MapPoint(MapLike):
    """A place, `[latitude, longitude]`."""

    type = "map_point"
    examples = (({}, [51.5, -0.1]),)

    #: The keys of its value in their order, where that is an object; `swapped`: the longitude is first.
    keys: tuple[str, ...] = ()

    @property
    def loose(self) -> bool:
        return super().loose or bool(self.keys)

    @property
    def parts(self) -> Sequence[str]:
        places = [join("", key) for key in self.keys or (0, 1)]
        first, second = reversed(places) if self.swapped else places
        return (f"/coordinates{first}", f"/coordinates{second}") if self.geometry else (first, second)

    def texts(self, value: Any) -> Texts | None:
        place = self.coordinates(value)
        if not is_place(place):
            return None
        return {part: [number_text(number)] for part, number in zip(self.parts, self.turned(place), strict=True)}

    def summary(self, value: Any) -> str:
        place = self.coordinates(value)
        return place_text(self.turned(place)) if is_place(place) else super().summary(value)

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        first, second = self.parts
        latitude, longitude = texts[first][-1], texts[second][-1]
        if not longitude.strip() and "," in latitude:
            return self.located(self.turned(read_place(latitude)))
        place = [read_number(latitude, first, "number.latitude"), read_number(longitude, second, "number.longitude")]
        return self.located(self.turned(place))

    def coordinates(self, value: Any) -> Any:
        if not self.keys:
            return super().coordinates(value)
        is_whole = isinstance(value, dict) and value.keys() == {*self.keys}
        return [value[key] for key in self.keys] if is_whole else None

    def located(self, coordinates: Any) -> Any:
        return dict(zip(self.keys, coordinates, strict=True)) if self.keys else super().located(coordinates)

    def value_schema(self) -> dict[str, Any]:
        return PLACE

    def sample(self, now: datetime) -> Any:
        return self.centre
