"""The summary of what is wrong leads to what people see, and says it by name."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote

import pytest

import webform
from tests.html.parsed import Parsed
from webform.draft import as_json, fill, to_controls
from webform.html.render import render_draft
from webform.messages import message
from webform.problems import Problem
from webform.schema import read_schema

_ITEM = re.compile(r'<li><a href="#([^"]*)" dir="auto">([^<]*)</a>: ([^<]*)</li>')


def shown(form, draft, problems, **options):
    """Return the page of *problems*, and (id, label, message) of each in the summary."""
    html = render_draft(form, draft, to_controls(draft, problems), **options)
    items = _ITEM.findall(html[: html.index('<div class="notice"')])
    return Parsed(html), [(unquote(unescape(at)), unescape(label), unescape(text)) for at, label, text in items]


def ids(parsed):
    return {attributes.get("id") for _, attributes in parsed.elements}


@pytest.mark.parametrize("prefix", ["", "left"])
@pytest.mark.parametrize(
    ("schema", "body", "item"),
    [
        ({"type": "object", "minProperties": 1}, {}, ("form-t", "The whole form", message("minProperties", {"limit": 1, "length": 0}))),
        ({"type": "object", "title": "Order", "minProperties": 1}, {}, ("form-t", "Order", message("minProperties", {"limit": 1, "length": 0}))),
        ({"type": "array", "items": {"type": "number"}, "minItems": 1}, [], ("at", "Value", message("minItems", {"limit": 1, "length": 0}))),
        ({"type": "string", "title": "Name", "minLength": 2}, "a", ("at", "Name", message("minLength", {"limit": 2, "length": 1}))),
        ({"oneOf": [{"type": "array"}, {"type": "number", "minimum": 2}]}, 1, ("at", "Value", message("minimum", {"limit": "2"}))),
    ],
    ids=["object", "titled", "list", "text", "union"],
)  # fmt: skip
def test_a_problem_of_the_whole_body_has_a_name_and_a_place(schema, body, item, prefix):
    form, _ = read_schema(schema, tool_id="t")
    draft = fill(form.root, body)

    parsed, items = shown(form, draft, webform.check(form, body), id_prefix=prefix)

    at, label, text = item
    wanted = f"form-{prefix or 't'}" if at == "form-t" else f"{prefix}-{at}" if prefix else at
    assert items == [(wanted, label, text)]
    assert wanted in ids(parsed)


def test_the_field_of_a_body_without_a_title_has_a_label():
    form, _ = read_schema({"type": "string"})

    assert "Value" in Parsed(webform.render(form)).text


def test_the_editor_of_the_whole_body_says_what_is_wrong():
    form, _ = read_schema({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, tool_id="t")
    problems = [
        Problem(at="", code="x", key="verbatim", params={"text": "Expected an object"}),
        Problem(at="/a", code="y", key="verbatim", params={"text": "no text"}),
    ]

    parsed, items = shown(form, as_json([1]), problems)

    editor = parsed.of("textarea", name="#")[0]
    assert (editor["aria-invalid"], editor["aria-describedby"], editor["id"]) == ("true", "problem", "at")
    assert parsed.of("p", id="problem", data_problem_for="")[0].keys() & {"hidden"} == set()
    assert "Expected an object; /a: no text" in parsed.text
    assert items == [
        ("at", "The whole body, as JSON", "Expected an object"), ("at", "a", "no text"),
    ]  # fmt: skip


def test_the_editor_of_the_whole_body_is_well_where_nothing_is_wrong():
    form, _ = read_schema({"type": "object"})
    parsed, _ = shown(form, as_json([1]), [])

    assert "aria-invalid" not in parsed.of("textarea", name="#")[0]
    assert "hidden" in parsed.of("p", id="problem")[0]


KINDS = {
    "oneOf": [
        {"type": "object", "properties": {"kind": {"const": kind}, "x": {"type": "string"}}, "required": ["kind"]}
        for kind in "ab"
    ]
}


def test_a_problem_at_a_constant_that_nobody_sees_leads_to_the_choice():
    form, _ = read_schema({"type": "object", "properties": {"u": KINDS}}, tool_id="t")
    draft = fill(form.root, {"u": {"kind": "a"}})
    problem = Problem(at="/u/kind", code="x", key="verbatim", params={"text": "not that kind"})

    parsed, items = shown(form, draft, [problem])

    assert [at for at, _, _ in items] == ["at/u"]
    assert parsed.of("select", id="at/u") != []
    assert "hidden" not in parsed.of("p", id="problem/u")[0]
    assert parsed.text.count("not that kind") == 2


def test_a_problem_at_a_hidden_input_leads_to_the_form():
    declared = [
        {"key": "h", "type": "hidden", "label": "H", "default": "x"},
        {"key": "a", "type": "text", "label": "A"},
    ]
    tool = webform.load({"id": "t", "name": "T", "inputs": declared, "outputs": []})[0]
    problem = Problem(at="/h", code="x", key="verbatim", params={"text": "no"})

    _, items = shown(tool.form, fill(tool.form.root, {"h": "x", "a": "b"}), [problem])

    assert items == [("form-t", "H", "no")]


STOPS = {
    "title": "Stop",
    "type": "object",
    "properties": {"city": {"type": "string"}, "nights": {"type": "number", "title": "Nights"}},
}
ROWS = {"key": "rows", "type": "table", "label": "Rows", "columns": [{"key": "w", "label": "Weight", "type": "number"}]}


@pytest.mark.parametrize(
    ("form", "body", "at", "label"),
    [
        (read_schema({"properties": {"stops": {"type": "array", "items": STOPS}}})[0], {"stops": [{}, {"city": "Oslo", "nights": 0}]}, "/stops/1/nights", "2. Oslo · 0, Nights"),
        (read_schema({"properties": {"stops": {"type": "array", "items": STOPS}}})[0], {"stops": [{"nights": 0}]}, "/stops/0", "1. 0"),
        (read_schema({"properties": {"tags": {"type": "array", "items": {"enum": ["a", 1]}}}})[0], {"tags": ["a", "a"]}, "/tags", "Tags"),
        (webform.load({"inputs": [ROWS]})[0].form, {"rows": [{"w": 1}, {"w": 2}]}, "/rows/1/w", "Row 2, Weight"),
        (webform.load({"inputs": [ROWS]})[0].form, {"rows": [{"w": 1}, {"w": 2}]}, "/rows/1", "Row 2"),
        (webform.load({"inputs": [ROWS]})[0].form, {"rows": []}, "/rows", "Rows"),
    ],
)  # fmt: skip
def test_a_field_is_named_after_the_items_that_it_is_in(form, body, at, label):
    problem = Problem(at=at, code="x", key="verbatim", params={"text": "wrong"})

    _, items = shown(form, fill(form.root, body), [problem])

    assert [(name, text) for _, name, text in items] == [(label, "wrong")]
