"""Places on the earth: read from values, and written for the script that draws them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.outputs.texts import text_in
from webform.texts import visible
from webform.values import as_list, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The most shapes that a map draws, and vertices of all.
MAX_SHAPES, MAX_VERTICES = 1500, 20_000
_MAX_LABEL = 80
#: Decimals of a degree that are a tenth of a metre.
_DECIMALS = 6
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}")

#: A latitude and a longitude.
Spot = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class MapShape:
    """
    Something on a map.

    Args:
        kind: `point`, `line` or `area`.
        rings: its vertices; of an area the outline, then its holes.
        label: what it is called.
        colour: how it is coloured, as the tool wants it.
        weight: how much of it there is, from 0 to 1; `None` where nothing says.
        facts: what else is known of it, in lines.
    """

    kind: str
    rings: Sequence[Sequence[Spot]]
    label: str = ""
    colour: str = ""
    weight: float | None = None
    facts: Sequence[str] = ()


def spot(lat: Any, lng: Any) -> Spot | None:
    """Return the place at a latitude and a longitude; `None` where there is none."""
    if not is_number(lat) or not is_number(lng) or not (abs(lat) <= 90 and abs(lng) <= 360):
        return None
    return float(lat), float(lng)


def pair(value: Any) -> Spot | None:
    """Return the place that `[lat, lng]` or `{lat, lng}` is; `None` for any other value."""
    if isinstance(value, dict):
        return spot(value.get("lat"), value.get("lng"))
    return spot(*value[:2]) if isinstance(value, list) and len(value) >= 2 else None


def colour(value: Any) -> str:
    """Return *value*, if it is the name or the number of a colour, else `""`."""
    return value if isinstance(value, str) and _COLOUR.fullmatch(value) else ""


def label(value: Any) -> str:
    """Return *value*, what something is called, as a short text."""
    return visible(text_in(value)[:_MAX_LABEL])


def written(shapes: Sequence[MapShape]) -> list[dict[str, Any]]:
    """Return *shapes* as the script of a map reads them; of long outlines every n-th vertex."""
    total = sum(len(ring) for shape in shapes for ring in shape.rings)
    step = max(1, math.ceil(total / MAX_VERTICES))
    return [
        {
            **vars(shape),
            "rings": [[_rounded(place) for place in _thinned(ring, step)] for ring in shape.rings],
            "weight": None if shape.weight is None else round(shape.weight, 3),
            "facts": list(shape.facts),
        }
        for shape in shapes
    ]


def _rounded(place: Spot) -> list[float]:
    return [round(degrees, _DECIMALS) for degrees in place]


def _thinned(ring: Sequence[Spot], step: int) -> Sequence[Spot]:
    return ring if step == 1 or len(ring) < 8 else [*ring[:-1:step], ring[-1]]


# GeoJSON


def is_geojson(value: Any) -> bool:
    """Tell whether *value* looks like GeoJSON."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    wanted = {"FeatureCollection": "features", "Feature": "geometry", "GeometryCollection": "geometries"}
    key = wanted.get(value["type"], "coordinates" if value["type"] in _GEOMETRIES else "")
    return key in value and isinstance(value[key], list | dict)


def features(value: Any, depth: int = 0) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield each feature of a GeoJSON value, and its geometry."""
    if not isinstance(value, dict) or depth > 8:
        return
    kind = value.get("type")
    if kind in ("FeatureCollection", "GeometryCollection"):
        for part in as_list(value.get("features" if kind == "FeatureCollection" else "geometries")):
            yield from features(part, depth + 1)
    elif kind == "Feature":
        yield value, value.get("geometry")
    else:
        yield {}, value


def shapes_of(geometry: Any, depth: int = 0, **about: Any) -> list[MapShape]:
    """Return the shapes of a GeoJSON *geometry*."""
    if not isinstance(geometry, dict) or depth > 8:
        return []
    if geometry.get("type") == "GeometryCollection":
        inside = as_list(geometry.get("geometries"))
        return [shape for part in inside for shape in shapes_of(part, depth + 1, **about)]
    found = _GEOMETRIES.get(str(geometry.get("type")))
    if found is None:
        return []
    kind, level = found
    return [
        MapShape(kind=kind, rings=rings, **about) for rings in _rings(geometry.get("coordinates"), level, kind) if rings
    ]


#: Of each type of geometry: what it is drawn as, and how deep its positions stand in its coordinates.
_GEOMETRIES = {
    "Point": ("point", 0), "MultiPoint": ("point", 1), "LineString": ("line", 1), "MultiLineString": ("line", 2),
    "Polygon": ("area", 2), "MultiPolygon": ("area", 3),
}  # fmt: skip


def _rings(coordinates: Any, level: int, kind: str) -> list[list[list[Spot]]]:
    if level == 0:
        place = _position(coordinates)
        return [[[place]]] if place else []
    if not isinstance(coordinates, list):
        return []
    if level == 1 and kind == "line":
        places = [place for position in coordinates if (place := _position(position))]
        return [[places]] if places else []
    if level == 2 and kind == "area":
        rings = [[place for position in ring if (place := _position(position))]
                 for ring in coordinates if isinstance(ring, list)]  # fmt: skip
        return [[ring for ring in rings if len(ring) > 2]]
    return [rings for part in coordinates for rings in _rings(part, level - 1, kind)]


def _position(value: Any) -> Spot | None:
    # GeoJSON has the longitude first.
    return spot(value[1], value[0]) if isinstance(value, list) and len(value) >= 2 else None
