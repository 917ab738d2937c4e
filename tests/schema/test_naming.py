"""Labels: a title of one's own, else the name of the property, with the title of its type beside it."""

from __future__ import annotations

import pytest

from webform.outputs.base import About
from webform.outputs.choosing import choose
from webform.outputs.schema_view import annotations_of
from webform.schema import read_schema
from webform.schema.naming import label_of, labels_of

DEFS = {"Address": {"title": "Address", "type": "object", "properties": {"zip_code": {"type": "string"}}}}


def schema(**properties) -> dict:
    return {"type": "object", "properties": properties, "$defs": DEFS}


ADDRESS = {"$ref": "#/$defs/Address"}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("ship_to", "Ship to"),
        ("user_id", "User ID"),
        ("userIDs", "User IDs"),
        ("maxTokens", "Max tokens"),
        ("getHTTPResponse", "Get HTTP response"),
        ("kebab-case", "Kebab case"),
        ("sha256_sum", "SHA256 sum"),
        ("größe", "Größe"),
        ("id", "ID"),
        ("x", "x"),
        ("n2", "n2"),
        ("MAX_LEN", "MAX_LEN"),
        ("Ship to", "Ship to"),
        ("a/b", "a/b"),
        ("__proto__", "__proto__"),
        ("", ""),
    ],
)
def test_the_name_of_a_property_makes_a_label_where_it_is_a_name_of_programs(name, label):
    assert label == label_of(name)


def test_names_that_would_read_alike_stay_as_they_are():
    assert labels_of(["user_id", "userId", "other_id"]) == {
        "user_id": "user_id",
        "userId": "userId",
        "other_id": "Other ID",
    }


@pytest.mark.parametrize(
    ("part", "label", "notes"),
    [
        (ADDRESS, "Ship to", ("Address",)),
        ({"allOf": [ADDRESS]}, "Ship to", ("Address",)),
        ({"anyOf": [ADDRESS, {"type": "null"}]}, "Ship to", ()),
        (ADDRESS | {"title": "Where to"}, "Where to", ()),
        ({"allOf": [ADDRESS], "title": "Where to"}, "Where to", ()),
        ({"allOf": [{"title": "Where to", "type": "object"}]}, "Where to", ()),
        ({"type": "string", "title": "Where to"}, "Where to", ()),
        ({"type": "string"}, "Ship to", ()),
    ],
)
def test_a_title_of_its_own_comes_before_the_name_and_the_name_before_the_title_of_the_type(part, label, notes):
    input_ = read_schema(schema(ship_to=part))[0].root.by_key["ship_to"]

    assert (label, notes) == (input_.label, input_.notes)


def test_the_title_of_a_type_is_not_said_twice():
    input_ = read_schema(schema(address=ADDRESS))[0].root.by_key["address"]

    assert (input_.label, input_.notes) == ("Address", ())


def test_a_draft_where_a_reference_stands_alone_keeps_the_title_beside_it():
    declared = {"$schema": "http://json-schema.org/draft-07/schema#"} | schema(
        one=ADDRESS, two=ADDRESS | {"title": "Own"}
    )

    assert [(input_.label, input_.notes) for input_ in read_schema(declared)[0].root.inputs] == [
        ("One", ("Address",)),
        ("Own", ()),
    ]


def test_an_item_is_called_by_its_type():
    stops = read_schema(schema(stops={"type": "array", "items": ADDRESS}))[0].root.by_key["stops"]

    assert stops.items(0).label == "Address"


def test_a_result_is_labelled_as_the_form_is():
    value = {"ship_to": {"zip_code": "0150"}, "bill_to": {"zip_code": "0151"}, "extra_key": 1}
    declared = schema(ship_to=ADDRESS, bill_to=ADDRESS | {"title": "Invoice"})
    fields = choose(value, About(annotations=annotations_of(declared, value), choose=choose)).data.fields

    assert [(field.label, field.view.note if field.view else "") for field in fields] == [
        ("Ship to", "Address"),
        ("Invoice", ""),
        ("extra_key", ""),
    ]
    assert fields[0].view.data.fields[0].label == "Zip code"
