"""Values in a row."""

from __future__ import annotations

import pytest

from tests.outputs.showing import phrases, shaped
from webform.messages import Phrase
from webform.outputs.base import About, Misfit
from webform.outputs.choosing import choose
from webform.outputs.list import MAX_ITEMS, MAX_PLAIN, view
from webform.outputs.schema_view import annotations_of


def test_plain_values_are_cells():
    seen = shaped([1, "a", None, True, "https://example.org", "2026-01-31"])

    assert [cell.kind for cell in seen.data.cells] == ["number", "text", "null", "boolean", "link", "time"]
    assert (seen.note, phrases(seen)) == ("6 items", [Phrase("output-undeclared.shown", {"name": "o"})])


def test_items_that_a_schema_describes_are_views_of_their_own():
    schema = {"items": {"title": "Step", "type": "object", "properties": {"a": {"type": "array"}, "b": {}, "c": {}}}}
    value = [{"a": [1], "b": {"x": [1]}, "c": []}] * (MAX_ITEMS + 2)
    seen = choose(value, About(annotations=annotations_of({"type": "array", **schema}, value), choose=choose, at="/o"))

    assert [(item.name, item.at, item.title) for item in seen.data.views[:2]] == [
        ("record", "/o/0", "Step 1"), ("record", "/o/1", "Step 2"),
    ]  # fmt: skip
    assert seen.data.more >= 2


def test_titles_of_constants_are_read_in_lists_too():
    schema = {
        "type": "array",
        "items": {"oneOf": [{"const": "a", "title": "First"}, {"const": "b", "title": "Second"}]},
    }
    seen = choose(["b", "a"], About(annotations=annotations_of(schema, ["b", "a"]), choose=choose))

    assert [item.data.title for item in seen.data.views] == ["Second", "First"]


def test_long_lists_are_cut():
    assert shaped(list(range(MAX_PLAIN + 5))).data.more == 5


@pytest.mark.parametrize("value", [{}, "x"])
def test_what_is_no_list_is_no_list(value):
    assert isinstance(view(value, About()), Misfit)
