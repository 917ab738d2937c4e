"""Free objects: rows of names and values where a schema declares no property and forbids none."""

from __future__ import annotations

import pytest

import webform
from tests.html.parsed import Parsed
from tests.inputs.built import Filled
from tests.schema.test_lossless import assert_comes_back
from webform.draft import begin, hindrances
from webform.schema import read_schema

VALUE = {"ref": "main", "n": 5, "text": "5", "on": True, "none": None, "": "", "+1": [1, "", {}], "deep": {"a": [{}]}}
PATTERN = {"type": "object", "propertyNames": {"pattern": "^a"}}
SOME = {"type": "object", "properties": {"a": {"type": "string"}}}


def part(schema):
    return read_schema({"type": "object", "properties": {"it": schema}})[0].root.by_key["it"]


def new(schema) -> Filled:
    """Return the page of a new form."""
    root = read_schema(schema)[0].root
    page = Filled(root)
    page.draft = begin(page.form)
    return page


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {"a": False}},
        {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"allOf": [{"type": "object"}, {"description": "d"}]},
        PATTERN,
    ],
    ids=str,
)
def test_an_object_that_declares_nothing_and_forbids_nothing_is_rows(schema):
    assert (part(schema).type, part(schema).grows) == ("mapping", True)


@pytest.mark.parametrize(
    ("schema", "grows"),
    [
        ({"type": "object", "required": ["x"]}, True),
        ({**SOME, "minProperties": 2}, True),
        ({**SOME, "minProperties": 1}, False),
        (SOME, False),
        ({"type": "object", "additionalProperties": False}, False),
        ({"type": "object", "unevaluatedProperties": False}, False),
        ({"type": "object", "maxProperties": 0}, False),
        ({"type": "object", "propertyNames": False}, False),
        ({"type": "object", "propertyNames": {"enum": ["a", "b"]}}, False),
        ({"type": "object", "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}}, False),
    ],
    ids=str,
)
def test_an_object_takes_more_keys_only_where_it_must_or_declares_none(schema, grows):
    assert (part(schema).type, part(schema).grows) == ("object", grows)


@pytest.mark.parametrize(
    ("around", "value"),
    [
        (lambda it: it, VALUE),
        (lambda it: {**it, "minProperties": 1}, VALUE),
        (lambda it: {"properties": {"a": it}}, {"a": VALUE}),
        (lambda it: {"type": "array", "items": it}, [VALUE, {}]),
        (lambda it: {"anyOf": [it, {"type": "string"}]}, VALUE),
        (lambda it: {"type": "object", "additionalProperties": it}, {"a": VALUE, "b": {}}),
    ],
)
def test_what_it_holds_comes_back_wherever_it_stands(around, value):
    assert_comes_back(around({"type": "object"}), value)


def test_a_value_begins_as_a_text_and_becomes_of_another_kind():
    page = new({"properties": {"inputs": {"type": "object"}}})

    page.pressed("open/inputs").pressed(
        "choose/inputs/+1", ("key/inputs/+1", "ref"), ("/inputs/+1", "main"), ("to/inputs/+1", "string")
    )
    assert page.submitted().body == {"inputs": {"ref": "main"}}
    page.pressed("add/inputs").pressed(
        "choose/inputs/+2", ("key/inputs/+2", "n"), ("/inputs/+2", "5"), ("to/inputs/+2", "number")
    )
    assert page.submitted().body == {"inputs": {"ref": "main", "n": 5}}
    page.pressed("choose/inputs/+2", ("to/inputs/+2", "string"))
    assert page.submitted().body == {"inputs": {"ref": "main", "n": "5"}}
    page.pressed("choose/inputs/+2", ("/inputs/+2", '[1, {"a": "b"}]'), ("to/inputs/+2", "list"))
    assert page.submitted().body == {"inputs": {"ref": "main", "n": [1, {"a": "b"}]}}
    page.pressed("choose/inputs/+2", ("to/inputs/+2", "json"))
    assert page.submitted(("/inputs/+2", '{"c": null}')).body == {"inputs": {"ref": "main", "n": {"c": None}}}


def test_a_name_with_a_blank_text_is_the_empty_text_and_a_row_nobody_filled_in_is_nothing():
    page = new({"properties": {"inputs": {"type": "object"}}}).pressed("open/inputs").pressed("add/inputs")

    assert page.submitted(("key/inputs/+2", "note")).body == {"inputs": {"note": ""}}


def test_a_value_of_any_kind_shows_its_text_control_at_once():
    page = Parsed(webform.render(read_schema({"properties": {"a": {}, "b": {}}, "required": ["b"]})[0]))

    assert [control["name"] for control in page.of("input", type="text")] == ["/b", "/a"]
    assert new({"properties": {"a": {}}}).submitted(("/a", "5")).body == {"a": "5"}
    assert new({"properties": {"a": {}}}).submitted().body == {}


def test_the_whole_object_is_edited_as_json_and_shown_in_rows_again():
    page = Filled.with_value(read_schema({"properties": {"inputs": {"type": "object"}}})[0].root, {"inputs": VALUE})

    page.pressed("json/inputs")
    assert "cannot show" not in page.html
    assert page.submitted().body == {"inputs": VALUE}
    page.pressed("open/inputs", ("/inputs", '{"a": [1]}'))
    assert page.submitted().body == {"inputs": {"a": [1]}}
    assert 'name="key/inputs/a"' in page.html


def test_what_cannot_be_read_stays_as_it_was_typed_and_is_said():
    page = Filled.with_value(read_schema({"properties": {"inputs": {"type": "object"}}})[0].root, {"inputs": {"n": 1}})

    page.submitted(("/inputs/n", "12abc"))
    assert [(hindrance.at, hindrance.code) for hindrance in hindrances(page.form, page.draft, "json/inputs")] == [
        ("/inputs/n", "not-a-number")
    ]
    page.pressed("json/inputs", ("/inputs/n", "12abc"))
    assert 'value="12abc"' in page.html
    page.pressed("json/inputs", ("/inputs/n", "12")).pressed("open/inputs", ("/inputs", "{"))
    assert [hindrance.code for hindrance in hindrances(page.form, page.draft, "open/inputs")] == ["not-json"]
    assert page.submitted(("/inputs", "")).pressed("open/inputs", ("/inputs", "")).submitted().body == {"inputs": {}}


def test_a_bare_root_needs_nothing_and_offers_rows_under_more():
    html = webform.render(read_schema({"type": "object"})[0])

    assert "No inputs needed." in html
    assert html.count("<details") == 1
    assert 'value="add#"' in html.partition("<summary>More</summary>")[2]
    page = new({"type": "object"}).pressed("add#")
    assert 'more-values" open>' in page.html
    assert page.submitted(("key/+1", "a"), ("/+1", "b")).body == {"a": "b"}


@pytest.mark.parametrize(
    "schema",
    [{"type": "object", "minProperties": 1}, {"type": "object", "additionalProperties": True},
     {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}],
)  # fmt: skip
def test_a_root_that_must_hold_something_or_asks_for_it_shows_its_rows(schema):
    html = webform.render(read_schema(schema)[0])

    assert ("needs nothing" in html, "<details" in html, 'value="add#"' in html) == (False, False, True)


def test_the_whole_body_is_edited_as_json_and_shown_in_rows_again():
    page = Filled.with_value(read_schema({"type": "object", "minProperties": 1})[0].root, VALUE)

    page.pressed("json#")
    assert "not what this form can show" not in page.html
    page.pressed("open#", ("#", '{"a": "b"}'))
    assert page.submitted().body == {"a": "b"}
