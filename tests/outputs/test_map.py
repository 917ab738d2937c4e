"""Maps: drawn in a frame that holds every place, with the list of them."""

from __future__ import annotations

import pytest

from tests.outputs.showing import DECLARED, RESPONSE, declared, messages, shaped
from webform.outputs.geometry import HEIGHT, MAX_SHAPES, WIDTH

MAPS = [each for each in DECLARED if each.type.startswith("map_")]


def rows(view) -> list[list[str]]:
    return [[cell.text for cell in row] for row in view.data.table.rows]


@pytest.mark.parametrize("given", MAPS, ids=lambda given: given.type)
def test_every_type_is_drawn_and_listed(given):
    view = declared(given.type, RESPONSE[given.key])

    assert (view.name, messages(view)) == ("map", [])
    assert rows(view) != []
    assert given.type == "map_choropleth" or view.data.drawing.shapes != []


@pytest.mark.parametrize(
    "places",
    [[(0, 0)], [(51.5, -0.1), (51.6, 0.2)], [(-90, -180), (90, 180)], [(89.9, 10), (-89.9, 12)], [(5, 100), (5, 101)]],
)
def test_every_place_stands_within_the_frame(places):
    view = declared("map_points", {"points": [{"lat": lat, "lng": lng} for lat, lng in places]})

    assert all(0 <= each.x <= WIDTH and 0 <= each.y <= HEIGHT for each in view.data.drawing.shapes)
    assert len(view.data.drawing.shapes) == len(places)
    assert view.data.drawing.grid != []


def test_north_is_up_and_east_is_right():
    view = declared("map_points", {"points": [{"lat": 50, "lng": 0}, {"lat": 60, "lng": 20}]})
    south_west, north_east = view.data.drawing.shapes

    assert north_east.y < south_west.y
    assert north_east.x > south_west.x


def drawn(*places):
    return declared("map_points", {"points": [{"lat": lat, "lng": lng} for lat, lng in places]}).data.drawing


def test_the_ground_is_drawn_as_near_as_it_is_known():
    europe, london, desert = drawn((51.5, -0.1), (48.9, 2.4)), drawn((51.5, -0.1), (51.6, 0)), drawn((22, 8), (24, 12))

    assert europe.ground.land.startswith("M")
    assert "Brussels" in [each.words for each, _, _ in europe.ground.labels]
    assert len(europe.ground.coasts) < 40_000
    assert london.ground.rivers.startswith("M")
    assert "London" in [each.words for each, _, _ in london.ground.labels]
    # Where no coast is near, all is land.
    assert desert.ground.land.startswith("M")
    assert drawn((-40, -120), (-45, -125)).ground.land == ""


def test_places_on_both_sides_of_the_date_line_are_near_to_each_other():
    fiji = {"polygons": [{"coords": [[-16, 176.8], [-16, -179.5], [-19.2, -178], [-19.2, 176.8]]}]}
    drawing = declared("map_polygons", fiji).data.drawing
    [path] = [each.path for each in drawing.shapes]
    numbers = [float(each) for each in path.strip("MZ").replace("L", " ").split()]

    assert numbers[0] < numbers[2] < numbers[4]
    assert max(numbers[1::2]) - min(numbers[1::2]) > 150
    assert {"178°E", "180°W", "178°W"} & {name for _, name, _, _ in drawing.grid}
    assert drawing.ground.land.startswith("M")


@pytest.mark.parametrize(
    ("given", "colour"),
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
def test_a_colour_is_a_name_or_a_number_and_nothing_else(given, colour):
    view = declared("map_points", {"points": [{"lat": 1, "lng": 1, "colour": given}]})

    assert view.data.drawing.shapes[0].colour == colour


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
    assert [each.opacity for each in view.data.drawing.shapes] == [0.15, 0.85, None]


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
        assert [each.kind for each in view.data.drawing.shapes] == kinds


def test_a_map_of_more_than_can_be_drawn_lists_all():
    view = declared("map_points", {"points": [{"lat": 0, "lng": index / 1000} for index in range(MAX_SHAPES + 9)]})

    assert (view.data.drawing.left_out, view.data.table.total) == (9, MAX_SHAPES + 9)


def test_a_long_outline_is_thinned():
    coords = [[index / 10_000, index % 7] for index in range(200_000)]
    view = declared("map_polygons", {"polygons": [{"coords": coords}]})

    assert len(view.data.drawing.shapes[0].path) < 500_000


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("map_points", {"points": [{"lat": 91, "lng": 0}]}, "Expected a latitude and a longitude, not"),
        ("map_route", {"points": "x"}, "Expected {points: [{lat, lng}]}, not"),
        ("map_polygons", {"polygons": [{"coords": [[1]]}]}, "Expected a list of [lat, lng], not"),
        ("map_choropleth", {"geojson": 5, "values": {}}, "Expected {geojson, values}, not"),
    ],
)
def test_what_is_no_such_map_is_said_to_be_wrong(kind, value, message):
    assert messages(declared(kind, value))[0].startswith(message)


def test_a_shape_says_what_is_known_of_it():
    feature = {
        "type": "Feature",
        "properties": {"name": "Barrier", "built": 1984, "parts": [1], "kind": "flood", "none": None},
        "geometry": {"type": "Point", "coordinates": [0, 51.5]},
    }
    drawing = declared("geojson", feature).data.drawing

    assert [each.words for each in drawing.shapes] == [["Barrier", "built: 1984", "kind: flood"]]
    assert drawing.has_stops
