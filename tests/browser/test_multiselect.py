"""Several of many options: chips in the order they were chosen, reached and removed by keys."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.combobox import MANY, active, box, chips, run, said


def test_chosen_options_are_chips_in_the_order_they_were_chosen(opened, acting):
    page = opened(MANY | {"default": ["GE3"]})
    control = box(page, "Visited")

    control.click()
    for name in ("Sweden", "Austria", "Germany"):
        page.get_by_role("option", name=name).click()
        expect(page.get_by_role("listbox")).to_be_visible()
    expect(page.get_by_role("option", name="Sweden")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("option", name="Germany")).to_have_attribute("aria-selected", "false")
    expect(said(page)).to_have_text("Removed Germany; 2 in all")
    control.press_sequentially("nor")
    control.press("Enter")
    expect(control).to_have_value("")
    expect(active(page)).to_have_text("Norway")
    control.press("Escape")

    expect(chips(page)).to_have_text(["Sweden", "Austria", "Norway"])
    run(page)
    assert acting.bodies == [{"m": ["SW6", "AU0", "NO5"]}]


def test_chips_are_reached_and_removed_by_keys(opened, acting):
    page = opened(MANY | {"default": ["GE3", "NO5", "SW6", "AU0"]})
    control = box(page, "Visited")

    control.press("Backspace")
    expect(page.get_by_role("button", name="Remove Austria")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Remove Norway")).to_be_focused()
    page.keyboard.press("Delete")
    expect(said(page)).to_have_text("Removed Norway; 3 left")
    expect(page.get_by_role("button", name="Remove Sweden")).to_be_focused()
    page.keyboard.press("End")
    expect(control).to_be_focused()
    control.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(control).to_be_focused()
    page.get_by_role("button", name="Remove Germany").click()

    expect(chips(page)).to_have_text(["Sweden"])
    run(page)
    assert acting.bodies == [{"m": ["SW6"]}]
