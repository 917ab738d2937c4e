"""The output types: the sample of each is well, and each of its parts is missed when it is not there."""

from __future__ import annotations

import copy
import sys

import pytest

from tests.outputs.showing import DECLARED, LATER, RESPONSE
from tests.phrases import breaks, incomplete, not_of_type
from webform.files import StoredFile
from webform.messages import Phrase, kind
from webform.outputs import TYPES
from webform.outputs.types import NUMBER, OutputType, list_of, object_of

SAMPLED = [output.type for output in DECLARED if output.type not in LATER]
VALUES = {output.type: RESPONSE[output.key] for output in DECLARED}

#: Each type's parts that a value must have: where they stand in the sample -> their names.
PARTS = {
    "table": {(): "columns rows"},
    "kv": {(): "pairs", ("pairs", 0): "key value"},
    "chart_line": {(): "x series", ("series", 0): "name y"},
    "chart_bar": {(): "x series", ("series", 0): "name y"},
    "chart_area": {(): "x series", ("series", 0): "name y"},
    "chart_scatter": {(): "series", ("series", 0): "name points", ("series", 0, "points", 0): "x y"},
    "chart_pie": {(): "slices", ("slices", 0): "label value"},
    "chart_histogram": {(): "values"},
    "chart_boxplot": {(): "series", ("series", 0): "name values"},
    "chart_heatmap": {(): "x_labels y_labels z"},
    "chart_candlestick": {(): "points", ("points", 0): "t open high low close"},
    "chart_radar": {(): "axes series", ("series", 0): "name values"},
    "chart_sankey": {(): "nodes links", ("nodes", 0): "id label", ("links", 0): "source target value"},
    "chart_treemap": {(): "nodes", ("nodes", 0): "id label value"},
    "chart_network": {(): "nodes edges", ("nodes", 0): "id label", ("edges", 0): "source target"},
    "map_points": {(): "points", ("points", 0): "lat lng"},
    "map_heatmap": {(): "points", ("points", 0): "lat lng weight"},
    "map_choropleth": {(): "geojson values"},
    "map_polygons": {(): "polygons", ("polygons", 0): "coords"},
    "map_route": {(): "points", ("points", 0): "lat lng"},
    "image_grid": {(): "images", ("images", 0): "value"},
    "image_compare": {(): "before after"},
    "diff": {(): "before after"},
    "tree": {(): "root", ("root",): "label children"},
    "timeline": {(): "events", ("events", 0): "t label"},
    "gantt": {(): "tasks", ("tasks", 0): "name start end"},
    "log": {(): "lines", ("lines", 0): "level message t"},
    "file": {(): "filename data"},
}
MISSING = [(kind, path, key) for kind, parts in PARTS.items() for path, keys in parts.items() for key in keys.split()]


WRAPPED = [name for name, type_ in TYPES.items() if type_.kinds & {"string", "number", "boolean"}]


def summaries(found):
    return [(problem.at, problem.code, problem.phrase) for problem in found]


def problems(kind, value):
    return summaries(TYPES[kind].problems(value, "/o"))


def test_the_types_of_a_tool_json_are_there_in_their_order():
    assert [name for name in TYPES if name not in LATER] == SAMPLED
    assert len(SAMPLED) == 39
    assert set(PARTS) == set(SAMPLED) - set(WRAPPED)


@pytest.mark.parametrize("kind", TYPES)
def test_the_sample_of_a_type_is_well(kind):
    assert problems(kind, VALUES[kind]) == []


@pytest.mark.parametrize(("kind", "path", "key"), MISSING)
def test_a_part_that_is_not_there_is_missed(kind, path, key):
    value = copy.deepcopy(VALUES[kind])
    place = value
    for step in path:
        place = place[step]
    del place[key]
    found = problems(kind, value)

    assert [(at, code) for at, code, _ in found] == [("/o" + "".join(f"/{step}" for step in path), "output-incomplete")]
    assert (found[0][2].key, found[0][2].params["name"]) == ("output-incomplete", f'"{key}"')


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind not in WRAPPED])
@pytest.mark.parametrize("value", ["text", 12, True, [[1], 2]])
def test_a_value_of_another_shape_is_a_problem(kind, value):
    assert len(problems(kind, value)) == 1


@pytest.mark.parametrize("kind", WRAPPED)
def test_a_scalar_may_arrive_wrapped(kind):
    value = VALUES[kind]
    raw = value["value"] if isinstance(value, dict) else value

    assert problems(kind, raw) == problems(kind, {"value": raw, "format": "x"}) == []


@pytest.mark.parametrize(
    ("kind", "value", "at", "phrase"),
    [
        ("text", 12, "/o", not_of_type("string", "12")),
        ("text", {"text": "x"}, "/o", not_of_type("string", '{"text": "x"}')),
        ("markdown", ["x"], "/o", not_of_type("string", '["x"]')),
        ("number", "12", "/o", not_of_type("number", '"12"')),
        ("number", True, "/o", not_of_type("number", "true")),
        ("number", {"value": "12"}, "/o/value", not_of_type("number", '"12"')),
        ("number", float("inf"), "/o", not_of_type("number", "Infinity")),
        ("boolean", 1, "/o", not_of_type("boolean", "1")),
        ("progress", 1.5, "/o", breaks(Phrase("maximum", {"limit": "1"}), "1.5")),
        ("progress", {"value": -1}, "/o/value", breaks(Phrase("minimum", {"limit": "0"}), "-1")),
        ("table", [1], "/o/0", not_of_type(["object", "array"], "1")),
        ("table", {"columns": [1], "rows": []}, "/o/columns/0", not_of_type(["object", "string"], "1")),
        ("kv", [], "/o", not_of_type("object", "[]")),
        ("chart_line", 1, "/o", not_of_type("object", "1")),
        ("chart_line", {"x": "abc", "series": []}, "/o/x", not_of_type("array", '"abc"')),
        ("chart_pie", {"slices": [{"label": "a", "value": "1"}]}, "/o/slices/0/value", not_of_type("number", '"1"')),
        ("chart_heatmap", {"x_labels": [], "y_labels": [], "z": [1]}, "/o/z/0", not_of_type("array", "1")),
        (
            "map_polygons",
            {"polygons": [{"coords": [[1, 2, 3]]}]},
            "/o/polygons/0/coords/0",
            breaks(Phrase("maxItems", {"limit": 2, "length": 3}), "[1, 2, 3]"),
        ),
        ("map_points", {"points": [{"lat": "51", "lng": 0}]}, "/o/points/0/lat", not_of_type("number", '"51"')),
        (
            "tree",
            {"root": {"label": "/", "children": [{}]}},
            "/o/root/children/0",
            incomplete("label", Phrase("no-keys")),
        ),
        ("file", {"name": "a", "data": "x"}, "/o", incomplete("filename", '"name", "data"')),
    ],
)
def test_what_is_wrong_is_said_where_it_is(kind, value, at, phrase):
    assert [(found, problem) for found, _, problem in problems(kind, value)] == [(at, phrase)]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("table", []),
        ("table", [{"year": 1}, {"year": 2}]),
        ("table", [[1, 2], [3, 4]]),
        ("table", {"columns": ["a", "b"], "rows": [[1, 2]], "next_cursor": None, "total_rows": 1}),
        ("chart_line", {"x": ["Mon", 2], "series": [{"name": "a", "y": [1, None]}]}),
        ("map_route", {"points": [[51.5, -0.1], {"lat": 51.6, "lng": 0}]}),
        ("kv", {"pairs": [{"key": "a", "value": None}]}),
        ("tree", {"root": {"label": "/", "children": [{"label": "leaf"}]}}),
    ],
)
def test_what_authors_leave_open_is_well(kind, value):
    assert problems(kind, value) == []


def test_of_many_wrong_items_the_first_is_told():
    assert [at for at, *_ in problems("kv", {"pairs": [{"key": "a", "value": 1}] + [{}] * 1000})] == ["/o/pairs/1"] * 2


def test_all_that_is_wrong_outside_of_a_list_is_told():
    value = {"x": [None] * 200, "series": [{"name": "a", "y": ["1"] * 200}, {"y": 5}]}

    assert [at for at, *_ in problems("chart_line", value)] == ["/o/x/0", "/o/series/0/y/0"]


@pytest.mark.parametrize(
    ("kind", "make", "place", "code"),
    [
        ("chart_histogram", lambda: {"values": [0.5] * 200_000 + ["a"]}, "values/200000", "output-type"),
        ("chart_histogram", lambda: {"values": ["a"] * 200_000}, "values/0", "output-type"),
        ("chart_line", lambda: {"x": [1] * 200_000}, "", "output-incomplete"),
        ("number", lambda: [{"a": [1, 2]}] * 200_000, "", "output-type"),
        ("map_polygons", lambda: {"polygons": [{"coords": [[1, 2]] * 60_000 + [[1]]}]}, "polygons/0/coords/60000", "output-type"),
        ("tree", lambda: {"root": {"label": "", "children": [{"label": ""}] * 60_000 + [{}]}}, "root/children/60000", "output-incomplete"),
    ],
)  # fmt: skip
def test_of_a_large_value_the_first_that_is_wrong_is_told(kind, make, place, code):
    assert [problem[:2] for problem in problems(kind, make())] == [(f"/o/{place}".removesuffix("/"), code)]


FILE = StoredFile(sha256="a" * 64, size=3, media_type="image/png", name="x.png", head="data:image/png;base64,")


@pytest.mark.parametrize(
    ("kind", "value", "places"),
    [
        ("image", FILE, []),
        ("number", {"value": FILE}, ["/o/value"]),
        ("text", "\ud800", []),
        ("table", [["\ud800", FILE, 10**400], FILE], ["/o/1"]),
        ("table", [[FILE, float("inf")]], []),
        ("number", 10**400, []),
        ("text", 10**4000, ["/o"]),
        ("kv", {"pairs": [{"key": FILE, "value": float("nan")}]}, ["/o"]),
    ],
)
def test_a_file_counts_as_its_text_and_no_number_breaks_the_check(kind, value, places):
    assert [at for at, *_ in problems(kind, value)] == places


def test_a_schema_of_any_kind_can_be_that_of_a_type():
    schema = object_of(rows={**list_of({"anyOf": [NUMBER, {"type": "null"}]}), "uniqueItems": True})
    output = OutputType(name="any", schema=schema)
    value = {"rows": [*range(200_000), "a"]}

    assert summaries(output.problems(value)) == [
        ("/rows/200000", "output-type", breaks(Phrase("type", {"type": kind(["number", "null"])}), '"a"'))
    ]


def test_a_million_values_are_checked_as_they_are(monkeypatch):
    monkeypatch.setattr(sys.modules["webform.check"], "to_engine", lambda value: pytest.fail(f"copied {type(value)}"))

    assert problems("table", [[1] * 10] * 100_000) == []
