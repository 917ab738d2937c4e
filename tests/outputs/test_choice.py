"""Values that have titles."""

from __future__ import annotations

from webform.outputs.base import About, Misfit
from webform.outputs.choice import view
from webform.outputs.schema_view import annotations_of

SCHEMA = {"oneOf": [{"const": 1, "title": "One"}, {"const": "1", "title": "The text"}, {"const": 2}]}


def test_a_value_is_shown_by_its_title_and_kept():
    assert [view(value, About(annotations=annotations_of(SCHEMA, value))).data for value in (1, "1")] == [
        ("One", "1"),
        ("The text", "1"),
    ]


def test_a_value_without_a_title_is_not():
    assert isinstance(view(2, About(annotations=annotations_of(SCHEMA, 2))), Misfit)
