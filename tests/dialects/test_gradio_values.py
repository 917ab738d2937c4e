"""Data frames and moments of a Gradio app, which a form has in another shape: nothing is lost either way."""

from __future__ import annotations

import json

import pytest

import webform
from tests.as_browser import entries_of
from webform.dialects.gradio_values import sent

LIST = {"type": "array"}
TYPES = {
    "Dataframe": {"type": "object", "properties": {"headers": LIST, "data": LIST}, "additionalProperties": False},
    "Datetime": {"type": "string"},
}


def parameter(component, default, **props):
    return {
        "parameter_name": "a", "label": "A", "type": TYPES[component], "component": component, "props": props,
        "parameter_has_default": True, "parameter_default": default,
    }  # fmt: skip


def frame(headers, *rows):
    return {"headers": headers, "data": [*rows], "metadata": None}


def form_of(declared):
    [tool] = webform.load({"named_endpoints": {"/go": {"parameters": [declared], "returns": []}}})
    assert tool.problems == ()
    return tool.form


@pytest.mark.parametrize(
    ("default", "props", "type_"),
    [
        (frame(["a", "b"], ["x", 1], ["", None], [None, -0.5]), {}, "table"),
        (frame(["a", "b"]), {"datatype": ["str", "number"]}, "table"),
        (frame(["a"]), {"datatype": "markdown"}, "table"),
        (frame(["a", "a", ""], ["x", 1, "y"]), {}, "table"),
        (frame(["a", "a", "a (1)", 5], ["x", 1, "y", "z"]), {}, "table"),
        (frame(["__proto__", "a/b~c"], ["x", "1"]), {}, "table"),
        (frame(["1", "2"]), {"datatype": "str", "column_count": [2, "fixed"]}, "table"),
        (frame(["1", "2"], ["x", "y"]), {}, "table"),
        (frame(["a", "b"], ["x", True], ["y", False]), {}, "list"),
        (frame(["a", "b"], ["x", True], ["y", None]), {}, "list"),
        (frame(["a"], ["x"], [1], [True]), {"datatype": "str"}, "list"),
    ],
)
def test_a_data_frame_is_rows_and_comes_back_unchanged(default, props, type_):
    declared = parameter("Dataframe", default, **props)
    form = form_of(declared)
    body, problems = webform.decode(form, entries_of(webform.render(form)))

    assert ([input_.type for input_ in form.inputs], problems) == ([type_], [])
    assert json.dumps(sent(declared, body["a"])) == json.dumps(default)


@pytest.mark.parametrize(
    "default",
    [
        None,
        5,
        {"headers": 5, "data": []},
        {"headers": ["a"], "data": 5},
        {"headers": ["a"], "data": [["x"]], "metadata": {"styling": [["color: red"]]}},
        {"headers": ["a"], "data": [["x"]], "more": 1},
        frame([]),
        frame(["a"]),
        frame(["a", "b"], ["x"]),
        frame(["a"], "x"),
        frame(["a"], [["x"]]),
        frame([["a"]], ["x"]),
        frame(["a"] * 101, ["x"] * 101),
        frame(["a"], *[["x"]] * 10_001),
    ],
    ids=range(14),
)
def test_one_that_rows_would_lose_something_of_stays_as_it_is(default):
    declared = parameter("Dataframe", default)

    assert form_of(declared).schema["properties"]["a"]["type"] == "object"
    assert sent(declared, default) is default


def test_columns_that_an_app_made_up_are_not_those_of_rows():
    assert form_of(parameter("Dataframe", frame(["1", "2"]), datatype="str")).inputs[0].type == "object"


@pytest.mark.parametrize(
    ("default", "with_time", "type_", "typed"),
    [
        ("2026-01-31 09:30:00", True, "datetime", "2026-01-31T09:30"),
        ("2026-01-31 09:30:05", True, "datetime", "2026-01-31T09:30:05"),
        ("2026-01-31", False, "date", "2026-01-31"),
        ("now - 5m", True, "text", "now - 5m"),
        ("2026-01-31 09:30", True, "text", "2026-01-31 09:30"),
        ("now", False, "text", "now"),
    ],
)
def test_a_moment_is_written_with_a_space_there(default, with_time, type_, typed):
    declared = parameter("Datetime", default, include_time=with_time)
    [input_] = form_of(declared).inputs

    assert (input_.type, input_.default, sent(declared, typed)) == (type_, typed, default)


def test_a_moment_without_seconds_is_one_with():
    assert sent(parameter("Datetime", None, include_time=True), "2026-01-31T09:30") == "2026-01-31 09:30:00"
