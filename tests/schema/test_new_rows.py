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
    input_ = form.root.child(next(iter(draft.children)))

    assert input_ is not None
    assert input_.type == "unknown"


def test_a_name_that_the_pattern_forbids_is_a_problem_at_the_row():
    form, draft = added({"patternProperties": JOBS, "additionalProperties": False})
    entries = dict(entries_of(render_draft(form, draft)))

    _, problems = webform.decode(form, entries | {"key/+1": "No 1", "/+1/steps": "3"})

    assert [(problem.at, problem.code) for problem in problems] == [("/No 1", "unknown-key")]


@pytest.mark.parametrize("value", [5, {"steps": "x"}, [1], None])
def test_a_value_that_is_called_like_a_new_row_comes_back(value):
    form, _ = read_schema({"type": "object", "patternProperties": JOBS})

    came_back, problems = webform.decode(form, entries_of(webform.render(form, {"+1": value})))

    assert (came_back, problems) == ({"+1": value}, [])


SEVERAL = {"patternProperties": {**JOBS, "^[0-9]+$": {"type": "integer"}}, "additionalProperties": False}


@pytest.mark.parametrize(
    ("name", "typed", "kind", "shown"),
    [
        ("build", "", "object", {"steps"}),
        ("7", "5", "number", set()),
        ("7", "", "number", set()),
        ("No 1", "x", "unknown", set()),
    ],
)
def test_the_name_says_which_of_several_patterns_it_is(name, typed, kind, shown):
    form, draft = added(SEVERAL)
    row = draft.children["+1"]
    row.key, row.presence, row.text = name, "number" if typed == "5" else "string", [typed]

    assert act(form, draft, "name/+1") == ""

    entry = draft.children[name]
    assert form.root.child(name).type == kind
    assert (draft.rows, entry.key, set(entry.children)) == ([name], name, shown)
    assert entry.text == ([typed] if typed else [])


@pytest.mark.parametrize("name", ["", "taken", "+2"])
def test_a_name_that_says_nothing_changes_nothing(name):
    form, draft = added(SEVERAL)
    draft.children["taken"] = type(draft)(key="taken")
    draft.children["+1"].key = name
    before = draft.dump()

    assert act(form, draft, "name/+1") == ""
    assert draft.dump() == before


def test_of_several_kinds_of_objects_a_new_row_is_the_first():
    called = {"type": "object", "properties": {"uses": {"type": "string"}}, "required": ["uses"]}
    (pattern, job) = next(iter(JOBS.items()))
    form, draft = added({"patternProperties": {pattern: {"oneOf": [job, called]}}, "additionalProperties": False})
    entries = dict(entries_of(render_draft(form, draft)))

    body, problems = webform.decode(form, entries | {"key/+1": "build", "/+1/steps": "3"})

    assert (body, problems) == ({"build": {"steps": 3}}, [])
