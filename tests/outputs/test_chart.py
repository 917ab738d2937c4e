"""Charts: what they are drawn from, and the table of their data."""

from __future__ import annotations

import json

import pytest

from tests.outputs.showing import DECLARED, RESPONSE, declared, output, phrases, tool
from tests.phrases import incomplete, not_of_type
from webform.language import gettext, in_language, pgettext
from webform.outputs.plots import PLOTS
from webform.outputs.plots.base import MAX_MARKS, MAX_NODES
from webform.outputs.views import views_of
from webform.result import Result
from webform.values import write_json

CHARTS = [item for item in DECLARED if item.type in PLOTS]


def spec_of(kind: str, value: object, **options):
    return declared(kind, value, **options).data.spec


def table_of(view) -> list[list[str]]:
    table = view.data.table
    return [[column.label for column in table.columns], *([cell.text for cell in row] for row in table.rows)]


def keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def size_of(value: object) -> int:
    """How many numbers and texts *value* holds."""
    if isinstance(value, dict):
        return sum(map(size_of, value.values()))
    return sum(map(size_of, value)) if isinstance(value, list) else 1


#: Of each chart: all that its specification names. The script passes on what these hold, and nothing else.
_AXIS = {"title", "type", "log", "years"}
KEYS = {
    "chart_line": {"kind", "x", "y", "along", "series", "name", "values", *_AXIS},
    "chart_bar": {"kind", "x", "y", "along", "series", "name", "values", *_AXIS},
    "chart_area": {"kind", "x", "y", "along", "series", "name", "values", *_AXIS},
    "chart_scatter": {"kind", "x", "y", "series", "name", "points", *_AXIS},
    "chart_pie": {"kind", "slices", "name", "value", "unit"},
    "chart_histogram": {"kind", "x", "y", "title", "bins"},
    "chart_boxplot": {"kind", "x", "y", "title", "boxes"},
    "chart_heatmap": {"kind", "x", "y", "title", "names", "unit", "cells"},
    "chart_candlestick": {"kind", "x", "y", "title", "type", "prices", "points"},
    "chart_radar": {"kind", "axes", "series", "name", "values", "unit"},
    "chart_sankey": {"kind", "nodes", "links", "unit"},
    "chart_treemap": {"kind", "nodes", "name", "value", "children", "unit"},
    "chart_network": {"kind", "nodes", "edges"},
}


def test_there_is_a_chart_for_every_type():
    assert {chart.type for chart in CHARTS} == set(PLOTS)


@pytest.mark.parametrize("item", CHARTS, ids=lambda item: item.type)
def test_a_chart_has_its_data_in_its_specification_and_in_a_table(item):
    (view,) = views_of(tool(item), Result(status="ok", value={item.key: RESPONSE[item.key]}))

    assert size_of(view.data.spec) > 3
    assert view.data.table.rows != ()
    assert {"csv", "json"} == {download.format for download in view.downloads}
    assert view.data.words.startswith("A ")


@pytest.mark.parametrize("item", CHARTS, ids=lambda item: item.type)
def test_a_specification_is_made_of_our_words_alone(item):
    hostile = json.loads(json.dumps(RESPONSE[item.key]).replace('"a"', '"{\\"signal\\": \\"alert(1)\\"}"'))
    options = {
        "transform": [{"calculate": "alert(1)"}],
        "params": [{"name": "x"}],
        "href": "//evil",
        "x_label": {"expr": "1"},
    }
    (view,) = views_of(tool(output(item.type, **options)), Result(status="ok", value={"o": {**hostile, **options}}))

    assert keys_in(view.data.spec) == KEYS[item.type]
    assert "evil" not in write_json(view.data.spec)


def test_a_line_has_a_point_for_each_x_and_series():
    view = declared("chart_line", {"x": [0, 1], "series": [{"name": "a", "y": [1, None]}, {"name": "b", "y": [3]}]})

    assert view.data.spec["along"] == [0, 1]
    assert view.data.spec["series"] == [{"name": "a", "values": [1, None]}, {"name": "b", "values": [3, None]}]
    assert table_of(view) == [["x", "a", "b"], ["0", "1", "3"], ["1", "—", "—"]]


def test_series_that_are_called_alike_stay_apart():
    spec = spec_of("chart_bar", {"x": ["q"], "series": [{"name": "a", "y": [1]}, {"name": "a", "y": [2]}, {"y": [3]}]})

    assert [series["name"] for series in spec["series"]] == ["a", "a (2)", "3"]


@pytest.mark.parametrize(
    ("xs", "kind"),
    [([1, 2.5], "number"), (["2026-01-01", "2026-02"], "time"), (["a", "2026-01-01"], "name"),
     ([1, "a"], "name"), ([], "name")],
)  # fmt: skip
def test_an_axis_is_of_numbers_of_time_or_of_names(xs, kind):
    spec = spec_of("chart_line", {"x": xs, "series": [{"name": "a", "y": [1] * len(xs)}]})

    assert spec["x"]["type"] == kind


@pytest.mark.parametrize(
    ("more", "xs", "head"),
    [({}, [1, 2.5], "x"), ({}, [2024, 2025], "Year"), ({}, ["2026-01-01", "2026-02"], "Date"), ({}, ["a", "b"], "Category"),
     ({"x_label": "Month"}, ["2026-01", "2026-02"], "Month")],
)  # fmt: skip
def test_the_data_of_a_chart_call_what_stands_along_its_axis_by_what_it_is(more, xs, head):
    series = {"series": [{"name": "a", "y": [1, 2]}]}
    points = {"series": [{"name": "a", "points": [{"x": x, "y": 1} for x in xs]}]}

    for kind in ("chart_line", "chart_area", "chart_bar"):
        assert table_of(declared(kind, {"x": xs, **series, **more}))[0] == [head, "a"]
    assert table_of(declared("chart_scatter", points | more))[0] == ["Series", head, "y"]


def test_the_data_of_a_heat_map_call_their_rows_by_what_they_are():
    value = {"x_labels": ["a"], "y_labels": ["b"], "z": [[1]]}

    assert table_of(declared("chart_heatmap", value))[0] == ["Category", "a"]
    assert table_of(declared("chart_heatmap", value | {"y_label": "Year"}))[0] == ["Year", "a"]


def test_an_axis_in_powers_of_ten_needs_numbers_above_zero():
    value = {"x": [1, 2], "log_y": True, "series": [{"name": "a", "y": [1, 100]}]}

    assert spec_of("chart_line", value)["y"]["log"]
    assert spec_of("chart_line", {key: value[key] for key in ("x", "series")}, log_y=True)["y"]["log"]
    assert not spec_of("chart_line", value | {"log_y": False}, log_y=True)["y"]["log"]
    assert not spec_of("chart_line", value | {"series": [{"name": "a", "y": [0]}]})["y"]["log"]
    assert not spec_of("chart_line", {"x": ["a"], "log_x": True, "series": [{"name": "a", "y": [1]}]})["x"]["log"]


@pytest.mark.parametrize(
    ("xs", "years"), [([1999, 2026], True), ([1, 2026], False), ([2026.5], False), (["2026"], False)]
)
def test_whole_numbers_that_may_be_years_are_not_grouped(xs, years):
    assert spec_of("chart_line", {"x": xs, "series": [{"name": "a", "y": [1] * len(xs)}]})["x"]["years"] == years


def test_the_unit_stands_at_the_axis_and_over_the_table():
    view = declared("chart_line", {"x": [1], "y_label": "Speed", "series": [{"name": "a", "y": [1]}]}, unit="km/h")

    assert view.data.spec["y"]["title"] == "Speed (km/h)"


def test_a_price_is_called_what_prices_are_called():
    with in_language("de"):
        view = declared("chart_candlestick", {"points": [{"t": "a", "open": 1, "high": 3, "low": 0, "close": 2}]})

        assert view.data.spec["prices"] == [pgettext("price", name) for name in ("Open", "High", "Low", "Close")]
        assert view.data.spec["prices"][0] == "Eröffnung" != gettext("Open")
        assert table_of(view)[0][1:] == view.data.spec["prices"]


def test_a_histogram_counts_every_value_once():
    view = declared("chart_histogram", {"values": [1, 1, 2, 3], "bins": 2})

    assert table_of(view) == [["From", "To", "How many"], ["1", "2", "2"], ["2", "3", "2"]]
    assert [row[2] for row in table_of(declared("chart_histogram", {"values": [7, 7]}))[1:]] == ["2"]


def test_a_box_is_its_quartiles():
    view = declared(
        "chart_boxplot", {"series": [{"name": "s", "values": [1, 2, 3, 4, 5]}, {"name": "none", "values": []}]}
    )

    assert table_of(view)[1:] == [["s", "1", "2", "3", "4", "5"], ["none", *["—"] * 5]]


def test_slices_say_their_share_and_what_is_not_above_zero_has_none():
    view = declared(
        "chart_pie", {"slices": [{"label": "a", "value": 1}, {"label": "b", "value": 3}, {"label": "c", "value": -1}]}
    )

    assert table_of(view)[1:] == [["a", "1", "25%"], ["b", "3", "75%"], ["c", "−1", "—"]]


@pytest.mark.parametrize("kind", PLOTS)
@pytest.mark.parametrize("scale", [0, 1, 400])
def test_empty_and_enormous_charts_are_drawn_all_the_same(kind, scale):
    many = range(scale)
    values = {
        "x": [f"x{index}" for index in many], "y": [], "bins": scale * 1000, "values": [float(index) for index in many],
        "series": [{"name": f"s{index}", "y": list(many), "values": list(many), "points": [{"x": one, "y": one} for one in many]}
                   for index in range(min(scale, 60))],
        "slices": [{"label": str(index), "value": index} for index in many],
        "x_labels": list(many), "y_labels": list(many), "z": [list(many) for _ in many],
        "points": [{"t": f"t{index}", "open": 1, "high": 3, "low": 0, "close": index} for index in many],
        "axes": [f"a{index}" for index in many],
        "nodes": [{"id": index, "label": f"n{index}", "value": index, "parent": index // 2} for index in many],
        "links": [{"source": index, "target": (index * 7) % scale, "value": index} for index in many],
        "edges": [{"source": index, "target": (index * 7) % scale} for index in many],
    }  # fmt: skip
    view = declared(kind, values)

    assert phrases(view) == []
    assert size_of(view.data.spec) <= MAX_MARKS * 5
    assert len(write_json(view.data.spec)) < 500_000


def test_flows_in_a_circle_and_nodes_that_are_their_own_parents_end():
    circle = {"nodes": [{"id": i, "label": str(i)} for i in range(3)],
              "links": [{"source": i, "target": (i + 1) % 3, "value": 1} for i in range(3)]}  # fmt: skip
    loops = {"nodes": [{"id": i, "label": str(i), "value": 1, "parent": (i + 1) % 3} for i in range(3)]}

    assert phrases(declared("chart_sankey", circle)) == []
    assert phrases(declared("chart_treemap", loops)) == []


def test_a_flow_back_to_where_it_comes_from_ends_at_its_node_once_more():
    flows = [(0, 1, 3), (1, 2, 2), (2, 0, 1), (2, 1, 4), (2, 2, 9)]
    value = {"nodes": [{"id": i, "label": f"n{i}"} for i in range(3)],
             "links": [{"source": a, "target": b, "value": size} for a, b, size in flows]}  # fmt: skip
    view = declared("chart_sankey", value)

    assert view.data.spec["nodes"] == ["n0", "n1", "n2", "n0", "n1"]
    assert view.data.spec["links"] == [[0, 1, 3], [1, 2, 2], [2, 3, 1], [2, 4, 4]]
    assert (view.data.left_out, view.data.table.total) == (1, 5)


def test_what_a_parent_has_beside_its_children_is_a_part_of_it():
    nodes = [{"id": "p", "label": "P", "value": 5}, {"id": "c", "label": "C", "value": 2, "parent": "p"},
             {"id": "s", "label": "S", "value": 9}]  # fmt: skip

    assert spec_of("chart_treemap", {"nodes": nodes})["nodes"] == [
        {"name": "S", "value": 9},
        {"name": "P", "value": 5, "children": [{"name": "C", "value": 2}, {"name": "P", "value": 3}]},
    ]


def test_more_than_a_screen_holds_is_said_to_be_left_out():
    line = declared("chart_line", {"x": list(range(10_000)), "series": [{"name": "a", "y": list(range(10_000))}]})
    network = declared("chart_network", {"nodes": [{"id": i} for i in range(MAX_NODES + 5)], "edges": []})

    assert line.data.left_out + len(line.data.spec["along"]) == 10_000
    assert network.data.left_out == 5
    assert line.data.table.total == 10_000


@pytest.mark.parametrize(
    ("kind", "value", "phrase"),
    [
        ("chart_line", {"x": [1]}, incomplete("series", '"x"')),
        ("chart_line", {"x": [1], "series": [{"name": "a", "y": 5}]}, not_of_type("array", "5")),
        ("chart_pie", {"slices": [{"label": "a"}]}, incomplete("value", '"label"')),
        (
            "chart_heatmap",
            {"x_labels": [], "y_labels": []},
            incomplete("z", '"x_labels", "y_labels"'),
        ),
        ("chart_histogram", {"values": ["a"]}, not_of_type("number", '"a"')),
        ("chart_radar", [], not_of_type("object", "[]")),
    ],
)
def test_what_is_no_such_chart_is_shown_otherwise_and_said_to_be_wrong(kind, value, phrase):
    view = declared(kind, value)

    assert view.name != "chart"
    assert phrases(view)[0] == phrase


@pytest.mark.parametrize("odd", [10**400, 1e308, float("inf"), float("nan"), True, "1", None, {}])
def test_a_number_that_has_no_place_on_a_screen_is_a_gap(odd):
    view = declared("chart_line", {"x": [1, 2], "series": [{"name": "a", "y": [odd, 1]}]})

    assert view.data.spec["series"][0]["values"] == [None, 1]
    assert "NaN" not in write_json(view.data.spec)


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString"])
def test_a_name_that_objects_have_of_their_own_is_told_apart(name):
    spec = spec_of("chart_bar", {"x": [name], "series": [{"name": name, "y": [1]}]})

    assert (spec["along"], spec["series"][0]["name"]) == ([f"{name}\xa0"], f"{name}\xa0")
