"""Places on the earth → what is drawn of them, within a frame."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from webform.outputs.figures import is_number
from webform.outputs.ground import MOST, Ground, ground, mercator
from webform.texts import cut, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The frame, in units of the drawing; the most shapes in it, and vertices of all.
WIDTH, HEIGHT, EDGE = 512, 320, 28
MAX_SHAPES, MAX_VERTICES = 1500, 20_000
_MAX_LABEL = 80
#: More points than these are named by their list alone.
MAX_NAMED = 14
#: More shapes than these are no stops of the Tab key: the list has them all.
MAX_STOPS = 40
#: Degrees that are as much as one place is shown with around it.
_AROUND = 0.02
#: What a longitude may differ by and be the same.
_HAIR = 1e-9
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}")

#: A latitude and a longitude.
Spot = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """
    Something on a map.

    Args:
        kind: `point`, `line` or `area`.
        rings: its vertices; of an area the outline, then its holes.
        label: what it is called.
        colour: how it is coloured, as the tool wants it.
        weight: how much of it there is, from 0 to 1; `None` where nothing says.
        facts: what else is known of it, a line each.
    """

    kind: str
    rings: Sequence[Sequence[Spot]]
    label: str = ""
    colour: str = ""
    weight: float | None = None
    facts: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A shape as it is drawn: a path, or a circle around a point."""

    kind: str
    path: str = ""
    x: float = 0
    y: float = 0
    label: str = ""
    colour: str = ""
    opacity: float | None = None
    facts: Sequence[str] = ()

    @property
    def words(self) -> list[str]:
        """What it is called, and what is known of it."""
        return [*([self.label] if self.label else []), *self.facts]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What is drawn: the ground, the lines of a graticule, shapes, the names of some; how many shapes are left out."""

    shapes: list[Drawn] = field(default_factory=list)
    names: list[Drawn] = field(default_factory=list)
    ground: Ground = field(default_factory=Ground)
    grid: list[tuple[str, str, float, float]] = field(default_factory=list)
    left_out: int = 0
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def has_stops(self) -> bool:
        """Whether Tab leads from one shape to the next."""
        return 0 < sum(bool(each.words) for each in self.shapes) <= MAX_STOPS


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
    return visible(cut(value if isinstance(value, str) else "" if value is None else str(value), _MAX_LABEL).text)


def draw(shapes: Sequence[Shape]) -> Drawing:
    """Return the drawing of *shapes*, all of them within the frame."""
    shown = list(shapes[:MAX_SHAPES])
    total = sum(len(ring) for shape in shown for ring in shape.rings)
    step = max(1, math.ceil(total / MAX_VERTICES))
    everywhere = [place for shape in shown for ring in shape.rings for place in ring]
    if not everywhere:
        return Drawing(left_out=len(shapes))
    frame = _Frame(everywhere)
    drawn = [each for shape in shown for each in _drawn(shape, frame, step)]
    named = [each for each in drawn if each.kind == "point" and each.label and each.opacity is None]
    return Drawing(
        shapes=drawn,
        names=named if len(named) <= MAX_NAMED else [],
        ground=_beside(frame.ground(), [each for each in drawn if each.kind == "point"]),
        grid=list(frame.grid()),
        left_out=len(shapes) - len(shown),
    )


def _beside(ground: Ground, points: Sequence[Drawn]) -> Ground:
    """Return *ground* without the names that would lie on *points* or their names, or beyond the frame."""
    free = [
        (town, x, y) for town, x, y in ground.labels
        if 2 * len(town.words) < x < WIDTH - 2 * len(town.words) and y > 10
        and not any(abs(x - each.x) < 8 + 3 * len(town.words + each.label) and abs(y - each.y + 4) < 16
                    for each in points[:MAX_NAMED])
    ]  # fmt: skip
    return replace(ground, labels=free)


def _drawn(shape: Shape, frame: _Frame, step: int) -> Iterator[Drawn]:
    opacity = None if shape.weight is None else round(0.15 + 0.7 * shape.weight, 3)
    said = {"label": shape.label, "colour": shape.colour, "opacity": opacity, "facts": shape.facts}
    if shape.kind == "point":
        for place in shape.rings[0]:
            x, y = frame.at(place)
            yield Drawn(kind="point", x=x, y=y, **said)  # type: ignore[arg-type]  # as they are named
        return
    rings = [[frame.at(place) for place in _thinned(ring, step)] for ring in shape.rings if ring]
    end = "Z" if shape.kind == "area" else ""
    path = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + end for ring in rings)
    x, y = (round(sum(axis) / len(axis), 1) for axis in zip(*rings[0], strict=True)) if rings else (0, 0)
    yield Drawn(kind=shape.kind, path=path, x=x, y=y, **said)  # type: ignore[arg-type]  # as they are named


def _thinned(ring: Sequence[Spot], step: int) -> Sequence[Spot]:
    return ring if step == 1 or len(ring) < 8 else [*ring[:-1:step], ring[-1]]


class _Frame:
    """The part of the earth that holds all of some places, and where in the drawing each stands."""

    def __init__(self, places: Sequence[Spot]) -> None:
        self.south, self.north = min(lat for lat, _ in places), max(lat for lat, _ in places)
        self._first = _first([lng for _, lng in places])
        self.west, self.east = min(self._seat(lng) for _, lng in places), max(self._seat(lng) for _, lng in places)
        if self.north - self.south < _AROUND and self.east - self.west < _AROUND:
            self.south, self.north = self.south - _AROUND, self.north + _AROUND
            self.west, self.east = self.west - _AROUND, self.east + _AROUND
        low, high = mercator(self.south), mercator(self.north)
        wide = math.radians(self.east - self.west)
        self._scale = min(
            (WIDTH - 2 * EDGE) / max(wide, 1e-9), (HEIGHT - 2 * EDGE) / max(high - low, 1e-9)
        )  # fmt: skip
        self._middle = math.radians(self.west + self.east) / 2, (low + high) / 2

    def at(self, place: Spot) -> tuple[float, float]:
        """Return where *place* stands in the drawing."""
        x, y = self._on(self._seat(place[1]), mercator(place[0]))
        return round(x, 1), round(y, 1)

    def _on(self, lng: float, north: float) -> tuple[float, float]:
        x = WIDTH / 2 + (math.radians(lng) - self._middle[0]) * self._scale
        return x, HEIGHT / 2 - (north - self._middle[1]) * self._scale

    def _seat(self, lng: float) -> float:
        """Return *lng* on that of the worlds side by side on which the other places are."""
        return lng if self._first is None else self._first + (lng - self._first + _HAIR) % 360 - _HAIR

    def grid(self) -> Iterator[tuple[str, str, float, float]]:
        """Yield the lines of round degrees within the frame: path, name, and where the name stands."""
        half = math.degrees(WIDTH / 2 / self._scale)
        middle = math.degrees(self._middle[0])
        step = _round_step(2 * half / 4)
        for index in range(math.ceil((middle - half) / step), math.floor((middle + half) / step) + 1):
            x = round(self._on(index * step, 0)[0], 1)
            lng = (index * step + 180) % 360 - 180
            yield f"M{x:g} 0V{HEIGHT}", _degrees(lng, step, "E", "W"), x, HEIGHT - 4
        for index in range(math.ceil(-MOST / step), math.floor(MOST / step) + 1) if step >= 1 else self._near(step):
            y = round(self._on(0, mercator(index * step))[1], 1)
            if 0 <= y <= HEIGHT:
                yield f"M0 {y:g}H{WIDTH}", _degrees(index * step, step, "N", "S"), 4, y

    def ground(self) -> Ground:
        """Return what lies under the shapes."""
        half = math.degrees(WIDTH / 2 / self._scale), HEIGHT / 2 / self._scale
        lng, north = math.degrees(self._middle[0]), self._middle[1]
        lats = [math.degrees(math.atan(math.sinh(north + by))) for by in (-half[1], half[1])]
        zoom = math.log2(2 * math.pi * self._scale / 256)
        return ground((lng - half[0], lats[0], lng + half[0], lats[1]), zoom, (WIDTH, HEIGHT), self._on)

    def _near(self, step: float) -> range:
        middle = (self.south + self.north) / 2
        return range(math.floor(middle / step) - 20, math.ceil(middle / step) + 21)


def _first(lngs: Sequence[float]) -> float | None:
    """Return the longitude that a map of *lngs* begins at; `None` where they are all around the earth."""
    east = sorted({(lng + 180) % 360 - 180 for lng in lngs})
    gaps = [after - before for before, after in zip([east[-1] - 360, *east], east, strict=False)]
    widest = max(range(len(east)), key=gaps.__getitem__)
    return east[widest] if gaps[widest] > 180 else None


def _round_step(wanted: float) -> float:
    power: float = 10.0 ** math.floor(math.log10(max(wanted, 1e-6)))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= wanted * 0.999)


def _degrees(value: float, step: float, after: str, before: str) -> str:
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{abs(value):.{places}f}°{'' if abs(value) < step / 2 else after if value > 0 else before}"


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
        inside = value.get("features" if kind == "FeatureCollection" else "geometries")
        for each in inside if isinstance(inside, list) else []:
            yield from features(each, depth + 1)
    elif kind == "Feature":
        yield value, value.get("geometry")
    else:
        yield {}, value


def shapes_of(geometry: Any, depth: int = 0, **said: Any) -> list[Shape]:
    """Return the shapes of a GeoJSON *geometry*."""
    if not isinstance(geometry, dict) or depth > 8:
        return []
    if geometry.get("type") == "GeometryCollection":
        inside = geometry.get("geometries")
        return [shape for each in (inside if isinstance(inside, list) else [])
                for shape in shapes_of(each, depth + 1, **said)]  # fmt: skip
    found = _GEOMETRIES.get(str(geometry.get("type")))
    if found is None:
        return []
    kind, level = found
    return [
        Shape(kind=kind, rings=rings, **said) for rings in _rings(geometry.get("coordinates"), level, kind) if rings
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
    if level == 1:
        places = [place for each in coordinates if (place := _position(each))]
        return [[places]] if places else []
    if level == 2 and kind == "area":
        rings = [[place for each in ring if (place := _position(each))]
                 for ring in coordinates if isinstance(ring, list)]  # fmt: skip
        return [[ring for ring in rings if len(ring) > 2]]
    return [rings for each in coordinates for rings in _rings(each, level - 1, kind)]


def _position(value: Any) -> Spot | None:
    # GeoJSON has the longitude first.
    return spot(value[1], value[0]) if isinstance(value, list) and len(value) >= 2 else None
