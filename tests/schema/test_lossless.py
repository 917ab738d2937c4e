"""Schemas → forms: what a form shows for a valid value it gives back, whatever the schema."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings

import webform
from tests.as_browser import entries_of
from tests.schema.drawn import ANYTHING, PAIRS, VALUES
from webform.draft import begin
from webform.html.render import render_draft
from webform.schema import read_schema
from webform.values import equal

TREE = {
    "$defs": {"node": {"type": "object", "properties": {
        "name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}},
        "left": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}}, "required": ["name"]}},
    "$ref": "#/$defs/node",
}  # fmt: skip


def assert_comes_back(schema, value) -> None:
    form, _ = read_schema(schema)
    html = webform.render(form, value)

    came_back, problems = webform.decode(form, entries_of(html))

    assert problems == [], html
    assert equal(came_back, value), html


def test_a_blank_where_a_file_is_wanted_comes_back():
    assert_comes_back({"type": "string", "format": "data-url"}, " ")


def test_what_may_hold_requires_nothing():
    one = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}, "required": ["a"]}

    assert_comes_back({"type": "array", "contains": one}, [{"a": []}, {}])
    assert_comes_back({"type": "object", "if": {"required": ["on"]}, "then": {"properties": {"x": one}}}, {"x": {}})


@pytest.mark.slow
@settings(max_examples=200)
@given(PAIRS)
def test_a_valid_value_comes_back(pair):
    schema, value = pair
    form, _ = read_schema(schema)
    assume(webform.check(form, value) == [])

    assert_comes_back(schema, value)


@given(PAIRS, VALUES)
def test_a_value_that_is_not_valid_comes_back_with_its_problems(pair, value):
    form, _ = read_schema(pair[0])
    wrong = webform.check(form, value)

    came_back, problems = webform.decode(form, entries_of(webform.render(form, value)))

    # What is required and cannot be blank, like a box that is ticked or not, is there once it is shown.
    if not any(problem.code == "required" for problem in wrong):
        assert equal(came_back, value)
        assert bool(problems) == bool(wrong)


@given(PAIRS)
def test_what_nobody_touched_is_nothing_invented(pair):
    """An optional part of a new form is absent from its body, but for defaults."""
    schema = {"type": "object", "properties": {"it": pair[0]}}
    form, _ = read_schema(schema)

    came_back, _ = webform.decode(form, entries_of(render_draft(form, begin(form))))

    assert came_back == {} or equal(came_back, {"it": form.root.by_key["it"].default})


@pytest.mark.parametrize(
    "value",
    [
        {"name": "a"},
        {"name": "a", "kids": [{"name": "b", "kids": [{"name": "c", "left": None}]}], "left": {"name": "d"}},
        {"name": "a", "left": json.loads('{"left":' * 60 + "null" + ', "name": "x"}' * 60)},
    ],
)
def test_recursive_types_are_shown_as_deep_as_the_value_is(value):
    assert_comes_back(TREE, value)


def test_a_page_does_not_grow_with_the_depth_a_schema_allows():
    form, _ = read_schema(TREE)

    assert len(webform.render(form)) < 6000


def test_many_items_travel_with_the_page_and_not_on_it():
    schema = {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "number"}}}}
    value = [{"n": index} for index in range(1000)]
    form, _ = read_schema(schema)

    assert webform.render(form, value).count("data-input") < 500
    assert_comes_back(schema, value)


@pytest.mark.slow
@settings(max_examples=200)
@given(ANYTHING)
def test_any_document_is_a_form_or_problems(document):
    assume(isinstance(document, dict | bool))

    form, _ = read_schema(document)

    assert "<form" in webform.render(form)
