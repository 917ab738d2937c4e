"""Maps: what the script draws of places, and the list of them."""

from __future__ import annotations

import pytest

from tests.outputs.showing import DECLARED, RESPONSE, declared, phrases, shaped
from tests.phrases import breaks, not_of_type, wrong
from webform.messages import Phrase
from webform.outputs.geometry import MAX_SHAPES, MAX_VERTICES

MAPS = [output for output in DECLARED if output.type.startswith("map_")]


def rows(view) -> list[list[str]]:
    return [[cell.text for cell in row] for row in view.data.table.rows]


@pytest.mark.parametrize("value", MAPS, ids=lambda item: item.type)
def test_every_type_is_drawn_and_listed(value):
    view = declared(value.type, RESPONSE[value.key])

    assert (view.name, phrases(view)) == ("map", [])
    assert rows(view) != []
    assert value.type == "map_choropleth" or view.data.shapes != []


def test_a_shape_is_written_with_its_places_latitude_first():
    view = declared("map_points", {"points": [{"lat": 51.51234567, "lng": -179.9, "label": "Here", "colour": "red"}]})

    assert view.data.shapes == [
        {
            "kind": "point",
            "rings": [[[51.512346, -179.9]]],
            "label": "Here",
            "colour": "red",
            "weight": None,
            "facts": [],
        }
    ]


@pytest.mark.parametrize(
    ("more", "center", "zoom"),
    [
        ({}, None, None),
        ({"default_center": [51.5, -0.1], "default_zoom": 11}, (51.5, -0.1), 11),
        ({"default_center": [91, 0], "default_zoom": 99}, None, None),
        ({"default_center": "x", "default_zoom": True}, None, None),
    ],
)
def test_a_map_begins_where_the_tool_or_its_declaration_says(more, center, zoom):
    points = {"points": [{"lat": 51, "lng": 0}]}

    for view in (declared("map_points", points | more), declared("map_points", points, **more)):
        assert (view.data.center, view.data.zoom) == (center, zoom)


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("#2563eb", "#2563eb"),
        ("red", "red"),
        ("#ff", ""),
        ("url(//evil)", ""),
        ("var(--x)", ""),
        ("red;x:y", ""),
        (5, ""),
    ],
)
def test_a_colour_is_a_name_or_a_number_and_nothing_else(value, colour):
    view = declared("map_points", {"points": [{"lat": 1, "lng": 1, "colour": value}]})

    assert view.data.shapes[0]["colour"] == colour


def test_a_choropleth_ties_values_to_areas_by_id_or_name_and_lists_those_without_an_area():
    area = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    features = [
        {"type": "Feature", "id": "a", "geometry": area},
        {"type": "Feature", "properties": {"name": "b"}, "geometry": area},
        {"type": "Feature", "id": 3, "geometry": area},
    ]
    view = declared("map_choropleth", {"geojson": {"type": "FeatureCollection", "features": features},
                                       "values": {"a": 1, "b": 3, "z": 2}})  # fmt: skip

    assert rows(view) == [["a", "1"], ["b", "3"], ["3", "—"], ["z", "2"]]
    assert [shape["weight"] for shape in view.data.shapes] == [0, 1, None]


@pytest.mark.parametrize(
    ("geometry", "kinds"),
    [
        ({"type": "Point", "coordinates": [1, 2]}, ["point"]),
        ({"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}, ["point", "point"]),
        ({"type": "LineString", "coordinates": [[1, 2], [3, 4]]}, ["line"]),
        ({"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]}, ["line", "line"]),
        ({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}, ["area"]),
        (
            {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1]]], [[[5, 5], [6, 5], [6, 6]]]]},
            ["area", "area"],
        ),
        ({"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}]}, ["point"]),
        ({"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}, ["point"]),
        ({"type": "Polygon", "coordinates": "odd"}, None),
        ({"type": "Point", "coordinates": [None, 2]}, []),
        ({"type": "Polygon", "coordinates": [[5], "x", [[1]]]}, []),
    ],
)
def test_geojson_of_any_geometry_is_drawn(geometry, kinds):
    view = shaped(geometry)

    if kinds is None:
        assert view.name != "map"
    else:
        assert [shape["kind"] for shape in view.data.shapes] == kinds


def test_a_map_of_more_than_can_be_drawn_lists_all():
    view = declared("map_points", {"points": [{"lat": 0, "lng": index / 1000} for index in range(MAX_SHAPES + 9)]})

    assert (len(view.data.shapes), view.data.left_out, view.data.table.total) == (MAX_SHAPES, 9, MAX_SHAPES + 9)


def test_a_long_outline_is_thinned():
    coords = [[index / 10_000, index % 7] for index in range(200_000)]
    view = declared("map_polygons", {"polygons": [{"coords": coords}]})

    [ring] = view.data.shapes[0]["rings"]
    assert len(ring) <= MAX_VERTICES + 1
    assert [ring[0], ring[-1]] == [coords[0], coords[-1]]


@pytest.mark.parametrize(
    ("kind", "value", "phrase"),
    [
        ("map_points", {"points": [{"lat": 91, "lng": 0}]}, wrong("place", '{"lat": 91, "lng": 0}')),
        ("map_route", {"points": "x"}, not_of_type("array", '"x"')),
        (
            "map_polygons",
            {"polygons": [{"coords": [[1]]}]},
            breaks(Phrase("minItems", {"limit": 2, "length": 1}), "[1]"),
        ),
        ("map_choropleth", {"geojson": 5, "values": {}}, not_of_type("object", "5")),
    ],
)
def test_what_is_no_such_map_is_said_to_be_wrong(kind, value, phrase):
    assert phrases(declared(kind, value))[0] == phrase


def test_a_shape_says_what_is_known_of_it():
    feature = {
        "type": "Feature",
        "properties": {"name": "Barrier", "built": 1984, "parts": [1], "kind": "flood", "none": None},
        "geometry": {"type": "Point", "coordinates": [0, 51.5]},
    }
    [shape] = declared("geojson", feature).data.shapes

    assert (shape["label"], shape["facts"]) == ("Barrier", ["built: 1984", "kind: flood"])
