"""A colour: its text and the browser's own picker, by keyboard and by touch, looked at by axe."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.alive import come_alive

TINT = {"key": "c", "type": "colour", "label": "Tint", "required": False}
NEXT = {"key": "after", "type": "text", "label": "After", "required": False}


def text(page):
    return page.get_by_role("textbox", name="Tint", exact=True)


def picker(page):
    return page.get_by_label("Tint: pick")


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_a_colour_is_filled_in_by_the_keyboard_alone(opened, acting):
    page = opened(TINT, NEXT)

    text(page).focus()
    page.keyboard.type("aBc")
    page.keyboard.press("Tab")
    expect(picker(page)).to_be_focused()
    expect(picker(page)).to_have_value("#aabbcc")
    page.keyboard.press("Tab")
    expect(page.get_by_label("After")).to_be_focused()
    page.keyboard.press("Control+Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"c": "#aBc"}]


def test_a_colour_is_filled_in_by_touch(served, new_page, watch, acting):
    page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    violations = watch(page)
    page.goto(served(TINT, NEXT))
    come_alive(page)
    for control in (text(page), picker(page)):
        assert min(control.bounding_box()[side] for side in ("width", "height")) >= 44

    text(page).tap()
    page.keyboard.type("102030")
    page.get_by_label("After").tap()
    expect(text(page)).to_have_value("#102030")
    expect(picker(page)).to_have_value("#102030")
    # What the picker of the phone is left with.
    picker(page).fill("#a0b0c0")
    expect(text(page)).to_have_value("#a0b0c0")
    page.locator("[data-run]").tap()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"c": "#a0b0c0"}]
    assert violations == []


def test_two_colours_do_not_disturb_each_other(opened, acting):
    page = opened(TINT, TINT | {"key": "d", "label": "Shade", "default": "#000000"})

    picker(page).fill("#112233")
    page.get_by_role("textbox", name="Shade", exact=True).fill("#445566")
    run(page)

    assert acting.bodies == [{"c": "#112233", "d": "#445566"}]


def test_a_reset_brings_back_the_picker_as_well(opened):
    page = opened(TINT | {"default": "#5563d1"})
    text(page).fill("#000000")
    expect(picker(page)).to_have_value("#000000")

    page.get_by_role("button", name="Reset").click()

    expect(text(page)).to_have_value("#5563d1")
    expect(picker(page)).to_have_value("#5563d1")


def test_without_its_module_a_colour_is_a_text(served, page, acting):
    page.route("**/static/inputs/colour-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(TINT))
    come_alive(page)

    text(page).fill("#aabbcc")
    run(page)

    assert picker(page).count() == 0
    assert acting.bodies == [{"c": "#aabbcc"}]


def test_axe_finds_nothing_in_any_state(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served(TINT | {"description": "Of the wall."}))
    come_alive(page)
    expect(picker(page)).to_have_attribute("data-unset", "")
    axe_light_and_dark(page)
    text(page).fill("#5563d1")
    axe_light_and_dark(page)

    text(page).fill("red")
    page.locator("[data-run]").click()

    expect(text(page)).to_have_attribute("aria-invalid", "true")
    axe_light_and_dark(page)
