"""Parts of a schema that are places on a map: GeoJSON geometries, lists and objects of latitude and longitude."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema.naming import words_of
from webform.schema.numbers import limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.document import SchemaVariant

LATITUDE_FIRST, LONGITUDE_FIRST = "latitude first", "longitude first"
#: Geometries whose coordinates are a list of places.
LINES = frozenset({"MultiPoint", "LineString"})
_GEOMETRIES = LINES | {"Point", "Polygon"}
_BY_BOUNDS: dict[Any, str] = {(-90, 90): "latitude", (-180, 180): "longitude"}
_BY_WORD = {"lat": "latitude", "lon": "longitude", "lng": "longitude"}
#: The words of a latitude and of a longitude in the names of properties.
LATITUDES, LONGITUDES = frozenset({"lat", "latitude"}), frozenset({"lon", "lng", "long", "longitude"})
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


def fixed_items(variant: SchemaVariant, count: int) -> list[SchemaVariant]:
    """Return what the items of a list of exactly *count* are; nothing for any other value, or where they may vary."""
    if variant.kind != "list" or variant.items.least != count:
        return []
    if variant.items.most != count and not (variant.items.closed and variant.items.prefix == count):
        return []
    items = [variant.item(index).variants for index in range(count)]
    return [variants[0] for variants in items] if all(len(variants) == 1 for variants in items) else []


def is_pair(variant: SchemaVariant) -> bool:
    """Tell whether *variant* is a list of two numbers."""
    return [item.kind for item in fixed_items(variant, 2)] == ["number", "number"]


def order_of(variant: SchemaVariant) -> str:
    """Return in which order a list of two is latitude and longitude, `""` where it is none."""
    found = [_degrees_of(item) for item in fixed_items(variant, 2)] if is_pair(variant) else []
    if found == ["latitude", "longitude"]:
        return LATITUDE_FIRST
    return LONGITUDE_FIRST if found == ["longitude", "latitude"] else ""


def place_keys(variant: SchemaVariant) -> tuple[str, ...]:
    """Return the keys of an object of a latitude and a longitude alone, in their order; none for any other."""
    if variant.kind != "object" or len(variant.members.properties) != 2 or variant.members.conditional:
        return ()
    keys = tuple(variant.members.properties)
    numbers = [variant.child(key).variants for key in keys]
    if any([(one.kind, one.integer, one.secret) for one in found] != [("number", False, False)] for found in numbers):
        return ()
    return keys if is_longitude_first(keys) or is_longitude_first(keys[::-1]) else ()


def is_longitude_first(keys: Sequence[str]) -> bool:
    """Tell whether the two *keys* are those of a longitude and a latitude, in that order."""
    one, other = map(words_of, keys)
    return one[:-1] == other[:-1] and not (LONGITUDES.isdisjoint(one[-1:]) or LATITUDES.isdisjoint(other[-1:]))


def _degrees_of(number: SchemaVariant) -> str:
    bounds = limits(number)
    words = (text[:3].casefold() for text in (number.say("title"), number.say("description")) if isinstance(text, str))
    found = _BY_BOUNDS.get((bounds.get("min"), bounds.get("max")), "")
    return found or next((_BY_WORD[word] for word in words if word in _BY_WORD), "")
