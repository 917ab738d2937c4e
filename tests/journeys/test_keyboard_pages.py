"""Pages by keyboard alone: results, lists, conversations, panels, previews."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from examples import EXAMPLES, create_app, manifest_file
from tests.alive import come_alive
from tests.journeys.keys import Keys, named
from tests.journeys.person import result, settled, visit
from webform import load
from webform.web.config import Config
from webform.web.preview import create_preview

TITLE = {"key": "title", "type": "text", "label": "Title"}
ROWS = {
    "key": "rows",
    "type": "table",
    "label": "Rows",
    "columns": [{"key": "k", "label": "K", "type": "text"}],
    "default": [{"k": "A"}, {"k": "B"}],
}
MODE = {
    "key": "mode",
    "type": "select",
    "label": "Mode",
    "default": "plain",
    "options": [{"value": "plain", "label": "Plain"}, {"value": "tuned", "label": "Tuned"}],
}
HEAT = {"key": "heat", "type": "slider", "label": "Heat", "min": 0, "max": 9, "step": 1, "default": 5}


@pytest.fixture
def keys(visitor):
    """The keyboard of a visitor with scripts, and of one without."""
    return Keys(visitor)


@pytest.fixture
def living(lively):
    """The keyboard of a visitor with scripts."""
    return Keys(lively)


def test_what_a_choice_reveals_comes_next(served, acting, living):
    page = living.page
    visit(page, served(MODE, HEAT | {"show_if": {"key": "mode", "equals": "tuned"}}))
    heat = page.get_by_role("slider", name="Heat")
    living.to(named(page, "/mode"))
    living.press("ArrowDown")
    expect(heat).to_be_visible()
    living.press("Tab")
    expect(heat).to_be_focused()
    living.press("ArrowRight", "Shift+Tab", "ArrowUp")
    expect(heat).to_be_hidden()
    living.press("Tab")
    expect(page.locator("[data-run]")).to_be_focused()
    living.press("Shift+Tab", "ArrowDown", "Control+Enter")

    result(page)
    assert acting.bodies == [{"mode": "tuned", "heat": 6}]


def test_a_result_is_read_copied_and_downloaded(served, acting, keys, scripts):
    acting.answer = {"y": "the <answer>"}
    page = keys.page
    visit(page, served(TITLE, outputs=[{"key": "y", "type": "text", "label": "Y"}]))
    keys.write(named(page, "/title"), "short")
    keys.press("Enter")
    section = result(page)

    tabs = section.get_by_role("navigation" if not scripts else "tablist", name="Result")
    keys.to(tabs.get_by_text("Result", exact=True))
    keys.press(*(["ArrowRight"] if scripts else ["Tab", "Enter"]))
    expect(section.get_by_text("The body that the tool was sent.")).to_be_in_viewport()
    keys.to(section.get_by_role("region", name="Request"))
    keys.back_to(tabs.get_by_text("JSON" if not scripts else "Request", exact=True))
    keys.press(*(["ArrowRight"] if scripts else []))
    keys.press("Enter")
    tab = section.locator("#tab-json")
    keys.to(tab.get_by_role("link", name="JSON"))
    with page.expect_download() as download:
        keys.press("Enter")
    assert json.loads(download.value.path().read_bytes()) == {"y": "the <answer>"}


def test_what_is_copied_can_be_pasted(served, acting, living):
    acting.answer = {"y": "the <answer>"}
    page = living.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, served(TITLE, outputs=[{"key": "y", "type": "text", "label": "Y"}]))
    living.write(named(page, "/title"), "short")
    living.press("Enter")
    section = result(page)
    menu = section.get_by_label("Actions for Y")
    living.to(menu)
    living.press("Enter")
    living.to(section.locator("#tab-result").get_by_role("button", name="Copy"))
    living.press("Space")
    expect(page.locator("[data-announced]")).to_have_text("Copied")
    expect(menu).to_be_focused()

    living.back_to(named(page, "/title"))
    living.press("Control+a", "Control+v")

    expect(named(page, "/title")).to_have_value("the <answer>")


def test_a_run_is_cancelled_and_run_again(served, acting, keys):
    page = keys.page
    acting.hold()
    visit(page, served(TITLE))
    keys.write(named(page, "/title"), "short")
    keys.press("Enter")
    expect(result(page, "running")).to_contain_text("Running…")
    keys.to(page.get_by_role("button", name="Cancel"))
    keys.press("Enter")
    section = result(page, "cancelled")
    acting.let_go()

    keys.to(section.get_by_role("button", name="Run again"))
    keys.press("Enter")

    result(page)
    assert acting.bodies == [{"title": "short"}] * 2


def test_a_tool_is_found_and_opened(started, keys, scripts):
    page = keys.page
    visit(page, started(*(load(manifest_file(name))[0] for name in EXAMPLES)))
    keys.to(page.get_by_role("searchbox"))
    page.keyboard.type("kitchen")
    if not scripts:
        keys.press("Enter")
    cards = page.locator(".cards h2:visible")
    expect(cards).to_have_text(["Kitchen sink"])
    keys.to(page.get_by_role("link", name="Kitchen sink"))
    keys.press("Enter")

    expect(page.get_by_role("heading", name="Kitchen sink", level=1)).to_be_visible()
    come_alive(page)
    keys.press("Tab", "Enter", "Tab")
    expect(named(page, "/text")).to_be_focused()
    # A long form begins with its table of contents.
    keys.back_to(page.get_by_role("navigation", name="Contents").get_by_role("link", name="Words"))
    keys.press("Enter", "Tab")
    expect(named(page, "/text")).to_be_focused()


def test_a_conversation_is_had(started, serve, keys, scripts):
    page = keys.page
    (chat,) = load(manifest_file("unit-chat"))
    visit(page, started((chat, serve(create_app("unit-chat")) + "/run")) + "/tools/unit-chat")
    box = page.get_by_label("Message")
    keys.to(box)
    page.keyboard.type("5 km in miles")
    keys.press(*(["Enter"] if scripts else ["Tab", "Enter"]))
    expect(page.locator(".msg").last).to_contain_text("3.106855961 mi")
    if scripts:
        expect(box).to_be_focused()
        page.keyboard.type("times 2")
        keys.press("Shift+Enter", "Backspace", "Enter")
    else:
        keys.to(box)
        page.keyboard.type("times 2")
        keys.press("Tab", "Space")

    expect(page.locator(".msg").last).to_contain_text("6.213711922 mi")


def test_a_panel_is_filled_in_and_run(served, acting, keys, scripts):
    page = keys.page
    visit(page, served(TITLE, HEAT) + "/panel")
    keys.write(named(page, "/title"), "short")
    if scripts:
        # A handle is the one tab stop of a slider: a digit goes from it into the text.
        keys.to(page.get_by_role("slider", name="Heat"))
        page.keyboard.type("7")
        expect(named(page, "/heat")).to_be_focused()
    else:
        keys.write(named(page, "/heat"), "7")
    keys.press("Enter")

    result(page)
    assert acting.bodies == [{"title": "short", "heat": 7}]


def test_a_preview_is_read_and_run(serve, acting, keys, scripts, tmp_path):
    page, file = keys.page, tmp_path / "tool.json"
    declared = {"id": "x", "name": "X", "inputs": [TITLE, {**HEAT, "max": "9"}], "outputs": []}
    file.write_text(json.dumps(declared), "utf-8")
    config = Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed")
    app = create_preview(file, config, run_url=acting.url)
    visit(page, serve(app))
    keys.write(named(page, "/title"), "short")
    keys.to(page.locator(f"nav a[href='#preview-{'problems' if scripts else 'schema-tab'}']"))
    keys.press(*(["ArrowRight"] * 3 if scripts else ["Enter"]))
    expect(page.get_by_text('"type": "object"').first).to_be_visible()
    keys.back_to(named(page, "/title"))
    keys.press("Enter")

    result(page)
    page.goto("about:blank")
    app.extensions["webform"].close()


def test_an_example_and_a_body_fill_the_form(served, acting, keys, scripts):
    page = keys.page
    visit(page, served(TITLE, examples=[{"name": "One", "values": {"title": "first"}}]))
    keys.to(page.locator("summary", has_text="Load example"))
    keys.press("Enter", "Tab", "Enter")
    expect(named(page, "/title")).to_have_value("first")
    settled(page)

    keys.to(page.locator("summary", has_text="Edit as JSON"))
    keys.press("Enter")
    if scripts:
        expect(page.locator("[data-body-json] [role=alert]")).to_have_count(1)
    keys.press("Tab", "Control+a")
    page.keyboard.type('{"title": "second"}')
    keys.press("Tab", "Enter")

    expect(named(page, "/title")).to_have_value("second")
    assert acting.bodies == []


def test_unsent_work_is_taken_back(served, living):
    page = living.page
    visit(page, served(TITLE))
    living.write(named(page, "/title"), "typed")
    page.reload()
    living.to(page.get_by_role("button", name="Restore"))
    living.press("Enter")

    expect(named(page, "/title")).to_have_value("typed")
    expect(page.locator("form[data-webform]")).to_be_focused()


@pytest.mark.parametrize("count", [2, 40])
def test_the_first_link_of_a_page_leads_past_the_contents_to_the_form(served, keys, count):
    page = keys.page
    visit(
        page, served(*[TITLE | {"key": f"t{index}"} for index in range(count)], description="See https://example.org.")
    )
    expect(page.locator(".contents")).to_have_count(int(count > 30))

    keys.press("Tab", "Enter", "Tab")

    expect(named(page, "/t0")).to_be_focused()


def test_what_was_taken_away_is_brought_back(served, living):
    page = living.page
    visit(page, served(ROWS))
    living.to(page.get_by_role("button", name="Remove row 1"))
    living.press("Enter")
    expect(page.get_by_role("button", name="Remove row 1")).to_be_focused()
    living.to(page.get_by_role("button", name="Undo"))
    living.press("Enter")

    expect(named(page, "/rows/0/k")).to_be_focused()
    expect(named(page, "/rows/0/k")).to_have_value("A")


def test_the_theme_is_changed(served, living):
    page = living.page
    visit(page, served(TITLE))
    living.to(page.get_by_role("button", name="Dark theme"))
    living.press("Space")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_earlier_run_is_opened_and_forgotten(served, living):
    page = living.page
    visit(page, served(TITLE | {"default": "x"}))
    living.to(page.locator("[data-run]"))
    living.press("Enter")
    result(page)
    past = page.locator("[data-history] li")
    living.to(page.locator("[data-history] summary"))
    living.press("Enter")
    living.to(past.get_by_role("link").first)
    living.press("Tab", "Tab", "Tab", "Enter")

    expect(past).to_have_count(0)
    expect(page.locator("[data-run]")).to_be_focused()
