"""Airports near a place: maps of them, and the shortest way to one far away."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from .airports import Near, airports, circle, complete, near, way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

BANDS = 8
NEAREST, OTHER = "#b3261e", "#2563eb"


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run, {"airports": complete})


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Look around the place in *body*."""
    place, radius = body["place"], body["radius"]
    end = airports().get(str(body["to"]).upper())
    if end is None:
        raise RefusedError("Input should be the code of an airport, such as OSL", "to")
    found = near(place, radius)
    nearest = found[0].airport
    distance, places = way(nearest, end)
    return {
        "count": sum(neighbour.distance <= radius for neighbour in found),
        "distance": round(distance),
        "nearest": f"{nearest.title}, {found[0].distance:.0f} km",
        "map": _map(found),
        "route": _route(places, f"{nearest.code} {nearest.city}", f"{end.code} {end.city}"),
        "heights": {
            "points": [
                {**_at(neighbour), "weight": max(0, neighbour.airport.height), "label": neighbour.airport.title}
                for neighbour in found
            ]
        },
        "density": _density(found),
        "reach": {
            "polygons": [
                {"coords": circle(place, radius * part), "label": f"{radius * part:g} km"} for part in (1, 0.5)
            ]
        },
        "bands": _bands(found, radius),
        "list": _list(found),
    }


def _at(neighbour: Near) -> dict[str, float]:
    return {"lat": neighbour.airport.latitude, "lng": neighbour.airport.longitude}


def _map(found: Sequence[Near]) -> dict[str, Any]:
    return {
        "points": [
            {
                **_at(neighbour),
                "label": f"{neighbour.airport.title}, {neighbour.distance:.0f} km",
                "colour": OTHER if at else NEAREST,
            }
            for at, neighbour in enumerate(found)
        ]
    }


def _route(places: Sequence[tuple[float, float]], start: str, end: str) -> dict[str, Any]:
    points: list[dict[str, Any]] = [{"lat": round(lat, 4), "lng": round(lng, 4)} for lat, lng in places]
    points[0]["label"], points[-1]["label"] = start, end
    return {"points": points}


def _density(found: Sequence[Near]) -> dict[str, Any]:
    """Return squares of a degree, by how many of the airports lie in each."""
    cells = Counter((floor(neighbour.airport.latitude), floor(neighbour.airport.longitude)) for neighbour in found)
    features = [
        {
            "type": "Feature",
            "id": f"{south},{west}",
            "properties": {"name": f"{_degrees(south, 'NS')}, {_degrees(west, 'EW')}"},
            "geometry": {
                "type": "Polygon",
                "coordinates": [
                    [[west, south], [west + 1, south], [west + 1, south + 1], [west, south + 1], [west, south]]
                ],
            },
        }
        for south, west in cells
    ]
    values = {f"{south},{west}": count for (south, west), count in cells.items()}
    return {"geojson": {"type": "FeatureCollection", "features": features}, "values": values}


def _degrees(low: int, letters: str) -> str:
    """Return the degree from *low* on in words, with the first of *letters* where it is positive."""
    nearer, further = sorted((abs(low), abs(low + 1)))
    return f"{nearer}° to {further}° {letters[low < 0]}"


def _bands(found: Sequence[Near], radius: float) -> dict[str, Any]:
    width = radius / BANDS
    counts = Counter(min(BANDS - 1, int(neighbour.distance / width)) for neighbour in found)
    return {
        "x_label": "km",
        "y_label": "Airports",
        "x": [f"{width * at:.0f} to {width * (at + 1):.0f}" for at in range(BANDS)],
        "series": [{"name": "Airports", "y": [counts[at] for at in range(BANDS)]}],
    }


def _list(found: Sequence[Near]) -> dict[str, Any]:
    columns = [("code", "Code", "text"), ("name", "Airport", "text"), ("city", "City", "text")]
    columns += [("country", "Country", "text"), ("distance", "Distance (km)", "number")]
    columns += [("bearing", "Bearing (°)", "number"), ("height", "Height (m)", "number")]
    rows = [
        {
            "code": neighbour.airport.code,
            "name": neighbour.airport.name,
            "city": neighbour.airport.city,
            "country": neighbour.airport.country,
            "distance": round(neighbour.distance, 1),
            "bearing": round(neighbour.bearing),
            "height": neighbour.airport.height,
        }
        for neighbour in found
    ]
    return {"columns": [{"key": key, "label": label, "type": type_} for key, label, type_ in columns], "rows": rows}
