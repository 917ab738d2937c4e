"""Sliders of one and of two handles: by keys, by the mouse, by touch, and by typing."""

from __future__ import annotations

from playwright.sync_api import expect

from webform.messages import message

SHARE = {"key": "s", "type": "slider", "label": "Share", "min": 0, "max": 1, "step": 0.1, "unit": "%", "default": 0.1}
BAND = {
    "key": "b",
    "type": "slider",
    "label": "Band",
    "min": 380,
    "max": 750,
    "step": 5,
    "unit": "nm",
    "range": True,
    "default": [450, 650],
}


def ends(page):
    return [page.locator(f'[name="/b/{part}"]') for part in (0, 1)]


def point(page, share):
    """Return where on the track of the band a share of its scale is."""
    box = page.locator('[data-at="/b"] [data-tracks]').bounding_box()
    return box["x"] + 12 + (box["width"] - 24) * share, box["y"] + box["height"] / 2


def ready(page):
    expect(page.get_by_role("slider").last).to_be_visible()
    return page


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_a_press_on_the_track_brings_the_nearer_handle(opened):
    page = ready(opened(BAND))

    for share, expected in ((0.1, ["415", "650"]), (0.9, ["415", "715"]), (0.6, ["415", "600"])):
        page.mouse.click(*point(page, share))

        for end, text in zip(ends(page), expected, strict=True):
            expect(end, f"after a press at {share}").to_have_value(text)


def test_a_press_on_the_track_can_be_dragged_on_but_not_past_the_other(opened, acting):
    page = ready(opened(BAND))

    page.mouse.move(*point(page, 0.1))
    page.mouse.down()
    page.mouse.move(*point(page, 0.99), steps=5)
    page.mouse.up()
    run(page)

    assert acting.bodies == [{"b": [650, 650]}]


def test_the_value_at_a_handle_has_its_unit(opened):
    page = ready(opened(SHARE, BAND))
    high = page.get_by_role("slider", name="Band, To")

    high.focus()
    page.keyboard.press("ArrowRight")

    expect(page.locator(".knob-value").last).to_have_text("655 nm")
    expect(page.locator(".knob-value").last).to_be_visible()
    expect(page.locator(".knob-value").first).to_be_hidden()
    expect(high).to_have_attribute("aria-valuetext", "655 nm")
    expect(page.locator('[data-at="/b"] .unit > span')).to_have_text(["nm", "nm"])


def test_steps_are_exact_decimals(opened, acting):
    page = ready(opened(SHARE))
    for text in ("0.2", "0.3", "0.4", "0.5", "0.6", "0.7"):
        page.get_by_role("slider", name="Share").press("ArrowRight")
        expect(page.get_by_role("textbox", name="Share")).to_have_value(text)

    run(page)

    assert acting.bodies == [{"s": 0.7}]


def test_ends_that_were_typed_past_each_other_are_said(opened):
    page = ready(opened(BAND))
    low, high = ends(page)

    low.fill("700")
    page.locator("[data-run]").focus()

    expect(page.locator('[data-problem-for="/b"]')).to_have_text(message("range-order", {}))
    high.fill("720")
    expect(page.locator('[data-problem-for="/b"]')).to_be_hidden()


def test_a_range_is_set_by_touch(served, new_page, acting):
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page.goto(served(BAND))
    ready(page)

    page.touchscreen.tap(*point(page, 0.2))

    expect(ends(page)[0]).to_have_value("455")
    assert page.get_by_role("slider").first.bounding_box()["height"] >= 44
    run(page)
    assert acting.bodies == [{"b": [455, 650]}]


def test_axe_finds_nothing(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served(SHARE, BAND, {**SHARE, "key": "o", "label": "Perhaps", "required": False, "default": None}))
    ready(page).get_by_role("slider").first.focus()

    axe_light_and_dark(page)


def test_where_the_module_does_not_load_the_numbers_are_typed(served, page, acting):
    page.route("**/inputs/slider-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(BAND))
    expect(page.locator("[data-tracks]")).to_have_count(0)

    ends(page)[0].fill("400")
    run(page)

    assert acting.bodies == [{"b": [400, 650]}]


def test_the_words_of_a_unit_stay_whole(opened):
    page = opened({"key": "v", "type": "slider", "label": "Speed", "min": 0, "max": 9, "unit": "kilometres an hour"})
    lines = page.locator(".unit > span bdi").evaluate("""unit => {
        const word = document.createRange()
        word.setStart(unit.firstChild, 0)
        word.setEnd(unit.firstChild, 'kilometres'.length)
        return word.getClientRects().length
    }""")

    assert lines == 1


def test_a_slider_is_one_tab_stop_where_a_number_can_be_typed(opened, acting):
    page = opened({"key": "x", "type": "slider", "label": "X", "min": 0, "max": 100, "default": 5})
    page.get_by_role("slider").focus()
    page.keyboard.type("42")
    expect(page.locator(".slider input.ctl")).to_have_value("42")
    expect(page.get_by_role("slider")).to_have_value("42")

    page.keyboard.press("Tab")
    expect(page.locator("[data-run]")).to_be_focused()
