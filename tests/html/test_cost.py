"""The cost of rendering a form, counted in calls, since a clock would say something else on another machine."""

from __future__ import annotations

import sys

import pytest

import webform
from webform.draft import to_controls
from webform.html.decode import body_of, read_form
from webform.html.render import render_draft

TABLE = {
    "id": "t",
    "name": "T",
    "inputs": [
        {
            "key": "rows",
            "type": "table",
            "label": "Rows",
            "columns": [{"key": "a", "label": "A", "type": "number"}, {"key": "b", "label": "B", "type": "number"}],
        }
    ],
}
LIST = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {
            "rows": {
                "type": "array",
                "items": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}},
            }
        },
    },
}


def calls(function):
    """How many functions *function* calls."""
    counted = 0

    def count(frame, event, arg):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return counted


def filled(declaration, text, ids):
    form = webform.load(declaration)[0].form
    texts = [("row/rows", row) for row in ids]
    texts += [(f"/rows/{row}/{key}", text) for row in ids for key in ("a", "b")]
    draft, _ = read_form(form, texts)
    _, problems = body_of(form, draft)
    return form, draft, to_controls(draft, problems)


@pytest.mark.parametrize("declaration", [TABLE, LIST], ids=["table", "list"])
@pytest.mark.parametrize("first", [0, 1, 300], ids=["in place", "one removed", "moved"])
def test_a_hundred_faults_cost_no_more_than_the_rows_they_are_in(declaration, first):
    form, draft, problems = filled(declaration, "x", [str(number) for number in range(first, first + 300)])
    assert len(problems) == 100
    render_draft(form, draft, problems)
    one, many = (calls(lambda found=found: render_draft(form, draft, found)) for found in (problems[:1], problems))
    assert many < 1.5 * one


@pytest.mark.parametrize("items", [{"type": "number"}, {"type": "array", "items": {"type": "number"}}, {}], ids=str)
def test_a_list_makes_the_input_of_its_items_once(items):
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": items}}}
    rows = webform.load({"name": "t", "inputSchema": schema})[0].form.root.by_key["rows"]

    assert rows.item(0) is rows.item(5000)


def test_a_list_of_anything_makes_the_input_of_its_items_once():
    list_input = webform.load({"name": "t", "inputSchema": {"type": "object", "properties": {"x": {}}}})[
        0
    ].form.root.by_key["x"]
    rows = list_input.pick([1]).input

    assert rows.item(0) is rows.item(5000)


def test_the_first_items_of_a_list_keep_what_each_is():
    items = {"type": "array", "prefixItems": [{"type": "string", "title": "A"}, {"type": "number"}], "items": {}}
    schema = {"type": "object", "properties": {"rows": items}}
    rows = webform.load({"name": "t", "inputSchema": schema})[0].form.root.by_key["rows"]

    assert [rows.item(index).type for index in range(3)] == ["text", "number", "unknown"]


@pytest.mark.slow
def test_descriptions_that_take_long_to_read_are_plain():
    named = {
        f"p{number}": {"type": "string", "description": f"{number} " + "*a **b _c [" * 3640} for number in range(95)
    }
    form = webform.load({"name": "t", "inputSchema": {"type": "object", "properties": named}})[0].form
    html = ""

    def render():
        nonlocal html
        html = webform.render(form)

    # To read all of them takes some hundred million calls, and a minute.
    assert calls(render) < 10_000_000
    assert html.count("Shown as it was written: to draw it would take too long.") > 80
    assert len(html) < 5_000_000


def test_a_row_is_added_under_an_id_that_no_row_has():
    form, draft, _ = filled(TABLE, "1", ["2", "0", "3"])
    assert "#at/rows/4" in render_draft(form, draft)
    form, draft, _ = filled(TABLE, "1", ["7", "8"])
    assert "#at/rows/2" in render_draft(form, draft)
