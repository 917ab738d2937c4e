"""Inputs from hints of a schema: places, days, colours and excluded bounds; the body is what the schema says."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.messages import message

DAY = {"type": "string", "format": "date"}


def geometry(of: str):
    properties = {"type": {"const": of}, "coordinates": {"type": "array"}}
    return {"type": "object", "properties": properties, "required": ["type", "coordinates"]}


@pytest.fixture
def visit(page, new_app, serve, violations):
    """`visit(**properties) -> Page`: at the page of an MCP tool that takes these, all of them."""

    def go(**properties):
        schema = {"type": "object", "properties": properties, "required": [*properties]}
        page.goto(serve(new_app({"name": "t", "inputSchema": schema})) + "/tools/t")
        come_alive(page)
        return page

    yield go
    assert violations == []


def run(page) -> None:
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_geometries_are_drawn_on_maps_and_sent_as_geojson(visit, acting, axe):
    page = visit(where=geometry("Point"), area=geometry("Polygon"))
    page.get_by_label("Latitude").fill("51.5")
    page.get_by_label("Longitude").fill("-0.1")
    page.locator('textarea[name="/area"]').fill("0, 0\n0, 1\n1, 1")
    expect(page.locator(".map-mark")).to_have_count(4)
    axe(page)
    run(page)

    where = {"type": "Point", "coordinates": [-0.1, 51.5]}
    area = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    assert acting.bodies == [{"where": where, "area": area}]


def test_days_and_colours_that_a_format_only_hints_at_are_what_people_say(visit, acting):
    page = visit(days={"type": "array", "items": DAY, "minItems": 2, "maxItems": 2},
                 paint={"type": "string", "format": "color"})  # fmt: skip
    page.get_by_label("From").fill("2026-02-01")
    page.get_by_label("To", exact=True).fill("2026-01-31")
    page.get_by_label("Paint", exact=True).fill("red")
    run(page)

    assert acting.bodies == [{"days": ["2026-02-01", "2026-01-31"], "paint": "red"}]


def test_an_excluded_bound_is_held_by_the_control(visit, acting):
    ends = {"type": "number", "exclusiveMinimum": 0, "maximum": 10}
    page = visit(share={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
                 band={"type": "array", "items": ends, "minItems": 2, "maxItems": 2})  # fmt: skip
    share = page.get_by_label("Share")
    share.fill("0")
    page.get_by_role("textbox", name="From").fill("0.5")
    page.get_by_role("textbox", name="To").fill("2")
    page.locator("[data-run]").click()
    expect(page.locator("[data-problem-for='/share']")).to_have_text(message("exclusiveMinimum", {"limit": "0"}))
    # Run goes to the list of problems; what has focus before that loses it.
    expect(page.locator("[data-summary]")).to_be_focused()
    page.locator("[data-track='0']").focus()
    page.keyboard.press("Home")
    expect(page.get_by_role("textbox", name="From")).to_have_value("0.1")
    share.fill("0.5")
    share.press("ArrowUp")
    expect(share).to_have_value("0.5")
    run(page)

    (body,) = acting.bodies
    assert body["share"] == 0.5
    assert 0 < body["band"][0] < 1


def test_latitude_and_longitude_are_set_on_a_map_and_days_by_a_span(visit, acting, axe):
    page = visit(longitude={"type": "number"}, latitude={"type": "number"}, start_date=DAY, end_date=DAY)
    page.get_by_label("Latitude", exact=True).fill("51.5")
    page.get_by_label("Longitude", exact=True).fill("-0.1")
    page.locator(".map-mark").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Latitude", exact=True)).not_to_have_value("51.5")
    page.get_by_role("button", name="Today").click()
    axe(page)
    latitude = float(page.get_by_label("Latitude", exact=True).input_value())
    today = page.get_by_label("Start date", exact=True).input_value()
    run(page)

    assert acting.bodies == [{"longitude": -0.1, "latitude": latitude, "start_date": today, "end_date": today}]
    assert latitude > 51.5


def test_half_of_a_pair_is_a_problem_at_its_own_control(visit):
    page = visit(latitude={"type": "number"}, longitude={"type": "number"})
    page.get_by_label("Latitude", exact=True).fill("51.5")
    page.locator("[data-run]").click()

    expect(page.locator("[data-problem-for='/longitude']")).to_have_text("Required")
    expect(page.get_by_label("Longitude", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[aria-invalid]")).to_have_count(1)
