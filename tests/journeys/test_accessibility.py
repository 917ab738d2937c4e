"""Pages for everyone: axe finds nothing, nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from examples import EXAMPLES, create_app, manifest_file
from tests.journeys.person import COLOURS, field, result, run, visit
from webform import load
from webform.web.config import Config
from webform.web.preview import create_preview

#: The rules of axe whose outcome follows from where things stand, and from what is hidden on a small screen.
LAYOUT = (
    "aria-hidden-focus",
    "color-contrast",
    "landmark-one-main",
    "label",
    "link-name",
    "button-name",
    "page-has-heading-one",
    "scrollable-region-focusable",
    "select-name",
    "skip-link",
)


@pytest.fixture
def examples(started, serve):
    """The address of the app with all example tools."""
    return started(*((load(manifest_file(name))[0], serve(create_app(name)) + "/run") for name in EXAMPLES))


def sideways(page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_any_page(examples, serve, new_page, axe, tmp_path, width):
    page = new_page(viewport={"width": width, "height": 900})

    def clear():
        page.emulate_media(color_scheme="light")
        # What a phone shows differs by its layout: names, roles and colours are those of the wide page.
        axe(page, only=LAYOUT if width < 600 else ())
        if width > 600:
            page.emulate_media(color_scheme="dark")
            axe(page, only=COLOURS)

    tools = [f"/tools/{name}" for name in EXAMPLES]

    for path in [
        "/",
        "/?q=nothing-is-called-so",
        "/nowhere",
        "/runs/0000000000000000000000",
        "/runs",
        "/runs/compare",
        *tools,
    ]:
        visit(page, examples + path)
        clear()
        assert sideways(page) <= 0, path

    visit(page, f"{examples}/tools/kitchen-sink/panel?/text=from+a+link")
    clear()

    visit(page, examples + "/tools/kitchen-sink")
    field(page, "/number").locator("input.ctl").fill("12abc")
    run(page)
    expect(page.locator("[data-summary]")).to_be_focused()
    clear()
    field(page, "/number").locator("input.ctl").fill("12")
    field(page, "/checkbox").locator("input[type=checkbox]").check()
    run(page)
    result(page)
    clear()

    file = tmp_path / "tool.json"
    file.write_text('{"id": "x", "name": "X", "inputs": [{"key": "a", "type": "slidr", "label": "A"}]}', "utf-8")
    config = Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed")
    visit(page, serve(create_preview(file, config)))
    clear()


@pytest.mark.parametrize("answer", [("<h1>no</h1>", 502), {"status": "cancelled"}, {"y": None}])
def test_axe_finds_nothing_on_a_run_that_went_wrong(served, acting, lively, axe, answer):
    acting.answer = answer
    visit(lively, served({"key": "a", "type": "text", "label": "A", "default": "x"}, outputs=[
        {"key": "y", "type": "number", "label": "Y"}]))  # fmt: skip
    run(lively)
    expect(lively.locator("[data-result]")).not_to_have_attribute("data-status", "blank")
    axe(lively)


@pytest.mark.slow
def test_nothing_scrolls_sideways_at_320_pixels(examples, new_page):
    page = new_page(viewport={"width": 320, "height": 700})

    for name in EXAMPLES:
        visit(page, f"{examples}/tools/{name}")
        assert sideways(page) <= 0, name
