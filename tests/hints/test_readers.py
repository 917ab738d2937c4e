"""Hints as others write them: each reader, and the place of what it does not read."""

from __future__ import annotations

import pytest

from webform.dialects import read
from webform.hints.json_forms import FLAGS, FORMATS
from webform.hints.ui_schema import WIDGETS
from webform.schema.hinted_inputs import hinted_names

TEXT = {"type": "string"}
PAIR = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


def inputs_of(document):
    """Return the inputs of *document* by key, and its warnings by their places."""
    tools, problems, _ = read(document)
    return dict(tools[0].form.root.by_key), {problem.at: problem.code for problem in problems}


def rjsf(properties, ui_schema, **more):
    return {"schema": {"type": "object", "properties": properties}, "uiSchema": ui_schema, **more}


def json_forms(properties, *elements, **more):
    page = {"type": "VerticalLayout", "elements": [*elements]}
    return {"schema": {"type": "object", "properties": properties}, "uischema": page, **more}


def control(key, **more):
    return {"type": "Control", "scope": f"#/properties/{key}", **more}


def test_what_others_name_is_an_input_that_a_hint_may_name():
    assert {*WIDGETS.values(), *FLAGS.values(), *FORMATS.values()} <= {*hinted_names()}


# -- react-jsonschema-form


def test_a_ui_schema_names_inputs_and_options_by_the_places_of_values():
    ui_schema = {
        "ui:order": ["note", "*"],
        "note": {"ui:widget": "textarea", "ui:placeholder": "Write", "ui:title": "Note to us"},
        "level": {"ui:options": {"widget": "range", "help": "From 0 to 9."}},
        "people": {"items": {"colour": {"ui:widget": "ColorWidget"}}},
        "on": {"ui:widget": "toggle"},
    }
    person = {"type": "object", "properties": {"colour": TEXT}}
    properties = {
        "level": {"type": "integer", "minimum": 0, "maximum": 9},
        "people": {"type": "array", "items": person},
        "note": TEXT,
        "on": {"type": "boolean"},
    }

    inputs, problems = inputs_of(rjsf(properties, ui_schema))

    assert problems == {}
    assert [*inputs] == ["note", "level", "people", "on"]
    assert [inputs[key].type for key in inputs] == ["textarea", "slider", "list", "toggle"]
    assert (inputs["note"].placeholder, inputs["note"].label) == ("Write", "Note to us")
    assert inputs["level"].description == "From 0 to 9."
    assert inputs["people"].item(0).by_key["colour"].type == "colour"


@pytest.mark.parametrize("beside", [{"uiSchema": {}}, {"uischema": {"type": "VerticalLayout", "elements": []}}])
def test_a_schema_with_hints_beside_it_is_of_draft_07_where_it_names_none(beside):
    pair = {"type": "array", "items": [TEXT, {"type": "boolean"}], "additionalItems": {"type": "number"}}
    schema = {"type": "object", "properties": {"pair": pair}}

    inputs, problems = inputs_of({"schema": schema, **beside})
    newer = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}

    assert problems == {}
    assert [inputs["pair"].item(index).type for index in range(3)] == ["text", "checkbox", "number"]
    assert "invalid-schema" in inputs_of({"schema": newer, **beside})[1].values()


@pytest.mark.parametrize(
    ("ui_schema", "at", "code"),
    [
        ({"a": {"ui:field": "geo"}}, "/uiSchema/a/ui:field", "hint-ignored"),
        ({"a": {"ui:widget": "mine"}}, "/uiSchema/a/ui:widget", "hint-ignored"),
        ({"a": {"ui:options": {"rows": 3}}}, "/uiSchema/a/ui:options/rows", "hint-ignored"),
        ({"a": {"ui:widget": "range"}}, "/uiSchema/a/ui:widget", "hint-unfit"),
        ({"b": {"ui:widget": "radio"}}, "/uiSchema/b", "hint-nowhere"),
        ([], "/uiSchema", "hint-ignored"),
    ],
)
def test_what_a_ui_schema_has_and_this_form_has_not_is_a_warning(ui_schema, at, code):
    inputs, problems = inputs_of(rjsf({"a": TEXT}, ui_schema))

    assert problems == {at: code}
    assert inputs["a"].type == "text"


def test_a_ui_schema_has_hints_for_an_item_of_a_tuple_and_for_those_after_it():
    flag, area = {"type": "boolean"}, {"ui:widget": "textarea"}
    pair = {"type": "array", "items": [TEXT, flag], "additionalItems": TEXT}
    single = {"ui:widget": "radio"}
    properties = {"several": pair, "same": {"type": "array", "items": [TEXT], "additionalItems": TEXT}}
    ui_schema = {"several": {"items": [area, single], "additionalItems": area}, "same": {"items": area}}

    inputs, problems = inputs_of(rjsf(properties, ui_schema))

    assert problems == {}
    assert [inputs["several"].item(index).type for index in range(4)] == ["textarea", "radio", *["textarea"] * 2]
    assert [inputs["same"].item(index).type for index in range(2)] == ["textarea"] * 2


def test_labels_of_options_stand_in_their_order_or_by_value():
    properties = {"level": {"enum": [1, 2, 3]}, "size": {"enum": ["s", "m"]}}
    by_value = {"level": {"ui:enumNames": {"3": "Much", "1": "Little"}}, "size": {"ui:enumNames": ["Small"]}}

    inputs, problems = inputs_of(rjsf(properties, by_value))

    assert problems == {}
    assert [choice.label for choice in inputs["level"].options] == ["Little", "2", "Much"]
    assert [choice.label for choice in inputs["size"].options] == ["Small", "m"]


def test_the_value_beside_a_schema_is_an_example_of_its_tool():
    tools, problems, _ = read(rjsf({"a": TEXT}, {}, formData={"a": "x"}))

    assert problems == []
    assert [example.body for example in tools[0].examples] == [{"a": "x"}]
    assert tools[0].form.schema["properties"] == {"a": TEXT}


def test_problems_of_the_schema_stand_below_it():
    _, problems = inputs_of(rjsf({"a": {"type": "strin"}}, {}))

    assert all(at.startswith("/schema/properties/a") for at in problems)
    assert problems


# -- JSON Forms


def test_a_page_gives_order_headings_labels_and_inputs():
    elements = [
        {"type": "Group", "label": "First", "elements": [control("b", options={"multi": True}), control("c")]},
        control("a", label={"text": "The A"}, options={"format": "radio"}),
        control("e", options={"step": 0.5}),
    ]
    properties = {
        "a": {"enum": [1, 2]}, "b": TEXT, "c": {"type": "boolean"}, "d": TEXT, "e": {"type": "number"},
    }  # fmt: skip

    inputs, problems = inputs_of(json_forms(properties, *elements))

    assert problems == {}
    assert [*inputs] == ["b", "c", "a", "e", "d"]
    assert inputs["e"].step == 0.5
    assert [(input_.type, input_.group) for input_ in inputs.values()] == [
        ("textarea", "First"), ("checkbox", "First"), ("radio", ""), ("number", ""), ("text", ""),
    ]  # fmt: skip
    assert inputs["a"].label == "The A"


def test_categories_are_headings_and_details_are_of_items_and_objects():
    detail = {"type": "HorizontalLayout", "elements": [control("x", options={"multi": True})]}
    page = {
        "type": "Categorization",
        "elements": [{"type": "Category", "label": "More", "elements": [control("a", options={"detail": detail})]}],
    }
    item = {"type": "object", "properties": {"x": TEXT}}
    page["elements"].append(control("b", options={"detail": detail}))
    document = json_forms({"a": {"type": "array", "items": item}, "b": item}) | {"uischema": page}

    inputs, problems = inputs_of(document)

    assert problems == {}
    assert inputs["a"].group == "More"
    assert inputs["a"].item(0).by_key["x"].type == inputs["b"].by_key["x"].type == "textarea"


@pytest.mark.parametrize(
    ("rule", "hidden_while"),
    [
        ({"effect": "SHOW", "condition": {"schema": {"const": True}}}, [{}, {"on": False}]),
        ({"effect": "HIDE", "condition": {"schema": {"const": False}}}, [{"on": False}]),
        ({"effect": "SHOW", "condition": {"schema": {"enum": [True]}}}, [{}, {"on": False}]),
        ({"effect": "HIDE", "condition": {"schema": {"not": {"const": True}}}}, [{}, {"on": False}]),
        ({"effect": "SHOW", "condition": {"type": "LEAF", "expectedValue": True}}, [{}, {"on": False}]),
    ],
)
def test_a_rule_shows_an_input_while_its_condition_holds(rule, hidden_while):
    rule = {**rule, "condition": {"scope": "#/properties/on", **rule["condition"]}}
    document = json_forms({"on": {"type": "boolean"}, "a": TEXT}, control("on"), control("a", rule=rule))
    tools, problems, _ = read(document)
    root = tools[0].form.root

    assert problems == []
    assert [body for body in ({}, {"on": False}, {"on": True}) if root.inactive_keys(body)] == hidden_while


def test_the_rule_of_a_group_is_that_of_what_stands_beside_its_condition():
    rule = {"effect": "SHOW", "condition": {"scope": "#/properties/on", "schema": {"const": True}}}
    group = {"type": "Group", "elements": [control("address/properties/street")], "rule": rule}
    address = {"type": "object", "properties": {"street": TEXT}}
    tools, problems, _ = read(json_forms({"on": {"type": "boolean"}, "address": address}, control("on"), group))

    assert problems == []
    assert tools[0].form.root.inactive_keys({}) == {"address"}


@pytest.mark.parametrize(
    "element",
    [
        {"type": "Label", "text": "Hello"},
        {"type": "Control", "scope": "nowhere"},
        control("a", options={"trim": True}),
        control("a", label=False),
        control("a", rule={"effect": "ENABLE", "condition": {"scope": "#/properties/b", "schema": {"const": 1}}}),
        control("a", rule={"effect": "SHOW", "condition": {"scope": "#/properties/b", "schema": {"minLength": 1}}}),
        control("c"),
        "text",
    ],
)
def test_what_a_page_has_and_this_form_has_not_is_a_warning(element):
    inputs, problems = inputs_of(json_forms({"a": TEXT, "b": TEXT}, element))

    assert len(problems) == 1
    assert next(iter(problems)).startswith("/uischema/elements/0")
    assert [input_.type for input_ in inputs.values()] == ["text", "text"]


# -- MCP


def test_the_meta_of_an_mcp_tool_names_inputs_by_the_pointers_of_values():
    place = {"type": "object", "properties": {"at/x": PAIR}}
    properties = {"where": PAIR, "stops": {"type": "array", "items": place}}
    hints = {
        "/where": {"input": "map_point", "default_zoom": 4},
        "/stops/-/at~1x": "map_point",
        "/gone": "text",
        "where": "map_point",
    }
    tool = {
        "name": "route",
        "inputSchema": {"type": "object", "properties": properties},
        "_meta": {"webform/inputs": hints, "other.example/x": 1},
    }

    inputs, problems = inputs_of(tool)

    assert (inputs["where"].type, inputs["where"].default_zoom) == ("map_point", 4)
    assert inputs["stops"].item(0).by_key["at/x"].type == "map_point"
    assert [*problems] == ["/_meta/webform~1inputs/~1gone", "/_meta/webform~1inputs/where"]
