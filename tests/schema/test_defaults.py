"""Defaults of places: null is one only where null is a value."""

from __future__ import annotations

import pytest

import webform
from tests.as_browser import entries_of
from webform.schema import read_schema

TEXT = {"type": "string"}
PART = {"type": "object", "properties": {"a": TEXT}}


def untouched(schema):
    """Return what the new form of an object whose property may be left out sends, and what is wrong with it."""
    form, problems = read_schema({"type": "object", "properties": {"it": {**schema, "default": None}}})
    assert problems == []
    return webform.decode(form, entries_of(webform.render(form)))


@pytest.mark.parametrize(
    "schema",
    [
        TEXT,
        {"type": "string", "format": "date"},
        {"type": "integer"},
        {"type": "boolean"},
        {"enum": ["a", "b"]},
        {"type": "array", "items": TEXT},
        {"type": "array", "items": PART},
        {"type": "array", "items": TEXT, "x-webform": {"input": "json"}},
        PART,
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"anyOf": [TEXT, {"type": "integer"}]},
    ],
)
def test_null_as_a_default_is_none_where_null_is_no_value(schema):
    assert untouched(schema) == ({}, [])


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]},
        {"enum": ["a", None]},
        {"x-webform": {"input": "json"}},
    ],
)
def test_null_as_a_default_is_sent_where_it_is_a_value(schema):
    assert untouched(schema) == ({"it": None}, [])


def test_null_as_a_default_hides_no_value_that_it_is_none_of():
    hidden = {"x-webform": {"input": "hidden"}, "default": None}
    schema = {"type": "object", "properties": {"one": {"const": "a", **hidden}, "text": {**TEXT, **hidden}}}
    form, problems = read_schema(schema)

    assert webform.decode(form, entries_of(webform.render(form))) == ({"one": "a"}, [])
    assert [problem.at for problem in problems] == ["/properties/text/x-webform/input"]
