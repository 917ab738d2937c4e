"""Objects as their schemas have them."""

from __future__ import annotations

from tests.outputs.embedding import WAV, url
from webform.outputs.base import About, Misfit
from webform.outputs.choosing import choose
from webform.outputs.record import MAX_FIELDS, view
from webform.outputs.schema_view import annotations_of

SCHEMA = {
    "type": "object",
    "properties": {
        "size": {"title": "Size", "description": "in metres", "type": "number"},
        "part": {"type": "object", "properties": {"sound": {"type": "string"}}},
    },
}


def seen(value: dict):
    return choose(value, About(at="/o", annotations=annotations_of(SCHEMA, value), choose=choose))


def test_parts_are_views_at_their_own_places():
    fields = seen({"part": {"sound": url("audio/wav", WAV)}, "size": 2}).data.fields

    assert [(field.label, field.description, field.view.at) for field in fields] == [
        ("Size", "in metres", "/o/size"), ("Part", "", "/o/part"),
    ]  # fmt: skip
    assert fields[1].view.data.fields[0].view.name == "audio"


def test_many_fields_are_cut():
    assert seen({"size": 1, **{f"k{index}": index for index in range(MAX_FIELDS + 1)}}).data.more == 2


def test_what_is_no_object_is_no_record():
    assert isinstance(view([], About()), Misfit)
