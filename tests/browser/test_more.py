"""Folding of a form: optional fields of a schema, and the buttons that open them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import set_up

PART = {"anyOf": [{"type": "object", "properties": {"deep": {"type": "string"}}}, {"type": "null"}]}
OPTIONS = {f"o{number}": {"type": "string"} for number in range(6)}
TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {**OPTIONS, "limit": {"type": "integer", "maximum": 9}, "part": PART, "what": {"type": "string"}},
        "required": ["what"],
    },
}


@pytest.fixture
def visit(new_page, new_app, serve):
    def go(**options):
        page = new_page(**options)
        page.goto(serve(new_app(TOOL)) + "/tools/t")
        set_up(page)
        return page

    return go


def test_more_options_open_by_the_keyboard_and_at_what_is_wrong_in_them(visit, acting, axe):
    page = visit()
    fold, limit = page.locator("details.more"), page.get_by_label("Limit")
    page.get_by_label("What").fill("x")
    expect(limit).to_be_hidden()
    page.keyboard.press("Tab")
    expect(fold.locator("summary")).to_be_focused()
    expect(fold.locator("summary")).to_have_text("More options (8)")
    page.keyboard.press("Enter")
    limit.fill("10")
    axe(page)
    page.locator("[data-run]").click()
    expect(page.locator("[data-summary]")).to_be_focused()
    fold.evaluate("fold => { fold.open = false }")
    page.locator("[data-summary] a").click()
    expect(limit).to_be_focused()

    # What was brought in has left the fold, with all that was filled in there; the rest is shut.
    limit.fill("9")
    page.get_by_role("button", name="Add Part").click()
    expect(page.get_by_label("Deep")).to_be_focused()
    expect(fold.locator("summary")).to_have_text("More options (6)")
    expect(page.get_by_label("Limit")).to_be_visible()
    expect(page.get_by_label("o0")).to_be_hidden()
    fold.locator("summary").click()
    page.get_by_role("button", name="Leave out Part").click()
    expect(page.get_by_role("button", name="Add Part")).to_be_focused()
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"what": "x", "limit": 9}]


def test_without_scripts_a_null_of_a_part_is_sent_and_comes_back(visit, acting):
    page = visit(java_script_enabled=False)
    page.get_by_label("What").fill("x")
    page.locator("details.more summary").click()
    page.locator('[name="is/part"]').check(force=True)
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(page.locator('[name="is/part"]')).to_be_checked()
    assert acting.bodies == [{"what": "x", "part": None}]


def test_on_a_phone_the_name_of_a_part_that_is_left_out_has_its_line(visit):
    page = visit(viewport={"width": 390, "height": 700})
    page.locator("details.more summary").click()
    part = page.get_by_role("button", name="Add Part")

    expect(part).to_have_text("Add Part")
    assert part.bounding_box()["width"] < 80
