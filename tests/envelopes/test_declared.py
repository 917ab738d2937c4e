"""The 39 output types: the sample of each is well, and each of its parts is missed when it is not there."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from webform.envelopes.declared import SCALARS, TYPES, check
from webform.tool import Output

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
DECLARED = json.loads((SAMPLES / "all-types.tool.json").read_text("utf-8"))["outputs"]
ANSWER = json.loads((SAMPLES / "all-types.response.json").read_text("utf-8"))
VALUES = {each["type"]: ANSWER[each["key"]] for each in DECLARED}

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


def problems(kind, value):
    return [(each.at, each.code, each.message) for each in check(Output(key="o", type=kind), value)]


def test_every_type_is_checked():
    assert len(TYPES) == 39
    assert set(TYPES) == set(VALUES)
    assert set(PARTS) == set(TYPES) - set(SCALARS)


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

    assert [(at, code) for at, code, _ in found] == [("/o" + "".join(f"/{each}" for each in path), "output-incomplete")]
    assert found[0][2].startswith(f'Expected the key "{key}"; found ')


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind not in SCALARS])
@pytest.mark.parametrize("value", ["text", 12, True, [[1], 2]])
def test_a_value_of_another_shape_is_a_problem(kind, value):
    assert len(problems(kind, value)) == 1


@pytest.mark.parametrize("kind", SCALARS)
def test_a_scalar_may_arrive_wrapped(kind):
    value = VALUES[kind]
    raw = value["value"] if isinstance(value, dict) else value

    assert problems(kind, raw) == problems(kind, {"value": raw, "format": "x"}) == []


@pytest.mark.parametrize(
    ("kind", "value", "at", "message"),
    [
        ("text", 12, "/o", "Expected text, not 12"),
        ("text", {"text": "x"}, "/o", 'Expected text, not {"text": "x"}'),
        ("markdown", ["x"], "/o", 'Expected text, not ["x"]'),
        ("number", "12", "/o", 'Expected a number, not "12"'),
        ("number", True, "/o", "Expected a number, not true"),
        ("number", {"value": "12"}, "/o/value", 'Expected a number, not "12"'),
        ("number", float("inf"), "/o", "Expected a number, not Infinity"),
        ("boolean", 1, "/o", "Expected true or false, not 1"),
        ("progress", 1.5, "/o", "Expected a number from 0 to 1, not 1.5"),
        ("progress", {"value": -1}, "/o/value", "Expected a number from 0 to 1, not -1"),
        ("table", [1], "/o/0", "Expected a row: an object or a list, not 1"),
        ("table", {"columns": [1], "rows": []}, "/o/columns/0", "Expected a column: an object or a text, not 1"),
        ("kv", [], "/o", 'Expected an object with "pairs", not []'),
        ("chart_line", 1, "/o", 'Expected an object with "x" and "series", not 1'),
        ("chart_line", {"x": "abc", "series": []}, "/o/x", 'Expected a list, not "abc"'),
        ("chart_pie", {"slices": [{"label": "a", "value": "1"}]}, "/o/slices/0/value", 'Expected a number, not "1"'),
        ("chart_heatmap", {"x_labels": [], "y_labels": [], "z": [1]}, "/o/z/0", "Expected a list, not 1"),
        (
            "map_polygons",
            {"polygons": [{"coords": [[1, 2, 3]]}]},
            "/o/polygons/0/coords/0",
            "Expected [lat, lng], not [1, 2, 3]",
        ),
        ("map_points", {"points": [{"lat": "51", "lng": 0}]}, "/o/points/0/lat", 'Expected a number, not "51"'),
        (
            "tree",
            {"root": {"label": "/", "children": [{}]}},
            "/o/root/children/0",
            'Expected the key "label"; found no keys',
        ),
        ("file", {"name": "a", "data": "x"}, "/o", 'Expected the key "filename"; found "name", "data"'),
    ],
)
def test_what_is_wrong_is_said_where_it_is(kind, value, at, message):
    assert [(found, said) for found, _, said in problems(kind, value)] == [(at, message)]


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
        ("a type of tomorrow", 12),
    ],
)
def test_what_authors_leave_open_is_well(kind, value):
    assert problems(kind, value) == []


def test_of_many_wrong_items_the_first_is_told():
    assert [at for at, *_ in problems("kv", {"pairs": [{"key": "a", "value": 1}] + [{}] * 1000})] == ["/o/pairs/1"] * 2


def test_a_key_that_needs_escaping_is_addressed():
    assert [each.at for each in check(Output(key="a/b~", type="text"), 1)] == ["/a~1b~0"]
