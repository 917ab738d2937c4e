"""Parts of a schema that are places on a map: GeoJSON geometries, and pairs of latitude and longitude."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema.numbers import limits

if TYPE_CHECKING:
    from webform.schema.document import SchemaVariant

LATITUDE_FIRST, LONGITUDE_FIRST = "latitude first", "longitude first"
#: Geometries whose coordinates are a list of places.
LINES = frozenset({"MultiPoint", "LineString"})
_GEOMETRIES = LINES | {"Point", "Polygon"}
_BY_BOUNDS: dict[Any, str] = {(-90, 90): "latitude", (-180, 180): "longitude"}
_BY_WORD = {"lat": "latitude", "lon": "longitude", "lng": "longitude"}
_MEMBERS = frozenset({"type", "coordinates", "bbox"})


def geometry_of(variant: SchemaVariant) -> str:
    """Return the type of the GeoJSON geometry that *variant* declares and nothing else, `""` where it is none."""
    if variant.kind != "object" or not _MEMBERS >= variant.members.properties.keys() >= {"type", "coordinates"}:
        return ""
    names, places = variant.child("type").variants, variant.child("coordinates").variants
    if len(names) != 1 or len(names[0].values) != 1 or len(places) != 1 or places[0].kind != "list":
        return ""
    name = names[0].values[0]
    return name if isinstance(name, str) and name in _GEOMETRIES else ""


def pair_of(variant: SchemaVariant) -> list[SchemaVariant]:
    """Return what the two items of a list of exactly two are; nothing for any other list, or where they may vary."""
    closed = variant.items.closed and variant.items.prefix == 2
    if variant.items.least != 2 or not (variant.items.most == 2 or closed):
        return []
    ends = [variant.item(index).variants for index in range(2)]
    return [variants[0] for variants in ends] if all(len(variants) == 1 for variants in ends) else []


def is_pair(variant: SchemaVariant) -> bool:
    """Tell whether *variant* is a list of two numbers."""
    pair = pair_of(variant) if variant.kind == "list" else []
    return [item.kind for item in pair] == ["number", "number"]


def order_of(variant: SchemaVariant) -> str:
    """Return in which order a list of two is latitude and longitude, `""` where it is none."""
    found = [_degrees_of(item) for item in pair_of(variant)] if is_pair(variant) else []
    if found == ["latitude", "longitude"]:
        return LATITUDE_FIRST
    return LONGITUDE_FIRST if found == ["longitude", "latitude"] else ""


def _degrees_of(number: SchemaVariant) -> str:
    bounds = limits(number)
    words = (text[:3].casefold() for text in (number.say("title"), number.say("description")) if isinstance(text, str))
    found = _BY_BOUNDS.get((bounds.get("min"), bounds.get("max")), "")
    return found or next((_BY_WORD[word] for word in words if word in _BY_WORD), "")
