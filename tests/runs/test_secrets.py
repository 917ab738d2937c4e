"""Secrets: what a schema calls so is not kept, whatever it stands in."""

from __future__ import annotations

import pytest

import webform
from webform.runs import without_secrets
from webform.schema import read_schema
from webform.secrecy import is_secret

SECRET = {"type": "string", "writeOnly": True}
PASSWORD = {"type": "string", "format": "password"}
LOGIN = {"type": "object", "properties": {"user": {"type": "string"}, "key": SECRET}, "required": ["key"]}


@pytest.mark.parametrize(
    ("schema", "value", "kept"),
    [
        ({"properties": {"a": SECRET, "b": {}}}, {"a": "s", "b": "t"}, {"b": "t"}),
        ({"properties": {"a": {"properties": {"b": PASSWORD}}}}, {"a": {"b": "s", "c": 1}}, {"a": {"c": 1}}),
        ({"items": {"properties": {"b": SECRET}}}, [{"b": "s"}, {"c": 1}], [{}, {"c": 1}]),
        ({"items": SECRET}, ["s", "t"], []),
        ({"properties": {"a": {"type": "object", "writeOnly": True}}}, {"a": {"b": 1}}, {}),
        ({"properties": {"a": {"$ref": "#/$defs/login"}}, "$defs": {"login": LOGIN}}, {"a": {"key": "s"}}, {"a": {}}),
        ({"anyOf": [{"type": "number"}, LOGIN]}, {"user": "u", "key": "s"}, {"user": "u"}),
        ({"additionalProperties": SECRET}, {"a": "s"}, {}),
        ({"properties": {"a": {"anyOf": [SECRET, {"type": "null"}]}}}, {"a": "s"}, {}),
        ({}, {"a": "s"}, {"a": "s"}),
        (True, {"a": "s"}, {"a": "s"}),
        ({"properties": {"a": True}}, {"a": "s"}, {"a": "s"}),
        ({"properties": {"a": SECRET}}, "no object", None),
    ],
)
def test_what_is_kept_of_a_value(schema, value, kept):
    form, _ = read_schema(schema)

    assert without_secrets(form, value) == kept


@pytest.mark.parametrize(
    ("schema", "value", "kept"),
    [
        ({"properties": {"a": SECRET}}, {"a": "s", "b": 1}, {"x": {"b": 1}}),
        (SECRET, "s", {}),
        ({}, {"a": 1}, {"x": {"a": 1}}),
    ],
)
def test_what_is_kept_of_a_value_with_a_schema_of_its_own(schema, value, kept):
    (tool,) = webform.load([{"key": "x", "type": "json", "label": "X", "schema": schema}])

    assert without_secrets(tool.form, {"x": value}) == kept


@pytest.mark.parametrize("schema", [{"writeOnly": False}, {"format": "date"}, {}, True, {"writeOnly": "yes"}])
def test_what_is_no_secret(schema):
    form, _ = read_schema(schema)

    assert not is_secret(form.root)
