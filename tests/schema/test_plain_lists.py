"""Lists whose values are plain are typed as tags; rows, each with its kind, are for what is no line."""

from __future__ import annotations

import json

import pytest

import webform
from tests.as_browser import entries_of
from webform.draft import act, begin
from webform.html.render import render_draft
from webform.schema import read_schema

ANY = [{}, {"items": {}}, {"items": True}]
SCALARS = [{"items": {"type": ["string", "number"]}}, {"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}]
PLAIN = [[], ["a", "b"], ["1", 1, 1.0, 10**20], ["", " a ", "a\nb", '"a"', "true", "null"], [None, True, False]]


def form_of(schema):
    form, _ = read_schema({"type": "object", "properties": {"x": {"type": "array", **schema}}})
    return form


def sent(form, body):
    """Return what *body* comes back as, in its own spelling, and the names that were sent."""
    entries = entries_of(webform.render(form, body))
    return json.dumps(webform.decode(form, entries)[0]), {name for name, _ in entries}


@pytest.mark.parametrize("schema", [*ANY, *SCALARS], ids=json.dumps)
@pytest.mark.parametrize("value", PLAIN, ids=json.dumps)
def test_plain_values_are_tags_and_come_back(schema, value):
    form = form_of(schema)
    whole = 'data-input="tags"' in webform.render(form, {"x": value})
    back, names = sent(form, {"x": value})

    assert back == json.dumps({"x": value})
    # Of a union, a value that is none of it is JSON.
    assert whole or schema not in ANY
    assert "row/x" not in names


@pytest.mark.parametrize("value", [[{"a": 1}, "1", 1], [["1", 1], []], [{}]], ids=json.dumps)
def test_what_is_no_line_has_rows(value):
    back, names = sent(form_of({}), {"x": value})

    assert back == json.dumps({"x": value})
    assert "row/x" in names


def test_a_row_of_another_kind_is_added_to_what_was_typed():
    form = form_of({})
    draft = begin(form)
    draft.make("/x").text = ['a\n1\n"1"']

    assert act(form, draft, "add/x") == "/x"

    assert draft.children["x"].rows == ["0", "1", "2", "3"]
    body, problems = webform.decode(form, entries_of(render_draft(form, draft)))
    assert (body, problems) == ({"x": ["a", 1, "1"]}, [])


def test_a_comma_ends_no_text_of_a_list_unless_its_author_calls_it_tags():
    texts = {"items": {"type": "string"}}

    found = [form_of(schema).inputs[0] for schema in (texts, {**texts, "x-webform": "tags"}, {})]

    assert [input_.type for input_ in found] == ["tags", "tags", "list"]
    assert [found[0].comma_ends, found[1].comma_ends, found[2].tags.comma_ends] == [False, True, False]


def test_a_list_of_numbers_or_of_objects_stays_what_it_was():
    kinds = [form_of({"items": {"type": kind}}).inputs[0].type for kind in ("string", "number", "object")]

    assert kinds == ["tags", "list", "list"]
