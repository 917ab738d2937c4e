"""Polygons and points on an ellipsoid; a point is its latitude and longitude in degrees."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geographiclib.geodesic import Geodesic

    Point = Sequence[float]

#: From a pole to the equator, in metres: what is nearer on the whole is on this side of the Earth.
QUARTER = 10_002_000


def measure(earth: Geodesic, polygon: Sequence[Point]) -> tuple[float, float]:
    """Return the area of *polygon* in square metres, whichever way round it was drawn, and its perimeter in metres."""
    ring = earth.Polygon()
    for latitude, longitude in polygon:
        ring.AddPoint(latitude, longitude)
    _, perimeter, area = ring.Compute(sign=True)
    return abs(area), perimeter


def distance(earth: Geodesic, start: Point, end: Point) -> tuple[float, float]:
    """Return the metres from *start* to *end*, and the bearing from 0 (north) clockwise to 360."""
    line = earth.Inverse(*start, *end)
    return line["s12"], line["azi1"] % 360


def contains(earth: Geodesic, polygon: Sequence[Point], point: Point) -> bool:
    """Tell whether *point* is inside *polygon*: one who walks along the edge is seen to go around it."""
    seen = [distance(earth, point, corner) for corner in [*polygon, polygon[0]]]
    turned = sum((end - start + 180) % 360 - 180 for (_, start), (_, end) in pairwise(seen))
    # The edge goes around the point on the other side of the Earth as well.
    near = sum(metres for metres, _ in seen) < QUARTER * len(seen)
    return near and abs(turned) > 180


def fits(point: Point, box: Sequence[Point]) -> bool:
    """Tell whether *point* is in *box*, its south-west and north-east corner; a box may cross the date line."""
    (south, west), (north, east) = box
    latitude, longitude = point
    if west <= east:
        return south <= latitude <= north and west <= longitude <= east
    return south <= latitude <= north and (longitude >= west or longitude <= east)
