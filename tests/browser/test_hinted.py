"""Hints beside a schema, in the browser: what they ask for is there, works, and sends what the schema says."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
SCALE = {"type": "integer", "minimum": 0, "maximum": 9}


@pytest.fixture
def visit(page, new_app, serve, violations):
    """`visit(document) -> Page`: at the page of the tool that *document* declares."""

    def go(document):
        page.goto(serve(new_app(document)) + "/tools/Trial")
        come_alive(page)
        return page

    yield go
    assert violations == []


def types(page) -> list[str]:
    """Return the types of the inputs of the form, in their order."""
    return page.locator("form [data-input]").evaluate_all("all => all.map(one => one.dataset.input)")


def run(page) -> None:
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_a_ui_schema_gives_inputs_an_order_and_texts(visit, acting, axe):
    properties = {"level": SCALE, "paint": TEXT, "note": TEXT}
    page = visit({
        "schema": {"title": "Trial", "type": "object", "properties": properties, "required": [*properties]},
        "uiSchema": {
            "ui:order": ["note", "*"],
            "note": {"ui:widget": "textarea", "ui:title": "Note to us", "ui:help": "Some lines."},
            "level": {"ui:widget": "range"},
            "paint": {"ui:widget": "color"},
        },
    })  # fmt: skip

    assert types(page) == ["textarea", "slider", "colour"]
    page.get_by_label("Note to us").fill("one\ntwo")
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_label("Paint", exact=True).fill("#aabbcc")
    axe(page)
    run(page)

    assert acting.bodies == [{"note": "one\ntwo", "level": 1, "paint": "#aabbcc"}]


def test_a_page_of_json_forms_shows_an_input_while_another_has_a_value(visit, acting, axe):
    rule = {"effect": "SHOW", "condition": {"scope": "#/properties/kind", "schema": {"const": "other"}}}
    elements = [
        {"type": "Group", "label": "What it is", "elements": [
            {"type": "Control", "scope": "#/properties/kind", "options": {"format": "radio"}},
            {"type": "Control", "scope": "#/properties/which", "options": {"multi": True}, "rule": rule}]},
    ]  # fmt: skip
    schema = {"title": "Trial", "type": "object", "properties": {"which": TEXT, "kind": {"enum": ["plain", "other"]}}}
    page = visit({"schema": schema, "uischema": {"type": "VerticalLayout", "elements": elements}})

    expect(page.get_by_role("heading", name="What it is")).to_be_visible()
    expect(page.get_by_label("Which")).to_be_hidden()
    page.get_by_label("other", exact=True).check()
    page.get_by_label("Which").fill("a\nb")
    axe(page)
    run(page)

    assert acting.bodies == [{"kind": "other", "which": "a\nb"}]


def test_places_are_points_on_a_map_and_keep_their_shape(visit, acting, axe):
    properties = {
        "home": {"type": "object", "properties": {"lng": NUMBER, "lat": NUMBER}, "x-webform": "map_point"},
        "work": {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2, "x-webform": {
            "input": "map_point", "lng_first": True}},
    }  # fmt: skip
    schema = {"title": "Trial", "type": "object", "properties": properties, "required": [*properties]}
    page = visit({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})

    for place, text in (("/home/lat", "51.5"), ("/home/lng", "-0.1"), ("/work/1", "48.8"), ("/work/0", "2.3")):
        page.locator(f'[name="{place}"]').fill(text)
    expect(page.locator(".map-mark")).to_have_count(2)
    page.locator(".map-mark").first.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[name="/home/lat"]')).not_to_have_value("51.5")
    page.locator('[name="/home/lat"]').fill("51.5")
    axe(page)
    run(page)

    assert acting.bodies == [{"home": {"lng": -0.1, "lat": 51.5}, "work": [2.3, 48.8]}]
    assert [*acting.bodies[0]["home"]] == ["lng", "lat"]
