"""Geodesic area: a drawn polygon, measured on the ellipsoid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from geographiclib.geodesic import Geodesic

from ..checking import RefusedError
from ..serving import serve
from ..uploads import data_url
from .earth import contains, distance, fits, measure

if TYPE_CHECKING:
    from flask import Flask

    from .earth import Point

#: Equatorial radius in metres, and flattening.
ELLIPSOIDS = {
    "wgs84": Geodesic.WGS84,
    "grs80": Geodesic(6378137, 1 / 298.257222101),
    "clarke1866": Geodesic(6378206.4, 1 - 6356583.8 / 6378206.4),
    "sphere": Geodesic(6371008.8, 0),
}
SQUARE_METRES = {"m²": 1, "ha": 1e4, "acres": 4046.8564224, "mi²": 1609.344**2, "nmi²": 1852**2}
METRES = {"m": 1, "mi": 1609.344, "nmi": 1852}
MAX_CORNERS = 500
MAX_STATIONS = 50


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Measure the polygon in *body*, and the way from the base to the stations."""
    polygon, base, stations = body["area"], body["base"], body.get("stations", [])
    for key, places, most in (("area", polygon, MAX_CORNERS), ("stations", stations, MAX_STATIONS)):
        if len(places) > most:
            raise RefusedError(f"List should have at most {most} points", key, word="too_long")
    earth = ELLIPSOIDS[body["ellipsoid"]]
    area, perimeter = measure(earth, polygon)
    ways = [_way(earth, polygon, base, station) for station in stations]
    return {
        "area": round(area / 1e6, 6),
        "perimeter": round(perimeter / 1e3, 6),
        "fits": all(fits(corner, body["sheet"]) for corner in polygon),
        "summary": _summary(area, perimeter, contains(earth, polygon, base), ways),
        "units": {"pairs": _pairs(area, SQUARE_METRES) + _pairs(perimeter, METRES)},
        "stations": _stations(ways),
        "geojson": _geojson(polygon, area, perimeter),
    }


def _way(earth: Geodesic, polygon: list[Point], base: Point, station: Point) -> dict[str, Any]:
    metres, bearing = distance(earth, base, station)
    return {
        "latitude": station[0],
        "longitude": station[1],
        "inside": "yes" if contains(earth, polygon, station) else "no",
        "distance": round(metres / 1e3, 6),
        "bearing": round(bearing, 2),
    }


def _summary(area: float, perimeter: float, has_base: bool, ways: list[dict[str, Any]]) -> str:
    lines = [
        f"The polygon covers **{area / 1e6:,.3f} km²**; its edge is **{perimeter / 1e3:,.3f} km** long.",
        f"The base lies {'inside' if has_base else 'outside'} it.",
    ]
    if ways:
        near = min(ways, key=lambda way: way["distance"])
        inside = sum(way["inside"] == "yes" for way in ways)
        lines.append(
            f"Stations inside: {inside} of {len(ways)}. "
            f"The nearest is {near['distance']:,.3f} km from the base, bearing {near['bearing']:.0f}°."
        )
    return "\n\n".join(lines)


def _pairs(metres: float, units: dict[str, float]) -> list[dict[str, Any]]:
    return [{"key": unit, "value": f"{metres / size:,.3f}"} for unit, size in units.items()]


def _stations(ways: list[dict[str, Any]]) -> dict[str, Any]:
    columns = [
        {"key": "latitude", "label": "Latitude", "type": "number"},
        {"key": "longitude", "label": "Longitude", "type": "number"},
        {"key": "inside", "label": "Inside", "type": "text"},
        {"key": "distance", "label": "Distance (km)", "type": "number"},
        {"key": "bearing", "label": "Bearing (°)", "type": "number"},
    ]
    return {"columns": columns, "rows": ways}


def _geojson(polygon: list[Point], area: float, perimeter: float) -> dict[str, Any]:
    ring = [[longitude, latitude] for latitude, longitude in [*polygon, polygon[0]]]
    feature = {
        "type": "Feature",
        "properties": {"area_m2": round(area, 1), "perimeter_m": round(perimeter, 2)},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    data = data_url("application/geo+json", json.dumps(feature, indent=2).encode())
    return {"filename": "area.geojson", "data": data, "mime_type": "application/geo+json"}
