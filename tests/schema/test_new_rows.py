"""A row without a name yet: where a schema asks for names of one pattern alone, it is what that pattern says."""

from __future__ import annotations

import pytest

import webform
from tests.as_browser import entries_of
from webform.draft import act, begin
from webform.html.render import render_draft
from webform.schema import read_schema

JOBS = {"^[a-z]+$": {"type": "object", "properties": {"steps": {"type": "integer"}}, "required": ["steps"]}}


def added(schema):
    """Return the form of *schema*, and its draft with a row more."""
    form, _ = read_schema({"type": "object", **schema})
    draft = begin(form)
    assert act(form, draft, "add#") == ""
    return form, draft


@pytest.mark.parametrize("more", [{}, {"additionalProperties": False}])
def test_it_is_what_the_only_pattern_says(more):
    form, draft = added({"patternProperties": JOBS, **more})
    entries = dict(entries_of(render_draft(form, draft)))

    body, problems = webform.decode(form, entries | {"key/+1": "build", "/+1/steps": "3"})

    assert (body, problems) == ({"build": {"steps": 3}}, [])


@pytest.mark.parametrize(
    "schema",
    [
        {"patternProperties": {**JOBS, "^[0-9]+$": {"type": "integer"}}},
        {"patternProperties": JOBS, "additionalProperties": True},
    ],
)
def test_where_there_are_several_kinds_it_is_any_value(schema):
    form, draft = added(schema)
    given = form.root.child(next(iter(draft.kids)))

    assert given is not None
    assert given.type == "unknown"


def test_a_name_that_the_pattern_forbids_is_a_problem_at_the_row():
    form, draft = added({"patternProperties": JOBS, "additionalProperties": False})
    entries = dict(entries_of(render_draft(form, draft)))

    _, problems = webform.decode(form, entries | {"key/+1": "No 1", "/+1/steps": "3"})

    assert [(each.at, each.code) for each in problems] == [("/No 1", "unknown-key")]


@pytest.mark.parametrize("value", [5, {"steps": "x"}, [1], None])
def test_a_value_that_is_called_like_a_new_row_comes_back(value):
    form, _ = read_schema({"type": "object", "patternProperties": JOBS})

    came_back, problems = webform.decode(form, entries_of(webform.render(form, {"+1": value})))

    assert (came_back, problems) == ({"+1": value}, [])
