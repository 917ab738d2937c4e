"""Annotations of a schema for a value, whole or still arriving."""

from __future__ import annotations

import json

import pytest

from webform.envelopes.unfinished import unfinished
from webform.outputs.schema_view import annotations_of


def kinds(key: str, *names: str, **more) -> dict:
    return {
        "oneOf": [
            {"title": name.title(), "type": "object", "required": [key, "n"],
             "properties": {key: {"const": name}, "n": {"type": "number"}, **more}}
            for name in names
        ]
    }  # fmt: skip


CATS = kinds("kind", "cat", "category", "dog")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({}, ""),
        ({"kind": ""}, ""),
        ({"kind": "ca"}, ""),
        ({"kind": "cat"}, ""),
        ({"kind": "cate"}, ""),
        ({"kind": "category"}, "Category"),
        ({"kind": "d"}, ""),
        ({"kind": "dog"}, "Dog"),
        ({"kind": "cat", "n": None}, "Cat"),
        ({"n": 1, "kind": "cat"}, ""),
        ({"n": 1}, ""),
        ({"kind": "bird"}, ""),
        ({"kind": 5}, ""),
    ],
)
def test_a_kind_is_said_once_what_tells_it_apart_has_come_whole(value, kind):
    assert kind == annotations_of(CATS, value, partial=True).kind


@pytest.mark.parametrize("order", [["kind", "n"], ["n", "kind"], ["x", "kind", "n"]])
@pytest.mark.parametrize("name", ["cat", "category", "dog"])
def test_however_an_answer_arrives_its_kind_never_flips(order, name):
    value = {"kind": name, "n": 12, "x": "kind"}
    text = json.dumps({key: value[key] for key in order})
    kinds = []
    for end in range(1, len(text) + 1):
        came = unfinished(text[:end])
        kinds.append(annotations_of(CATS, came, partial=True).kind if isinstance(came, dict) else "")
    kinds.append(annotations_of(CATS, json.loads(text)).kind)

    assert set(kinds) <= {"", name.title()}
    assert kinds[-1] == name.title()
    # Once said, it is never taken back.
    assert "" not in kinds[kinds.index(name.title()) :]


def test_a_kind_of_nested_values_is_said_by_the_same_rule():
    schema = {"type": "object", "properties": {"pets": {"type": "array", "items": CATS}}}
    value = {"pets": [{"kind": "dog"}, {"kind": "ca"}]}
    pets = annotations_of(schema, value, partial=True).child("pets", value["pets"])

    assert [pets.item(index, part).kind for index, part in enumerate(value["pets"])] == ["Dog", ""]


def test_the_whole_value_is_of_the_first_kind_it_fits():
    assert [annotations_of(CATS, {"kind": kind, "n": 1}).kind for kind in ("cat", "dog", "bird")] == ["Cat", "Dog", ""]


def test_of_one_kind_a_value_is_even_where_it_breaks_a_rule():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}

    assert annotations_of(schema, {"a": 5}).keys == ("a", "b")
