"""The ground of maps: coasts, water, borders and towns, read from the parts that static/ground.mjs packs."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from webform.places import static

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_VALUES = {
    letter: value for value, letter in enumerate("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")
}
#: As far north and south as the projection reaches.
MOST = 85.0
#: Nearer than this the coasts are too coarse to be of use.
NEAREST = 14
#: Parts of a map's unit that two vertices are apart at least.
_APART = 0.6

#: A longitude, how far north it is on the map, and whether the edge to it is where a part was cut.
Vertex = tuple[float, float, bool]
#: West, south, east and north of a map; longitudes go on past 180.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Label:
    """A name on a map, shown *since* one zoom; a country's up to another."""

    words: str
    lng: float
    lat: float
    since: int
    until: float = math.inf


@dataclass(frozen=True, kw_only=True)
class Part:
    """What is on a part of the earth."""

    land: list[list[Vertex]] = field(default_factory=list)
    lakes: list[list[Vertex]] = field(default_factory=list)
    borders: list[list[Vertex]] = field(default_factory=list)
    rivers: list[list[Vertex]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Ground:
    """The paths of a map's ground, and its names."""

    land: str = ""
    lakes: str = ""
    coasts: str = ""
    borders: str = ""
    rivers: str = ""
    labels: list[tuple[Label, float, float]] = field(default_factory=list)


def mercator(lat: float) -> float:
    """Return how far north *lat* is on a map whose width is 2π."""
    return math.asinh(math.tan(math.radians(min(max(lat, -MOST), MOST))))


def ground(box: Box, zoom: float, size: tuple[int, int], at: Callable[[float, float], tuple[float, float]]) -> Ground:
    """
    Return the ground of a map.

    Args:
        box: what it shows.
        zoom: how near it is: the world is 256 · 2 ^ zoom units wide.
        size: its width and height in units.
        at: a longitude in degrees, and how far north by `mercator` → where that is on the map, in units.
    """
    if zoom >= NEAREST:
        return Ground()
    paths: dict[str, list[str]] = {name: [] for name in ("land", "lakes", "coasts", "borders", "rivers")}
    labels = []
    for part, turn in _parts(box, zoom):
        for name in ("land", "lakes", "borders", "rivers"):
            for shape in getattr(part, name):
                points = _thinned([(*at(lng + turn, north), cut) for lng, north, cut in shape], size)
                closed = name in ("land", "lakes")
                if closed and len(points) > 2:
                    paths[name].append("M" + "L".join(f"{x:g} {y:g}" for x, y, _ in points) + "Z")
                paths["coasts" if closed else name] += _lines(points)
        for each in part.labels:
            x, y = at(each.lng + turn, mercator(each.lat))
            if each.since <= zoom < each.until and 0 < x < size[0] and 0 < y < size[1]:
                labels.append((each, round(x, 1), round(y, 1)))
    return Ground(labels=labels, **{name: "".join(found) for name, found in paths.items()})


def _parts(box: Box, zoom: float) -> Iterator[tuple[Part, int]]:
    west, south, east, north = box
    number, level = [(index, each) for index, each in enumerate(_levels()) if each["zoom"] <= max(zoom, 0)][-1]
    across, along = 360 // level["width"], 180 // level["height"]
    rows = [min(max(math.floor((lat + 90) / level["height"]), 0), along - 1) for lat in (south, north)]
    columns = [math.floor((lng - level["west"]) / level["width"]) for lng in (west, east)]
    for column in range(columns[0], columns[1] + 1):
        for row in range(rows[0], rows[1] + 1):
            found = _part(number, column % across, row)
            if found:
                yield found, column // across * 360


@cache
def _levels() -> list[dict[str, Any]]:
    levels: list[dict[str, Any]] = json.loads((static() / "levels.json").read_text("utf-8"))
    return levels


@cache
def _files() -> dict[str, str]:
    rows = json.loads((static() / "manifest.json").read_text("utf-8"))
    return {name: row["file"] for name, row in rows.items() if name.startswith("ground/")}


@lru_cache(maxsize=32)
def _part(number: int, column: int, row: int) -> Part | None:
    """Return a part of a level; `None` where there is but sea."""
    file = _files().get(f"ground/{number}/{column}/{row}")
    if file is None:
        return None
    level = _levels()[number]
    west, south = level["west"] + column * level["width"], row * level["height"] - 90
    land, lakes, borders, rivers, labels = json.loads((static() / file).read_text("utf-8"))
    read = [[_shape(line, west, south, level) for line in text.split()] for text in (land, lakes, borders, rivers)]
    names = [
        Label(words=words, lng=west + x * level["unit"], lat=south + y * level["unit"], since=since,
              until=until[0] if until else math.inf)
        for words, x, y, since, *until in labels
    ]  # fmt: skip
    return Part(land=read[0], lakes=read[1], borders=read[2], rivers=read[3], labels=names)


def _shape(text: str, west: float, south: float, level: dict[str, Any]) -> list[Vertex]:
    unit, wide, high = level["unit"], round(level["width"] / level["unit"]), round(level["height"] / level["unit"])
    steps = _numbers(text)
    found, x, y = [], 0, 0
    for east, north in zip(steps, steps, strict=True):
        x, y = x + east, y + north
        cut = (not east and x in (0, wide)) or (not north and y in (0, high))
        found.append((west + x * unit, mercator(south + y * unit), cut))
    return found


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers in *text*: five bits a letter, and a sixth that says that more follow."""
    value = shift = 0
    for letter in text:
        bits = _VALUES[letter]
        value += (bits & 31) << shift
        shift += 5
        if bits < 32:
            yield -(value + 1) // 2 if value % 2 else value // 2
            value = shift = 0


def _thinned(points: Sequence[Vertex], size: tuple[int, int]) -> list[Vertex]:
    """Return *points* without those that make no difference within the map."""
    kept: list[Vertex] = []
    sides: list[int] = []
    for x, y, cut in points:
        side = (x < 0) + 2 * (x > size[0]) + 4 * (y < 0) + 8 * (y > size[1])
        point = round(x, 1), round(y, 1), cut
        if len(kept) > 1 and side & sides[-1] & sides[-2]:
            kept[-1], sides[-1] = point, side
        elif not kept or cut or side or abs(kept[-1][0] - x) + abs(kept[-1][1] - y) > _APART:
            kept.append(point)
            sides.append(side)
    return [] if sides and all(side & sides[0] for side in sides) else kept


def _lines(points: Sequence[Vertex]) -> Iterator[str]:
    """Yield the path of a line, with gaps where it was cut."""
    for index, (x, y, cut) in enumerate(points):
        yield f"{'L' if index and not cut else 'M'}{x:g} {y:g}"
