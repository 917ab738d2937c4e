"""What a form costs: counted in calls, since a clock would say something else on another machine."""

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


def test_a_row_is_added_under_an_id_that_no_row_has():
    form, draft, _ = filled(TABLE, "1", ["2", "0", "3"])
    assert "#at/rows/4" in render_draft(form, draft)
    form, draft, _ = filled(TABLE, "1", ["7", "8"])
    assert "#at/rows/2" in render_draft(form, draft)
