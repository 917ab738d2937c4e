"""Pages for everyone: axe finds nothing, nothing needs a pointer, nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from examples import EXAMPLES, create_app, manifest_file
from tests.journeys.person import field, problem, result, run, visit
from webform import load
from webform.web.config import Config
from webform.web.preview import create_preview


@pytest.fixture
def examples(started, serve):
    """The address of the app with all example tools."""
    return started(*((load(manifest_file(name))[0], serve(create_app(name)) + "/run") for name in EXAMPLES))


def sideways(page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_any_page(examples, serve, new_page, axe, tmp_path, width, scheme):
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    tools = [f"/tools/{name}" for name in EXAMPLES]

    for path in ["/", "/?q=nothing-is-called-so", "/nowhere", "/runs/0000000000000000000000", *tools]:
        visit(page, examples + path)
        axe(page)
        assert sideways(page) <= 0, path

    visit(page, f"{examples}/tools/kitchen-sink/panel?/text=from+a+link")
    axe(page)

    visit(page, examples + "/tools/kitchen-sink")
    field(page, "/number").locator("input.ctl").fill("12abc")
    run(page)
    expect(page.locator("[data-summary]")).to_be_focused()
    axe(page)
    field(page, "/number").locator("input.ctl").fill("12")
    field(page, "/checkbox").locator("input[type=checkbox]").check()
    run(page)
    result(page)
    axe(page)

    file = tmp_path / "tool.json"
    file.write_text('{"id": "x", "name": "X", "inputs": [{"key": "a", "type": "slidr", "label": "A"}]}', "utf-8")
    config = Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed")
    visit(page, serve(create_preview(file, config)))
    axe(page)


@pytest.mark.parametrize("answer", [("<h1>no</h1>", 502), {"status": "cancelled"}, {"y": None}])
def test_axe_finds_nothing_on_a_run_that_went_wrong(served, acting, lively, axe, answer):
    acting.answer = answer
    visit(lively, served({"key": "a", "type": "text", "label": "A", "default": "x"}, outputs=[
        {"key": "y", "type": "number", "label": "Y"}]))  # fmt: skip
    run(lively)
    expect(lively.locator("[data-result]")).not_to_have_attribute("data-status", "blank")
    axe(lively)


def test_nothing_scrolls_sideways_at_320_pixels(examples, new_page):
    page = new_page(viewport={"width": 320, "height": 700})

    for name in EXAMPLES:
        visit(page, f"{examples}/tools/{name}")
        assert sideways(page) <= 0, name


def test_a_form_is_filled_in_mended_and_run_by_keyboard_alone(served, acting, page, violations):
    visit(page, served(
        {"key": "name", "type": "text", "label": "Name"},
        {"key": "size", "type": "number", "label": "Size"},
        {"key": "mode", "type": "radio", "label": "Mode", "default": "a",
         "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]},
        {"key": "sure", "type": "checkbox", "label": "Sure"},
        {"key": "level", "type": "slider", "label": "Level", "min": 0, "max": 10, "step": 1, "default": 5},
        {"key": "rows", "type": "table", "label": "Rows", "required": False,
         "columns": [{"key": "k", "label": "K", "type": "text"}]},
    ))  # fmt: skip
    keys = page.keyboard

    def to(locator) -> None:
        for _ in range(60):
            keys.press("Tab")
            if locator.evaluate("each => each === document.activeElement"):
                return
        pytest.fail("the keyboard does not come there")

    to(field(page, "/name").locator("input.ctl"))
    keys.type("Ada")
    to(field(page, "/size").locator("input.ctl"))
    keys.type("big")
    keys.press("Enter")
    expect(page.locator("[data-summary]")).to_be_focused()
    expect(problem(page, "/size")).to_have_text('expected a number, not "big"')
    keys.press("Tab")
    keys.press("Enter")
    expect(field(page, "/size").locator("input.ctl")).to_be_focused()
    keys.press("Control+a")
    keys.type("7")
    to(field(page, "/mode").locator("input[value=a]"))
    keys.press("ArrowDown")
    to(field(page, "/sure").locator("input[type=checkbox]"))
    keys.press("Space")
    to(field(page, "/level").locator("input[type=range]"))
    keys.press("ArrowRight")
    to(page.locator("[data-add-row]"))
    keys.press("Enter")
    expect(field(page, "/rows/0/k").or_(page.locator('[name="/rows/0/k"]')).first).to_be_focused()
    keys.type("x")
    keys.press("Enter")
    result(page)

    assert acting.bodies == [{"name": "Ada", "size": 7, "mode": "b", "sure": True, "level": 6, "rows": [{"k": "x"}]}]
    assert violations == []
