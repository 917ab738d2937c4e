"""A box on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.maps import PLACE, MapLike, is_place, place_text
from webform.inputs.numbers import number_text, read_number, tidy
from webform.inputs.options import one_of, option
from webform.problems import Problem, error_at
from webform.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from webform.inputs.base import Texts

_WORDS = ("number.south", "number.west", "number.north", "number.east")
_LATITUDE, _LONGITUDE = PLACE["prefixItems"]
#: Half the side of the sample's box, in degrees.
_SMALL = 0.01


@dataclass(frozen=True, kw_only=True)
class MapBbox(MapLike):
    """A box, `[[south, west], [north, east]]`; west above east crosses the antimeridian."""

    type = "map_bbox"
    parts = ("/0/0", "/0/1", "/1/0", "/1/1")
    examples = (({}, [[51.4, -0.2], [51.6, 0]]), ({"bbox_format": "flat"}, [51.4, -0.2, 51.6, 0]))
    in_schema = frozenset({"bbox_format"})

    bbox_format: str = option(
        one_of("nested", "flat"),
        "How the body gets it: two corners, or `[south, west, north, east]`.",
        "nested",
        example="flat",
    )

    def texts(self, value: Any) -> Texts | None:
        edges = self._edges(value)
        if edges is None or self._formatted(edges) != value:
            return None
        return {part: [number_text(edge)] for part, edge in zip(self.parts, edges, strict=True)}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return self._formatted(
            [read_number(texts[part][-1], part, word) for part, word in zip(self.parts, _WORDS, strict=True)]
        )

    def value_schema(self) -> dict[str, Any]:
        if self.bbox_format == "nested":
            return {"type": "array", "items": PLACE, "minItems": 2, "maxItems": 2}
        edges = [_LATITUDE, _LONGITUDE, _LATITUDE, _LONGITUDE]
        return {"type": "array", "prefixItems": edges, "items": False, "minItems": 4}

    def initial(self) -> Any:
        edges = self._edges(self.default)
        return self.default if edges is None else self._formatted(edges)

    def sample(self, now: datetime) -> Any:
        latitude, longitude = self.centre
        south, north = max(latitude - _SMALL, -90), min(latitude + _SMALL, 90)
        west, east = max(longitude - _SMALL, -180), min(longitude + _SMALL, 180)
        return self._formatted([tidy(round(edge, 6)) for edge in (south, west, north, east)])

    def check(self, value: Any) -> Iterator[Problem]:
        south, _, north, _ = self._edges(value) or (0, 0, 0, 0)
        if south > north:
            yield error_at("", "box-order")

    def summary(self, value: Any) -> str:
        edges = self._edges(value)
        return f"{place_text(edges[:2])} to {place_text(edges[2:])}" if edges else super().summary(value)

    def _edges(self, value: Any) -> list[float] | None:
        """Return south, west, north, east of a box in either format."""
        if not isinstance(value, list):
            return None
        edges = [*value[0], *value[1]] if len(value) == 2 and all(map(is_place, value)) else value
        return edges if len(edges) == len(self.parts) and all(kind_of(edge) == "number" for edge in edges) else None

    def _formatted(self, edges: Sequence[float]) -> list[Any]:
        return [list(edges[:2]), list(edges[2:])] if self.bbox_format == "nested" else list(edges)
