"""Names of the values of an enum, and the order of properties, in keywords of no draft."""

from __future__ import annotations

import pytest

from webform.outputs.base import About
from webform.outputs.choosing import choose
from webform.outputs.schema_view import annotations_of
from webform.schema import read_schema

LEVELS = {"enum": [0, 1, 2]}


def labels(part: dict) -> list[str]:
    form, _ = read_schema({"type": "object", "properties": {"level": part}})
    return [option.label for option in form.root.by_key["level"].options]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"enumNames": ["Low", "Mid", "High"]}, ["Low", "Mid", "High"]),
        ({"x-enumNames": ["Low", "Mid", "High"]}, ["Low", "Mid", "High"]),
        ({"x-enum-varnames": ["LOW", "MID", "HIGH"]}, ["LOW", "MID", "HIGH"]),
        ({"x-enum-descriptions": ["as if asleep", "", "all of it\nand more"]}, ["as if asleep", "1", "all of it"]),
        ({"x-enum-varnames": ["LOW"], "x-enum-descriptions": ["quiet"]}, ["LOW – quiet", "1", "2"]),
        ({"x-enum-descriptions": {"0": "quiet", "2": "loud"}}, ["quiet", "1", "loud"]),
        ({"enumNames": ["Low"], "x-enum-varnames": ["LOW", "MID", "HIGH"]}, ["Low", "1", "2"]),
        ({"enumNames": [5, None, ["x"], "more"]}, ["0", "1", "2"]),
        ({"enumNames": "Low"}, ["0", "1", "2"]),
    ],
)
def test_the_values_of_an_enum_have_the_names_that_stand_beside_it(declared, expected):
    assert expected == labels(LEVELS | declared)


def test_names_stay_with_their_values_where_another_schema_leaves_fewer():
    assert labels({"allOf": [LEVELS | {"enumNames": ["Low", "Mid", "High"]}, {"enum": [2, 1]}]})[-1:] == ["High"]


def test_a_value_of_a_result_is_shown_by_its_name():
    declared = {"type": "object", "properties": {"level": LEVELS | {"enumNames": ["Low", "Mid", "High"]}}}
    fields = choose({"level": 2}, About(annotations=annotations_of(declared, {"level": 2}), choose=choose)).data.fields

    assert (fields[0].view.name, fields[0].view.data.title) == ("choice", "High")


TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("properties", "beside", "expected"),
    [
        ({"a": TEXT | {"x-order": 2}, "b": TEXT | {"x-order": 0}, "c": TEXT | {"x-order": 1}}, {}, "bca"),
        ({"a": TEXT, "b": TEXT | {"propertyOrder": 5}, "c": TEXT | {"x-ui-order": 1}}, {}, "cba"),
        ({"a": TEXT, "b": {"$ref": "#/$defs/t", "x-order": 1}}, {"$defs": {"t": TEXT}}, "ba"),
        ({"a": TEXT, "b": TEXT, "c": TEXT}, {"x-order": ["c", "none", "a"]}, "cab"),
        ({"a": TEXT, "b": TEXT | {"x-order": True}, "c": TEXT | {"x-order": "0"}}, {}, "abc"),
    ],
)
def test_properties_stand_in_the_order_that_the_schema_asks_for(properties, beside, expected):
    form, _ = read_schema({"type": "object", "properties": properties} | beside)

    assert expected == "".join(input_.key for input_ in form.root.inputs)
