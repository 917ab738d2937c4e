"""Several of many options: chips in the order they were chosen, reached and removed by keys."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.combobox import MANY, active, announcement, box, chips, run


def test_chosen_options_are_chips_in_the_order_they_were_chosen(opened, acting):
    page = opened(MANY | {"default": ["GE3"]})
    control = box(page, "Visited")

    control.click()
    for name in ("Sweden", "Austria", "Germany"):
        page.get_by_role("option", name=name).click()
        expect(page.get_by_role("listbox")).to_be_visible()
    expect(page.get_by_role("option", name="Sweden")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("option", name="Germany")).to_have_attribute("aria-selected", "false")
    expect(announcement(page)).to_have_text("Removed Germany; 2 in all")
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
    expect(announcement(page)).to_have_text("Removed Norway; 3 left")
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


TOPPINGS = {
    "name": "t", "inputSchema": {"type": "object", "required": ["order"], "properties": {
        "order": {"type": "array", "title": "Order", "items": {"enum": ["cheese", "ham", "olives"]}}
    }},
}  # fmt: skip


def test_an_option_is_chosen_as_often_as_wanted_and_the_order_is_kept(new_app, acting, serve, page):
    page.goto(serve(new_app(TOPPINGS)) + "/tools/t")
    control = box(page, "Order")
    control.click()
    for name in ("ham", "cheese", "ham", "ham"):
        page.get_by_role("option", name=name).click()
    expect(announcement(page)).to_have_text("Added ham; 4 in all")
    control.press("Escape")
    expect(chips(page)).to_have_text(["ham", "cheese", "ham", "ham"])
    page.get_by_role("button", name="Remove ham").first.click()

    expect(chips(page)).to_have_text(["cheese", "ham", "ham"])
    run(page)
    assert acting.bodies == [{"order": ["cheese", "ham", "ham"]}]


def test_without_scripts_an_option_is_offered_again_once_it_is_chosen(new_app, acting, serve, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(serve(new_app(TOPPINGS)) + "/tools/t")
    page.get_by_label("ham").check()
    page.get_by_role("button", name="Choose more of the same").click()
    expect(page.get_by_label("ham")).to_have_count(2)
    page.get_by_label("ham").nth(1).check()
    page.get_by_label("cheese").check()
    run(page)

    assert acting.bodies == [{"order": ["ham", "cheese", "ham"]}]
