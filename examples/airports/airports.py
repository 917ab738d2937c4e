"""The airports of the world that have a code of IATA, and those near a place."""

from __future__ import annotations

import unicodedata
from functools import cache
from math import cos, radians
from typing import TYPE_CHECKING, Any, NamedTuple

import airportsdata
from geographiclib.geodesic import Geodesic

if TYPE_CHECKING:
    from collections.abc import Sequence

EARTH = Geodesic.WGS84
#: Kilometres of a degree of latitude, at the least.
DEGREE = 110.5
FEET = 0.3048
#: How many airports are offered for what was typed.
MOST = 10


class Airport(NamedTuple):
    """An airport: its code, names, place in degrees and height in metres."""

    code: str
    name: str
    city: str
    country: str
    latitude: float
    longitude: float
    height: float

    @property
    def title(self) -> str:
        """What it is called in a list."""
        return f"{self.code} {self.name}"


class Near(NamedTuple):
    """An airport, how many km from a place it is, and in which direction from there."""

    airport: Airport
    distance: float
    bearing: float


@cache
def airports() -> dict[str, Airport]:
    """Return all airports by code."""
    return {
        code: Airport(
            code,
            record["name"],
            record["city"],
            record["country"],
            record["lat"],
            record["lon"],
            round(record["elevation"] * FEET),
        )
        for code, record in airportsdata.load("IATA").items()
    }


def near(place: Sequence[float], radius: float) -> list[Near]:
    """Return the airports within *radius* km of *place*, the nearest first; the very nearest if there is none."""
    latitude, longitude = place
    found: list[Near] = []
    reach = radius
    while not found:
        # A band of latitudes first: the exact way to each airport of the world takes seconds.
        for airport in airports().values():
            if abs(airport.latitude - latitude) * DEGREE > reach:
                continue
            apart = abs((airport.longitude - longitude + 180) % 360 - 180)
            least = cos(radians(max(abs(airport.latitude), abs(latitude))))
            if apart * DEGREE * least > reach * 1.6 and apart < 90:
                continue
            way = EARTH.Inverse(latitude, longitude, airport.latitude, airport.longitude)
            if way["s12"] <= reach * 1000:
                found.append(Near(airport, way["s12"] / 1000, way["azi1"] % 360))
        reach *= 2
    found.sort(key=lambda neighbour: neighbour.distance)
    return found if found[0].distance <= radius else found[:1]


def way(start: Airport, end: Airport, steps: int = 60) -> tuple[float, list[tuple[float, float]]]:
    """Return the km of the shortest way between two airports, and places along it."""
    line = EARTH.InverseLine(start.latitude, start.longitude, end.latitude, end.longitude)
    places = [line.Position(line.s13 * at / steps) for at in range(steps + 1)]
    return line.s13 / 1000, [(place["lat2"], place["lon2"]) for place in places]


def circle(place: Sequence[float], radius: float, corners: int = 72) -> list[list[float]]:
    """Return the corners of the line that is *radius* km from *place*."""
    found = (EARTH.Direct(*place, 360 * at / corners, radius * 1000) for at in range(corners))
    return [[round(corner["lat2"], 4), round(corner["lon2"], 4)] for corner in found]


def complete(typed: str) -> list[dict[str, Any]]:
    """Return airports with a code, a city or a name that begins with *typed*: first those with that code."""
    sought = _plain(typed.strip())
    ranked = sorted(
        (rank, airport.city, airport.code)
        for airport in airports().values()
        if (rank := _rank(airport, sought)) is not None
    )
    return [
        {"value": code, "label": f"{airports()[code].title}, {airports()[code].country}"}
        for _, _, code in ranked[:MOST]
    ]


def _rank(airport: Airport, sought: str) -> int | None:
    begins = (
        airport.code.lower() == sought,
        *(_plain(text).startswith(sought) for text in (airport.city, airport.name)),
    )
    return begins.index(True) if True in begins else None


@cache
def _plain(text: str) -> str:
    return "".join(
        character
        for character in unicodedata.normalize("NFKD", text).casefold()
        if not unicodedata.combining(character)
    )
