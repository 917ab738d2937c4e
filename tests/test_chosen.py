"""What is wrong in a choice is said of what was chosen, not of what it might have been."""

from __future__ import annotations

import pytest

import webform
from webform.schema import read_schema

ONE = {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}
OTHER = {"type": "object", "properties": {"z": {"type": "number"}}, "required": ["z"]}
CHOICES = {
    "at a key": ({"properties": {"u": {"oneOf": [ONE, OTHER]}}}, "/u", []),
    "by reference": (
        {"$defs": {"u": {"anyOf": [{"$ref": "#/$defs/one"}, OTHER]}, "one": ONE}, "properties": {"u": {"$ref": "#/$defs/u"}}},
        "/u",
        [],
    ),
    "in a list": (
        {"properties": {"l": {"type": "array", "items": {"oneOf": [ONE, OTHER]}}}}, "/l/0", [("row/l", "7"), ("is/l", "list")],
    ),
    "under a name": (
        {"properties": {"m": {"type": "object", "additionalProperties": {"oneOf": [ONE, OTHER]}}}},
        "/m/it",
        [("is/m", "object"), ("row/m", "7"), ("key/m/7", "it")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("mark", ["object", "object.1"])
@pytest.mark.parametrize(("schema", "at", "around"), CHOICES.values(), ids=CHOICES)
def test_the_problems_are_those_of_the_variant_chosen(schema, at, around, mark):
    form, _ = read_schema({"type": "object", **schema})
    name = at.replace("/0", "/7").replace("/it", "/7")

    _, problems = webform.decode(form, [*around, (f"is{name}", mark)])

    wanted = ["/x", "/y"] if mark == "object" else ["/z"]
    assert sorted(each.at for each in problems) == [at + each for each in wanted]
