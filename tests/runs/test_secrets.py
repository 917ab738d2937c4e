"""Secrets: what a schema calls so is not kept, whatever it stands in."""

from __future__ import annotations

import pytest

from webform.runs import is_secret, without_secrets

SECRET = {"type": "string", "writeOnly": True}
PASSWORD = {"type": "string", "format": "password"}


@pytest.mark.parametrize(
    ("schema", "value", "kept"),
    [
        ({"properties": {"a": SECRET, "b": {}}}, {"a": "s", "b": "t"}, {"b": "t"}),
        ({"properties": {"a": {"properties": {"b": PASSWORD}}}}, {"a": {"b": "s", "c": 1}}, {"a": {"c": 1}}),
        ({"items": {"properties": {"b": SECRET}}}, [{"b": "s"}, {"c": 1}], [{}, {"c": 1}]),
        ({"items": SECRET}, ["s", "t"], []),
        ({}, {"a": "s"}, {"a": "s"}),
        (True, {"a": "s"}, {"a": "s"}),
        ({"properties": {"a": True}}, {"a": "s"}, {"a": "s"}),
        ({"properties": {"a": SECRET}}, "no object", "no object"),
    ],
)
def test_what_is_kept_of_a_value(schema, value, kept):
    assert without_secrets(schema, value) == kept


@pytest.mark.parametrize("schema", [{"writeOnly": False}, {"format": "date"}, {}, True, None, {"writeOnly": "yes"}])
def test_what_is_no_secret(schema):
    assert not is_secret(schema)
