"""A number: typed, stepped and pasted, by keyboard and by touch, looked at by axe."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.alive import come_alive

WEIGHT = {"key": "n", "type": "number", "label": "Weight", "unit": "kg", "min": -1, "max": 2.5, "step": 0.5}
NEXT = {"key": "after", "type": "text", "label": "After", "required": False}


def number(page):
    return page.get_by_role("textbox", name="Weight")


#: What is typed, the keys that are pressed then, and what the number is after them.
STEPS = (
    ("", ["ArrowUp"], "0"),
    ("", ["ArrowUp", "ArrowUp"], "0.5"),
    ("0.1", ["ArrowUp"], "0.6"),
    ("0", ["ArrowDown"], "-0.5"),
    ("0", ["Shift+ArrowUp"], "2.5"),
    ("0", ["Shift+ArrowDown"], "-1"),
    ("9", ["ArrowDown"], "2.5"),
    ("1e0", ["ArrowUp"], "1.5"),
    ("one", ["ArrowUp"], "one"),
    ("1", ["Alt+ArrowUp", "PageUp"], "1"),
)


def test_the_arrow_keys_step_within_the_bounds(opened, subtests):
    page = opened(WEIGHT)
    for typed, keys, value in STEPS:
        with subtests.test(typed=typed, keys=keys):
            number(page).fill("")
            page.keyboard.type(typed)

            for key in keys:
                page.keyboard.press(key)

            expect(number(page)).to_have_value(value)


def test_a_number_is_filled_in_by_the_keyboard_alone(opened, acting):
    page = opened(WEIGHT, NEXT)
    number(page).focus()

    page.keyboard.type("-.5")
    page.keyboard.press("Tab")
    expect(page.get_by_label("After")).to_be_focused()
    page.keyboard.press("Control+Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"n": -0.5}]


def test_a_number_is_filled_in_by_touch(served, new_page, watch, acting):
    page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    violations = watch(page)
    page.goto(served(WEIGHT))
    come_alive(page)
    assert number(page).bounding_box()["height"] >= 44
    # Below that, a phone zooms into what takes the focus.
    assert number(page).evaluate("control => parseFloat(getComputedStyle(control).fontSize)") >= 16

    number(page).tap()
    page.keyboard.type("25.")
    page.locator("[data-run]").tap()
    expect(page.locator('[data-problem-for="/n"]')).to_contain_text("2.5")
    # The number is checked as it is left, a moment before Run is.
    expect(page.locator("[data-summary]")).to_be_focused()
    number(page).tap()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1.5")
    # Run moves where the message goes.
    expect(page.locator('[data-problem-for="/n"]')).to_be_hidden()
    page.locator("[data-run]").tap()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"n": 1.5}]
    assert violations == []


def test_without_its_module_a_number_is_a_text(served, page, acting):
    page.route("**/static/inputs/number-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(WEIGHT))
    come_alive(page)

    number(page).fill("1.5")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"n": 1.5}]


def test_axe_finds_nothing_in_any_state(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served(WEIGHT | {"description": "With its box."}))
    come_alive(page)
    axe_light_and_dark(page)
    number(page).fill("1.5")
    axe_light_and_dark(page)

    number(page).fill("seven")
    page.locator("[data-run]").click()

    expect(number(page)).to_have_attribute("aria-invalid", "true")
    axe_light_and_dark(page)
