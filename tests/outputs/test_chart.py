"""Charts: what they are drawn from, and the table of their data."""

from __future__ import annotations

import json
import re

import pytest

from tests.outputs.showing import DECLARED, RESPONSE, declared, messages, output, tool
from webform.outputs import views_of
from webform.outputs.plots import PLOTS
from webform.outputs.plots.base import MAX_MARKS, MAX_NODES
from webform.result import Result
from webform.values import write_json

CHARTS = [each for each in DECLARED if each.type in PLOTS]
#: What a specification may hold where it is not data: names, numbers, and words of ours.
SIGNALS = ("signal", "expr", "url", "href", "transform", "params", "datasets", "image")


def spec_of(kind: str, value: object, **options):
    return declared(kind, value, **options).data.spec


def table_of(view) -> list[list[str]]:
    table = view.data.table
    return [[column.label for column in table.columns], *([cell.text for cell in row] for row in table.rows)]


def keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys_in(each) for key, each in value.items() if key != "values"))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def values_in(value: object) -> list[dict]:
    if isinstance(value, dict):
        return value.get("values", []) + [
            row for key, each in value.items() if key != "values" for row in values_in(each)
        ]
    return [row for each in value for row in values_in(each)] if isinstance(value, list) else []


def test_there_is_a_chart_for_every_type():
    assert {each.type for each in CHARTS} == set(PLOTS)


@pytest.mark.parametrize("given", CHARTS, ids=lambda given: given.type)
def test_a_chart_has_its_data_in_its_specification_and_in_a_table(given):
    (view,) = views_of(tool(given), Result(status="ok", value={given.key: RESPONSE[given.key]}))

    assert values_in(view.data.spec) != []
    assert view.data.table.rows != ()
    assert {"csv", "json"} == {each.format for each in view.downloads}
    assert view.data.words.startswith("A ")


@pytest.mark.parametrize("given", CHARTS, ids=lambda given: given.type)
def test_a_specification_is_made_of_our_words_alone(given):
    hostile = json.loads(json.dumps(RESPONSE[given.key]).replace('"a"', '"{\\"signal\\": \\"alert(1)\\"}"'))
    options = {
        "transform": [{"calculate": "alert(1)"}],
        "params": [{"name": "x"}],
        "href": "//evil",
        "x_label": {"expr": "1"},
    }
    (view,) = views_of(tool(output(given.type, **options)), Result(status="ok", value={"o": {**hostile, **options}}))

    assert keys_in(view.data.spec).isdisjoint(SIGNALS)
    assert keys_in(view.data.spec) == keys_in(spec_of(given.type, RESPONSE[given.key]))
    assert "evil" not in write_json(view.data.spec)


def test_a_line_has_a_point_for_each_x_and_series():
    view = declared("chart_line", {"x": [0, 1], "series": [{"name": "a", "y": [1, None]}, {"name": "b", "y": [3]}]})

    assert values_in(view.data.spec) == [
        {"x": 0, "y": 1, "s": "a"}, {"x": 1, "y": None, "s": "a"}, {"x": 0, "y": 3, "s": "b"}, {"x": 1, "y": None, "s": "b"},
    ]  # fmt: skip
    assert table_of(view) == [["x", "a", "b"], ["0", "1", "3"], ["1", "—", "—"]]


def test_series_that_are_called_alike_stay_apart():
    spec = spec_of("chart_bar", {"x": ["q"], "series": [{"name": "a", "y": [1]}, {"name": "a", "y": [2]}, {"y": [3]}]})

    assert [each["s"] for each in values_in(spec)] == ["a", "a (2)", "3"]


@pytest.mark.parametrize(
    ("xs", "kind"),
    [([1, 2.5], "quantitative"), (["2026-01-01", "2026-02"], "temporal"), (["a", "2026-01-01"], "nominal"),
     ([1, "a"], "nominal"), ([], "nominal")],
)  # fmt: skip
def test_an_axis_is_of_numbers_of_time_or_of_names(xs, kind):
    spec = spec_of("chart_line", {"x": xs, "series": [{"name": "a", "y": [1] * len(xs)}]})

    assert spec["encoding"]["x"]["type"] == kind


def test_an_axis_in_powers_of_ten_needs_numbers_above_zero():
    value = {"x": [1, 2], "log_y": True, "series": [{"name": "a", "y": [1, 100]}]}

    assert spec_of("chart_line", value)["encoding"]["y"]["scale"] == {"type": "log"}
    assert "type" not in spec_of("chart_line", value | {"series": [{"name": "a", "y": [0]}]})["encoding"]["y"]["scale"]


def test_the_unit_stands_at_the_axis_and_over_the_table():
    view = declared("chart_line", {"x": [1], "y_label": "Speed", "series": [{"name": "a", "y": [1]}]}, unit="km/h")

    assert view.data.spec["encoding"]["y"]["title"] == "Speed (km/h)"


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
        "x": [f"x{index}" for index in many], "y": [], "bins": scale * 1000, "values": [float(each) for each in many],
        "series": [{"name": f"s{each}", "y": list(many), "values": list(many), "points": [{"x": one, "y": one} for one in many]}
                   for each in range(min(scale, 60))],
        "slices": [{"label": str(each), "value": each} for each in many],
        "x_labels": list(many), "y_labels": list(many), "z": [list(many) for _ in many],
        "points": [{"t": f"t{each}", "open": 1, "high": 3, "low": 0, "close": each} for each in many],
        "axes": [f"a{each}" for each in many],
        "nodes": [{"id": each, "label": f"n{each}", "value": each, "parent": each // 2} for each in many],
        "links": [{"source": each, "target": (each * 7) % scale, "value": each} for each in many],
        "edges": [{"source": each, "target": (each * 7) % scale} for each in many],
    }  # fmt: skip
    view = declared(kind, values)

    assert messages(view) == []
    assert len(values_in(view.data.spec)) <= MAX_MARKS * 3
    assert len(write_json(view.data.spec)) < 500_000


def test_flows_in_a_circle_and_nodes_that_are_their_own_parents_end():
    circle = {"nodes": [{"id": i, "label": str(i)} for i in range(3)],
              "links": [{"source": i, "target": (i + 1) % 3, "value": 1} for i in range(3)]}  # fmt: skip
    loops = {"nodes": [{"id": i, "label": str(i), "value": 1, "parent": (i + 1) % 3} for i in range(3)]}

    assert messages(declared("chart_sankey", circle)) == []
    assert messages(declared("chart_treemap", loops)) == []


def test_more_than_a_screen_holds_is_said_to_be_left_out():
    line = declared("chart_line", {"x": list(range(10_000)), "series": [{"name": "a", "y": list(range(10_000))}]})
    network = declared("chart_network", {"nodes": [{"id": i} for i in range(MAX_NODES + 5)], "edges": []})

    assert line.data.left_out + len(values_in(line.data.spec)) == 10_000
    assert network.data.left_out == 5
    assert line.data.table.total == 10_000


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("chart_line", {"x": [1]}, 'Expected the key "series"; found "x"'),
        ("chart_line", {"x": [1], "series": [{"name": "a", "y": 5}]}, "Must be a list, not 5"),
        ("chart_pie", {"slices": [{"label": "a"}]}, 'Expected the key "value"; found "label"'),
        (
            "chart_heatmap",
            {"x_labels": [], "y_labels": []},
            'Expected the key "z"; found "x_labels", "y_labels"',
        ),
        ("chart_histogram", {"values": ["a"]}, 'Must be a number, not "a"'),
        ("chart_radar", [], "Must be an object, not []"),
    ],
)
def test_what_is_no_such_chart_is_shown_otherwise_and_said_to_be_wrong(kind, value, message):
    view = declared(kind, value)

    assert view.name != "chart"
    assert messages(view)[0].startswith(message)


@pytest.mark.parametrize("odd", [10**400, 1e308, float("inf"), float("nan"), True, "1", None, {}])
def test_a_number_that_has_no_place_on_a_screen_is_a_gap(odd):
    view = declared("chart_line", {"x": [1, 2], "series": [{"name": "a", "y": [odd, 1]}]})

    assert [each["y"] for each in values_in(view.data.spec)] == [None, 1]
    assert "NaN" not in write_json(view.data.spec)


def titles_told(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [each["title"] for each in value.get("tooltip", [])]
        return own + [title for key, each in value.items() if key != "values" for title in titles_told(each)]
    return [title for each in value for title in titles_told(each)] if isinstance(value, list) else []


@pytest.mark.parametrize("harm", ['"+alert(1)+"', "a\nb", "\\", "\u2028", "{{x}}", "[x](y)"])
@pytest.mark.parametrize("given", CHARTS, ids=lambda given: given.type)
def test_what_the_library_writes_into_an_expression_holds_nothing_that_could_end_it(given, harm):
    value = {**RESPONSE[given.key], "x_label": harm, "y_label": harm}
    told = titles_told(spec_of(given.type, value, unit=harm))

    assert told != []
    assert all(re.fullmatch(r"[\w %°/(),.-]+", each) for each in told)


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString"])
def test_a_name_that_objects_have_of_their_own_is_told_apart(name):
    spec = spec_of("chart_bar", {"x": [name], "series": [{"name": name, "y": [1]}]})

    assert values_in(spec) == [{"x": f"{name}\xa0", "y": 1, "s": f"{name}\xa0"}]
