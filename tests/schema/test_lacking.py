"""Required properties that a value lacks: missing in its form, until a person adds them."""

from __future__ import annotations

import pytest

import webform
from tests.as_browser import entries_of
from tests.html.parsed import Parsed
from webform.draft import act, begin, to_controls
from webform.html.decode import body_of, read_form
from webform.html.render import render_draft
from webform.schema import read_schema
from webform.values import to_id

FLAT = {"type": "object", "properties": {"x": {"type": "boolean"}, "c": {"const": 5}}, "required": ["x", "c"]}
#: What a row of them begins with.
FLAT_ROW = {"x": False, "c": 5}
MEMBERS = {
    "list": {"type": "array", "items": {"type": "number"}},
    "tags": {"type": "array", "items": {"type": "string"}},
    "choices": {"type": "array", "items": {"enum": ["x", "y"]}, "uniqueItems": True},
    "object": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    "mapping": {"type": "object", "additionalProperties": {"type": "string"}},
    "box": {"type": "boolean"},
    "constant": {"const": 5},
    "rows": {"type": "array", "items": FLAT},
    "pair": {"type": "array", "prefixItems": [{"type": "boolean"}, FLAT]},
    "within": {"type": "object", "properties": {"box": {"type": "boolean"}}, "required": ["box"]},
    "choice": {"oneOf": [FLAT, {"type": "array"}]},
}
FORM, _ = read_schema({"type": "object", "properties": MEMBERS, "required": [*MEMBERS]})
BODIES = [
    {},
    {"rows": [{}, {"x": True, "c": 5}, {"x": False}], "within": {}},
    {"object": {}, "pair": [True, {"c": 5}], "choice": {}},
    {"list": [], "choices": [], "mapping": {}, "box": False, "rows": []},
]


def posted(html):
    draft, problems = read_form(FORM, entries_of(html))
    body, found = body_of(FORM, draft)
    return draft, body, to_controls(draft, problems + found)


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_a_form_says_what_was_filled_in_and_what_is_missing(body):
    html = webform.render(FORM, body)
    for _ in range(2):
        draft, came_back, problems = posted(html)

        assert came_back == body
        assert {problem.at for problem in problems} == {problem.at for problem in webform.check(FORM, body)}
        html = render_draft(FORM, draft, problems)
        ids = {attributes.get("id") for _, attributes in Parsed(html).elements}
        assert {problem.at for problem in problems if to_id(problem.at) not in ids} == set()


def test_a_new_form_begins_with_its_parts_there():
    _, body, _ = posted(render_draft(FORM, begin(FORM)))

    assert {"list", "tags", "choices", "object", "mapping", "box", "constant", "rows", "within"} <= body.keys()
    assert (body["list"], body["object"], body["box"]) == ([], {}, False)


def test_what_a_default_leaves_out_begins_as_in_a_new_form():
    nested = {"a": {"type": "array"}, "b": {"type": "boolean"}, "t": {"type": "string"}}
    part = {"type": "object", "properties": nested, "required": ["a", "b"], "default": {"t": "x"}}
    form, _ = read_schema({"type": "object", "properties": {"part": part}, "required": ["part"]})

    assert webform.decode(form, entries_of(webform.render(form)))[0] == {"part": {"a": [], "b": False, "t": "x"}}


def test_boxes_that_a_default_leaves_out_begin_alike():
    boxes = {f"b{number}": {"type": "boolean"} for number in range(4)}
    part = {"type": "object", "properties": boxes, "required": [*boxes], "default": {}}
    form, _ = read_schema({"type": "object", "properties": {"part": part}, "required": ["part"]})

    assert webform.decode(form, entries_of(webform.render(form)))[0] == {"part": dict.fromkeys(boxes, False)}


@pytest.mark.parametrize(("key", "value"), [("rows", [FLAT_ROW]), ("object", {}), ("within", {"box": False})])
def test_a_part_that_is_missing_is_added_by_its_button(key, value):
    draft, _, _ = posted(webform.render(FORM, {}))
    assert f'value="open/{key}"' in render_draft(FORM, draft)

    act(FORM, draft, f"open/{key}")

    assert posted(render_draft(FORM, draft))[1] == {key: value}


@pytest.mark.parametrize(("sent", "value"), [(("/box", "true"), True), (("is/box", "boolean"), False)])
def test_a_box_that_is_missing_is_ticked_or_sent_as_false(sent, value):
    html = webform.render(FORM, {})

    (box,) = Parsed(html).of("input", type="checkbox", name="/box")
    assert "checked" not in box
    body, problems = webform.decode(FORM, [*entries_of(html), sent])
    assert body["box"] is value
    assert [problem for problem in problems if problem.at == "/box"] == []
