"""The input of each part of a schema, line by line of the list."""

from __future__ import annotations

import pytest

import webform
from tests.html.parsed import Parsed
from tests.schema.test_lossless import assert_comes_back
from webform.schema import CONTROLS, read_schema
from webform.schema.controls import MAX_PROPERTIES
from webform.values import ABSENT

RANGE = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number", "minimum": 0, "maximum": 9}}
DAY = {"type": "string", "format": "date"}
LATITUDE = {"type": "number", "minimum": -90, "maximum": 90}
LONGITUDE = {"type": "number", "minimum": -180, "maximum": 180}
PAIR = {"type": "number", "minimum": 0, "maximum": 9}


def titled(title):
    return {"type": "number", "title": title}


def pair(one, other):
    return {"type": "array", "prefixItems": [one, other], "items": False, "minItems": 2}


def geometry(of, **more):
    properties = {"type": {"const": of}, "coordinates": {"type": "array"}} | more
    return {"type": "object", "properties": properties, "required": ["type", "coordinates"]}


@pytest.mark.parametrize(
    ("schema", "type_", "value"),
    [
        ({"const": {"a": 1}}, "constant", {"a": 1}),
        ({"enum": [5]}, "constant", 5),
        ({"type": "null"}, "constant", None),
        ({"enum": ["a", 1, None, [2]]}, "select", [2]),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}]}, "select", 1),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, "select", None),
        ({"type": "boolean"}, "checkbox", False),
        ({"type": "integer", "minimum": 1}, "number", 3.0),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number", None),
        ({"type": ["string", "null"]}, "text", None),
        ({"type": "string", "format": "data-url"}, "file", "data:text/plain;base64,YQ=="),
        ({"type": "string", "format": "date"}, "date", "tomorrow"),
        ({"type": "string", "format": "time"}, "time", "10:00:00Z"),
        ({"type": "string", "format": "date-time"}, "datetime", "2026-01-31T09:30:00+01:00"),
        ({"type": "string", "contentMediaType": "text/markdown"}, "markdown", "# a\n"),
        ({"type": "string", "contentMediaType": "application/json"}, "code", "{}"),
        ({"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}, "file", "iVBORw=="),
        ({"type": "string", "contentEncoding": "base64", "contentMediaType": "x"}, "file", "data:,%"),
        ({"type": "string", "contentEncoding": "base64"}, "text", "YQ=="),
        ({"type": "string", "maxLength": 500}, "textarea", "a\nb"),
        ({"type": "string", "pattern": "^a"}, "text", "a\nb"),
        (
            {"type": "array", "format": "date-range", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
            "date_range",
            ["2026-01-01", "2026-01-31"],
        ),
        ({"type": "array", "uniqueItems": True, "items": {"enum": ["a", "b"]}}, "multiselect", ["b", "a"]),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "multiselect", ["b", "a", "b", "b"]),
        ({"type": "array", "items": {"enum": [1, "1", None]}}, "multiselect", [None, 1, "1", 1]),
        (RANGE, "slider", [9, 1.5]),
        ({"type": "array", "prefixItems": [PAIR, PAIR], "items": False, "minItems": 2}, "slider", [1, 2]),
        ({"type": "array", "items": {"type": "string"}}, "tags", ["a", "b c"]),
        ({"type": "array", "items": {"type": "number"}}, "list", [1]),
        ({"type": "array"}, "list", [1, "a", None]),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "mapping", {"a": 1}),
        ({"type": "object", "properties": {"a": {}}}, "object", {"a": [1], "b": 2}),
        ({"type": ["string", "number"]}, "union", 4),
        ({"anyOf": [{"type": "array"}, {"type": "object"}]}, "union", {}),
        ({"type": "string", "format": "color"}, "colour", "red"),
        ({"type": "string", "format": "color"}, "colour", " #fff"),
        ({"type": "array", "items": DAY, "minItems": 2, "maxItems": 2}, "date_range", ["2026-02-01", "2026-01-31"]),
        ({"type": "array", "prefixItems": [DAY, DAY], "items": False, "minItems": 2}, "date_range", ["soon", " "]),
        ({"type": "array", "items": DAY, "maxItems": 2}, "list", ["2026-02-01"]),
        (pair(LATITUDE, LONGITUDE), "map_point", [51.5, -0.10]),
        (pair(LONGITUDE, LATITUDE), "map_point", [-0.1, 51.5]),
        (pair(titled("Lng"), titled("Lat")), "map_point", [200, 51]),
        (pair({"type": "number"}, {"type": "number"}), "list", [1, 2]),
        ({"type": "array", "items": pair(LONGITUDE, LATITUDE)}, "map_multipoint", [[-0.1, 51.5], [1, 2]]),
        ({"type": "array", "items": pair(LATITUDE, LONGITUDE)}, "map_multipoint", []),
        (geometry("Point"), "map_point", {"type": "Point", "coordinates": [-0.1, 51.5]}),
        (geometry("Point"), "map_point", {"type": "Point", "coordinates": [-0.1, 51.5, 12]}),
        (geometry("Point", bbox={"type": "array"}), "map_point", {"type": "Point", "coordinates": [1, 2], "bbox": [0]}),
        (geometry("Point", name={}), "object", {"type": "Point", "coordinates": [-0.1, 51.5], "name": "x"}),
        (geometry("MultiPoint"), "map_multipoint", {"type": "MultiPoint", "coordinates": [[1, 2.0], [3, 4]]}),
        (geometry("MultiPoint"), "map_multipoint", {"type": "MultiPoint", "coordinates": []}),
        (geometry("LineString"), "map_multipoint", {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}),
        (geometry("Polygon"), "map_polygon", {"type": "Polygon", "coordinates": [[[0, 0], [0, 1], [1, 1], [0, 0]]]}),
        (geometry("Polygon"), "map_polygon", {"type": "Polygon", "coordinates": [[[0, 0], [0, 1], [1, 1], [0, 0.0]]]}),
        (geometry("Polygon"), "map_polygon", {"type": "Polygon", "coordinates": [[[0, 0], [0, 1], [0, 0], [0, 0]]]}),
        (geometry("Polygon"), "map_polygon", {"type": "Polygon", "coordinates": [[[0, 0]] * 4, [[1, 1]] * 4]}),
        (geometry("MultiPolygon"), "object", {"type": "MultiPolygon", "coordinates": []}),
        ({}, "unknown", [{"a": None}]),
        (True, "unknown", "x"),
    ],
    ids=str,
)
def test_a_part_gets_its_input_and_gives_its_value_back(schema, type_, value):
    form, problems = read_schema({"type": "object", "properties": {"it": schema}})

    assert (form.root.by_key["it"].type, problems) == (type_, [])
    assert_comes_back({"type": "object", "properties": {"it": schema}}, {"it": value})


def test_a_secret_is_never_shown_again():
    form, _ = read_schema({"type": "object", "properties": {"a": {"type": "string", "writeOnly": True}}})

    assert form.root.by_key["a"].type == "password"


def test_every_variant_is_taken_by_the_last_line():
    assert CONTROLS[-1].takes(None)


def test_what_a_draft_does_not_know_may_be_anything():
    part = {"type": "string", "contentMediaType": {}}
    form, problems = read_schema({"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": part}})

    assert (form.root.by_key["a"].type, [problem.code for problem in problems]) == ("text", ["old-dialect"])


def test_annotations_are_shown():
    form, _ = read_schema(
        {
            "properties": {
                "a": {"type": "string", "title": "A", "description": "*b*", "deprecated": True, "readOnly": True}
            }
        }
    )
    input_ = form.root.by_key["a"]

    assert (input_.label, input_.description, input_.notes) == ("A", "*b*", ("Deprecated", "Read only"))


def test_an_object_of_more_properties_than_a_page_can_show_is_json_and_that_is_said():
    many = {"properties": {f"k{index}": {"type": "string"} for index in range(MAX_PROPERTIES + 1)}}
    whole, problems = read_schema({"type": "object"} | many)
    part, _ = read_schema({"properties": {"a": {"type": "object"} | many}})

    assert (whole.root.type, part.root.by_key["a"].type) == ("json", "json")
    assert [(problem.at, problem.code) for problem in problems] == [("/properties", "too-many-properties")]


def test_as_many_as_it_can_show_have_their_controls():
    form, problems = read_schema({"properties": {f"k{index}": {"type": "string"} for index in range(MAX_PROPERTIES)}})

    assert (len(form.root.by_key), problems) == (MAX_PROPERTIES, [])


@pytest.mark.parametrize(
    ("schema", "bounds"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, (None, None, 0, None)),
        ({"type": "number", "minimum": 0, "exclusiveMaximum": 0.5}, (0, None, None, 0.5)),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": 0}, (1, None, None, None)),
        ({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9}, (1, 8, None, None)),
        ({"type": "integer", "exclusiveMinimum": 0.5}, (1, None, None, None)),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 0,
          "exclusiveMinimum": True}, (None, None, 0, None)),
    ],
    ids=str,
)  # fmt: skip
def test_excluded_bounds_are_held_by_the_control(schema, bounds):
    root = read_schema(schema)[0].root

    assert (root.min, root.max, root.above, root.below) == bounds


def test_a_range_whose_ends_are_excluded_has_them_on_its_scale():
    ends = {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
    root = read_schema({"type": "array", "minItems": 2, "maxItems": 2, "items": ends})[0].root

    assert (root.type, root.min, root.max, root.above, root.below) == ("slider", 0, 1, 0, None)
    assert root.initial() is ABSENT


def test_the_names_of_a_place_point_into_the_body():
    html = webform.render(read_schema({"properties": {"it": geometry("Point")}})[0])

    names = [control["name"] for control in Parsed(html).of("input", type="text")]
    assert names == ["/it/coordinates/1", "/it/coordinates/0"]


def test_a_place_typed_in_one_control_is_turned_as_the_schema_wants_it():
    form = read_schema({"properties": {"a": geometry("Point"), "b": pair(LONGITUDE, LATITUDE)}})[0]

    body, problems = webform.decode(form, [("/a/coordinates/1", "51.5, -0.1"), ("/b/1", "51.5"), ("/b/0", "-0.1")])
    assert (body, problems) == ({"a": {"type": "Point", "coordinates": [-0.1, 51.5]}, "b": [-0.1, 51.5]}, [])
