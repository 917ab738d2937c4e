"""Places on a map: drawn by a script, and a list of them for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.options import NATURAL, POINT, Option
from webform.language import gettext, marked_plural
from webform.messages import Phrase
from webform.outputs.base import About, Misfit, MisfitError, View, list_in
from webform.outputs.cells import is_scalar
from webform.outputs.geometry import (
    MAX_SHAPES,
    MapShape,
    Spot,
    colour,
    features,
    is_geojson,
    label,
    pair,
    shapes_of,
    written,
)
from webform.outputs.rows import Rows, copied, downloads, listed
from webform.outputs.types import NUMBER, OutputType, list_of, object_of
from webform.values import as_dict, is_number
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


#: What a place is called in a feature that has no name of its own.
_NAMES = ("name", "label", "title", "id")

#: Properties of a feature that are shown where it is.
_MAX_FACTS = 6
#: The nearest that a map is.
_MAX_ZOOM = 18


@dataclass(frozen=True, kw_only=True)
class Map:
    """
    A map.

    Args:
        shapes: what is drawn, as the script reads it.
        words: what it is, in a few words.
        table: the list of what is on it.
        left_out: how many shapes are not drawn.
        center: the middle of the map at first; `None` where all shapes are in sight.
        zoom: how near the map is at first; 0 is the world.
    """

    shapes: list[dict[str, Any]]
    words: str
    table: Rows
    left_out: int = 0
    center: Spot | None = None
    zoom: int | None = None


#: Shapes, the heads and rows of their list, and what they are: a key of `_WORDS`.
_Found = tuple[list[MapShape], list[str], "Sequence[Sequence[Any]]", str]
#: How many there are, and what the map is called.
_WORDS = {
    "place": (
        marked_plural("{count} place", "{count} places"),
        marked_plural("A map of {count} place", "A map of {count} places"),
    ),
    "stop": (
        marked_plural("{count} stop", "{count} stops"),
        marked_plural("A map of {count} stop", "A map of {count} stops"),
    ),
    "area": (
        marked_plural("{count} area", "{count} areas"),
        marked_plural("A map of {count} area", "A map of {count} areas"),
    ),
    "shape": (
        marked_plural("{count} shape", "{count} shapes"),
        marked_plural("A map of {count} shape", "A map of {count} shapes"),
    ),
}

_PLACE = object_of(lat=NUMBER, lng=NUMBER)
_PAIR = {**list_of(NUMBER), "minItems": 2, "maxItems": 2}
#: A stop is `{lat, lng}` or `[lat, lng]`: some keywords are of objects, the others of lists.
_STOP = _PLACE | {"type": ["object", "array"], "items": NUMBER}
_LABELLED = object_of("label", "colour", lat=NUMBER, lng=NUMBER)
_WEIGHTED = object_of(lat=NUMBER, lng=NUMBER, weight=NUMBER)
_AREAS = object_of("label", "colour", coords=list_of(_PAIR))
#: What each type shows, and the schema of its values.
_DECLARED = {
    "map_points": ("Places, as points.", object_of(points=list_of(_LABELLED))),
    "map_heatmap": ("Places with a weight.", object_of(points=list_of(_WEIGHTED))),
    "map_choropleth": ("Areas by their values.", object_of(geojson={"type": "object"}, values={"type": "object"})),
    "map_polygons": ("Areas, by their corners.", object_of(polygons=list_of(_AREAS))),
    "map_route": ("A way from place to place.", object_of(points=list_of(_STOP))),
}
_OPTIONS = {
    "default_center": Option(
        kind=POINT, help="The middle of the map at first.", shown="all places", example=[59.91, 10.75]
    ),
    "default_zoom": Option(
        kind=NATURAL, help="How near the map is at first; 0 is the world.", shown="all places", example=10
    ),
}
TYPES = tuple(
    OutputType(name=name, help=help_, schema=schema, options=_OPTIONS) for name, (help_, schema) in _DECLARED.items()
)


def fits(value: Any) -> bool:
    """Tell whether *value* is GeoJSON."""
    return is_geojson(value)


def view(value: Any, about: About) -> View:
    """Return the view of places of the declared type, or of GeoJSON."""
    shapes, heads, rows, kind = _MAPS.get(about.type, _geojson)(value)
    columns, table = listed(heads, rows, about)
    note, words = (counted(len(rows), *texts) for texts in _WORDS[kind])
    zoom = _get(value, "default_zoom")
    zoom = about.options.get("default_zoom") if zoom is None else zoom
    return View(
        name="map",
        data=Map(
            shapes=written(shapes[:MAX_SHAPES]),
            words=words,
            table=table,
            left_out=max(0, len(shapes) - MAX_SHAPES),
            center=pair(_get(value, "default_center") or about.options.get("default_center")),
            zoom=int(zoom) if is_number(zoom) and 0 <= zoom <= _MAX_ZOOM else None,
        ),
        note=note,
        copy=copied(columns, rows),
        downloads=downloads(columns, list(rows), about, value),
    )


def _places(value: Any) -> list[tuple[Spot, Any]]:
    found = []
    for index, point in enumerate(list_in(value, "points")):
        place = pair(point)
        if place is None:
            raise MisfitError(Misfit(expected=Phrase("kind.place"), part=f"/points/{index}"))
        found.append((place, point))
    return found


def _get(value: Any, key: str) -> Any:
    return as_dict(value).get(key)


def _points(value: Any) -> _Found:
    places = _places(value)
    shapes = [
        MapShape(kind="point", rings=[[place]], label=label(_get(point, "label")), colour=colour(_get(point, "colour")))
        for place, point in places
    ]
    rows = [[_get(point, "label"), *place] for place, point in places]
    return shapes, [gettext("Place"), gettext("Latitude"), gettext("Longitude")], rows, "place"


def _heat(value: Any) -> _Found:
    places = _places(value)
    weights = [weight if is_number(weight := _get(point, "weight")) else 0 for _, point in places]
    most = max((abs(weight) for weight in weights), default=0) or 1
    shapes = [MapShape(kind="point", rings=[[place]], label=f"{weight:g}", weight=min(1, max(0, weight / most)))
              for (place, _), weight in zip(places, weights, strict=True)]  # fmt: skip
    rows = [[*place, _get(point, "weight")] for place, point in places]
    return shapes, [gettext("Latitude"), gettext("Longitude"), gettext("Weight")], rows, "place"


def _route(value: Any) -> _Found:
    places = _places(value)
    line = [place for place, _ in places]
    both = zip([*places[:1], *places[1:][-1:]], [gettext("Start"), gettext("End")], strict=False)
    ends = [MapShape(kind="point", rings=[[place]], label=label(_get(point, "label")) or name)
            for (place, point), name in both]  # fmt: skip
    rows = [[index, *place, _get(point, "label")] for index, (place, point) in enumerate(places, 1)]
    heads = [gettext("Stop"), gettext("Latitude"), gettext("Longitude"), gettext("Label")]
    if all(row[3] is None for row in rows):
        heads, rows = heads[:3], [row[:3] for row in rows]
    return [*([MapShape(kind="line", rings=[line])] if line else []), *ends], heads, rows, "stop"


def _polygons(value: Any) -> _Found:
    shapes, rows = [], []
    for index, polygon in enumerate(list_in(value, "polygons")):
        coords = _get(polygon, "coords")
        ring = [pair(place) for place in coords] if isinstance(coords, list) else [None]
        if None in ring:
            raise MisfitError(Misfit(expected=Phrase("kind.pairs"), part=f"/polygons/{index}"))
        known = [place for place in ring if place]
        shapes.append(MapShape(kind="area", rings=[known], label=label(_get(polygon, "label")),
                            colour=colour(_get(polygon, "colour"))))  # fmt: skip
        middle = [round(sum(place[axis] for place in known) / len(known), 6) if known else None for axis in (0, 1)]
        rows.append([_get(polygon, "label"), len(known), *middle])
    return (
        shapes,
        [gettext("Area"), gettext("Corners"), gettext("Middle, latitude"), gettext("Middle, longitude")],
        rows,
        "area",
    )


def _choropleth(value: Any) -> _Found:
    geojson, values = _get(value, "geojson"), _get(value, "values")
    if not isinstance(geojson, dict) or not isinstance(values, dict):
        raise MisfitError
    numbers = [number for number in values.values() if is_number(number)]
    low, high = min(numbers, default=0), max(numbers, default=1)
    shapes, rows, shown = [], [], set()
    for feature, geometry in features(geojson):
        keys = [str(key) for key in (feature.get("id"), *_named(feature)) if key is not None]
        key = next((known for known in keys if known in values), keys[0] if keys else "")
        amount = values.get(key)
        shown.add(key)
        part = (float(amount or 0) - low) / ((high - low) or 1) if is_number(amount) else None
        name = label(next(iter(_named(feature)), key))
        text = f"{name}: {amount:g}" if is_number(amount) else name
        shapes += shapes_of(geometry, label=text, weight=part)
        rows.append([name or key, amount])
    rows += [[key, amount] for key, amount in values.items() if key not in shown]
    return shapes, [gettext("Area"), gettext("Value")], rows, "area"


def _geojson(value: Any) -> _Found:
    if not is_geojson(value):
        raise MisfitError
    shapes, rows, keys = [], [], dict[str, None]()
    for feature, geometry in features(value):
        name = next(iter(_named(feature)), "")
        plain = {key: fact for key, fact in as_dict(feature.get("properties")).items() if is_scalar(fact)}
        facts = [label(f"{key}: {fact}") for key, fact in plain.items() if key not in _NAMES and fact is not None]
        shapes += shapes_of(geometry, label=label(name), facts=facts[:_MAX_FACTS])
        keys |= dict.fromkeys(list(plain)[:12])
        rows.append((_get(geometry, "type"), feature.get("id"), plain))
    heads = [gettext("Shape"), *([gettext("Id")] if any(row[1] is not None for row in rows) else []), *list(keys)[:12]]
    table = [[kind, *([known] if gettext("Id") in heads[1:2] else []), *(plain.get(key) for key in list(keys)[:12])]
              for kind, known, plain in rows]  # fmt: skip
    return shapes, heads, table, "shape"


def _named(feature: dict[str, Any]) -> list[Any]:
    properties = as_dict(feature.get("properties"))
    return [properties[key] for key in _NAMES if properties.get(key) not in (None, "")]


_MAPS: dict[str, Callable[[Any], _Found]] = {
    "map_points": _points,
    "map_heatmap": _heat,
    "map_choropleth": _choropleth,
    "map_polygons": _polygons,
    "map_route": _route,
}
