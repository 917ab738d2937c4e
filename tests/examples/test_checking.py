"""Refusals of the example tools by input type, each at its place."""

from __future__ import annotations

from typing import Any

import pytest

from examples.checking import CHECKS, check

OPTIONS = {"options": [{"value": 1}, {"value": "1"}, {"value": True}]}
COLUMNS = {
    "columns": [{"key": "n", "type": "number"}, {"key": "d", "type": "date"}, {"key": "t", "type": "text"}],
    "min_rows": 1,
    "max_rows": 2,
}
PDF = "data:application/pdf;base64,JVBERg=="
#: type, declaration, values it takes.
TAKEN: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("text", {"max_length": 3}, ["", "abc"]),
    ("textarea", {}, ["a\nb"]),
    ("code", {}, [""]),
    ("markdown", {}, ["# a"]),
    ("number", {"min": 0, "max": 9}, [0, 9, 4.5, 1.0]),
    ("slider", {"min": -1, "max": 1}, [-1, 0.33]),
    ("slider", {"min": 0, "max": 9, "range": True}, [[0, 9], [4, 4]]),
    ("select", OPTIONS, [1, "1", True, 1.0]),
    ("radio", OPTIONS, [True]),
    ("multiselect", OPTIONS, [[], [1, "1"]]),
    ("checkbox", {}, [False, True]),
    ("toggle", {}, [False]),
    ("date", {"min": "2020-01-01", "max": "2020-12-31"}, ["2020-01-01", "2020-12-31"]),
    ("time", {}, ["00:00", "23:59:59"]),
    ("datetime", {}, ["2026-02-28T09:30", "2026-02-28T09:30:15"]),
    ("date_range", {}, [["2026-01-01", "2026-01-01"]]),
    ("file", {"max_size_mb": 1}, [PDF, "data:text/plain;charset=utf-8;base64,", "data:;base64,YQ=="]),
    ("image", {"multiple": True}, [[], [PDF, PDF]]),
    ("audio", {}, [PDF]),
    ("colour", {}, ["#5563D1"]),
    ("json", {}, [None, 0, {}, "text"]),
    ("tags", {}, [[], ["a", ""]]),
    ("autocomplete", {}, ["NOOSL", 2028, False]),
    ("table", COLUMNS, [[{}], [{"n": 1.5, "d": "2026-01-01", "t": "x", "other": 0}]]),
    ("map_point", {}, [[-90, 180], [0.5, -0.5]]),
    ("map_bbox", {}, [[[0, 170], [1, -170]]]),
    ("map_polygon", {}, [[[0, 0], [0, 1], [1, 1]]]),
    ("map_multipoint", {}, [[], [[0, 0]]]),
    ("hidden", {}, ["v2", 1]),
]
#: type, declaration, a value it refuses, where in the value, FastAPI's word.
REFUSED: list[tuple[str, dict[str, Any], Any, tuple[Any, ...], str]] = [
    ("text", {}, 1, (), "string_type"),
    ("text", {"max_length": 3}, "abcd", (), "string_too_long"),
    ("number", {}, "1", (), "float_type"),
    ("number", {}, True, (), "float_type"),
    ("number", {}, 10**400, (), "finite_number"),
    ("number", {"min": 0}, -0.1, (), "greater_than_equal"),
    ("slider", {"max": 1}, 1.1, (), "less_than_equal"),
    ("slider", {"range": True}, 1, (), "list_type"),
    ("slider", {"range": True}, [1, "2"], (1,), "float_type"),
    ("slider", {"range": True}, [2, 1], (), "value_error"),
    ("select", {"options": [{"value": 1}]}, True, (), "literal_error"),
    ("select", {"options": [{"value": 1}]}, [1], (), "literal_error"),
    ("radio", {"options": [{"value": True}]}, 1, (), "literal_error"),
    ("multiselect", OPTIONS, ["1", "2"], (1,), "literal_error"),
    ("multiselect", OPTIONS, "1", (), "list_type"),
    ("checkbox", {}, "on", (), "bool_type"),
    ("toggle", {}, 1, (), "bool_type"),
    ("date", {}, "2026-02-30", (), "date_parsing"),
    ("date", {"min": "2020-01-01"}, "2019-12-31", (), "greater_than_equal"),
    ("date", {"max": "2020-01-01"}, "2020-01-02", (), "less_than_equal"),
    ("time", {}, "24:01", (), "time_parsing"),
    ("time", {}, 930, (), "time_parsing"),
    ("datetime", {}, "soon", (), "datetime_parsing"),
    ("date_range", {}, ["2026-01-02", "2026-01-01"], (), "value_error"),
    ("date_range", {}, ["", ""], (0,), "date_parsing"),
    ("file", {}, "a,b", (), "url_parsing"),
    ("file", {}, "data:text/csv;base64,a", (), "url_parsing"),
    ("file", {}, "data:text/csv;base64,é===", (), "url_parsing"),
    ("file", {}, "data:text/csv,a", (), "url_parsing"),
    ("file", {}, "data:" + ";a=b" * 100_000 + ";base64,", (), "url_parsing"),
    ("file", {"max_size_mb": 1}, "data:;base64," + "AAAA" * 400_000, (), "bytes_too_long"),
    ("image", {"multiple": True}, [PDF, None], (1,), "string_type"),
    ("audio", {}, {}, (), "string_type"),
    ("colour", {}, "blue", (), "string_pattern_mismatch"),
    ("colour", {}, "#fff\n", (), "string_pattern_mismatch"),
    ("tags", {}, ["a", 1], (1,), "string_type"),
    ("autocomplete", {}, {"value": 1}, (), "scalar_type"),
    ("table", COLUMNS, [], (), "too_short"),
    ("table", COLUMNS, [{}, {}, {}], (), "too_long"),
    ("table", COLUMNS, [{}, {"n": ""}], (1, "n"), "float_type"),
    ("table", COLUMNS, [{"d": "1 May"}], (0, "d"), "date_parsing"),
    ("table", COLUMNS, [[]], (0,), "dict_type"),
    ("map_point", {}, [91, 0], (0,), "less_than_equal"),
    ("map_point", {}, [0, -181], (1,), "greater_than_equal"),
    ("map_point", {}, [0], (), "list_type"),
    ("map_bbox", {}, [[1, 0], [0, 0]], (), "value_error"),
    ("map_bbox", {}, [[0, 0]], (), "list_type"),
    ("map_polygon", {}, [[0, 0], [1, 1]], (), "too_short"),
    ("map_multipoint", {}, [[0, 0], "here"], (1,), "list_type"),
]


def problems(kind: str, declared: dict[str, Any], value: Any) -> list[tuple[tuple[Any, ...], str]]:
    found = check([declared | {"key": "it", "type": kind}], {"it": value})
    return [(problem.loc, problem.word) for problem in found]


def test_every_input_type_is_tried() -> None:
    assert set(CHECKS) == {kind for kind, *_ in TAKEN}


@pytest.mark.parametrize(("kind", "declared", "values"), TAKEN, ids=[kind for kind, *_ in TAKEN])
def test_a_good_value_is_taken(kind: str, declared: dict[str, Any], values: list[Any]) -> None:
    for value in values:
        assert problems(kind, declared, value) == []


@pytest.mark.parametrize(
    ("kind", "declared", "value", "within", "word"), REFUSED, ids=[f"{kind}-{word}" for kind, *_, word in REFUSED]
)
def test_a_bad_value_is_refused_where_it_stands(
    kind: str, declared: dict[str, Any], value: Any, within: tuple[Any, ...], word: str
) -> None:
    assert (("it", *within), word) in problems(kind, declared, value)


def test_an_optional_input_may_be_left_out_and_a_required_one_not() -> None:
    inputs = [{"key": "a", "type": "text"}, {"key": "b", "type": "text", "required": False}]

    assert [problem.loc for problem in check(inputs, {})] == [("a",)]
