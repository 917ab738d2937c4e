"""Inputs made easier by their modules: numbers, sliders, colours and places; the text in the form stays the home of the value."""

from __future__ import annotations

import contextlib

from playwright.sync_api import Error, expect

from tests.browser.controls import paste, run


def test_the_arrow_keys_step_a_number_exactly(opened):
    page = opened({"key": "n", "type": "number", "label": "N", "step": 0.1, "max": 1, "default": 0.7})
    control = page.get_by_label("N", exact=True)

    control.press("ArrowUp")
    control.press("ArrowUp")
    expect(control).to_have_value("0.9")
    control.press("Shift+ArrowUp")

    expect(control).to_have_value("1")


def test_a_pasted_number_may_have_a_decimal_comma(opened):
    page = opened({"key": "n", "type": "number", "label": "N"})
    control = page.get_by_label("N", exact=True)

    paste(control, "1.234,50")

    expect(control).to_have_value("1234.50")


def test_the_text_of_a_number_stays_as_typed_while_it_is_typed(opened, subtests):
    page = opened({"key": "n", "type": "number", "label": "N", "default": 5})
    control = page.get_by_label("N", exact=True)
    for typed in ("1.", "-", "1e", "+", ".", "1e-", "0x1", "1,5"):
        with subtests.test(typed=typed):
            control.fill("")

            for index, key in enumerate(typed):
                page.keyboard.type(key)
                expect(control).to_have_value(typed[: index + 1])


PASTED = {
    "1,5": "1.5",
    "-0,25": "-0.25",
    "1 234,5": "1234.5",
    "1.234": "1.234",
    "1,234": "1,234",
    "12\u2019000": "12000",
}


def test_pasted_decimal_commas_are_understood_and_what_may_be_two_numbers_is_not(opened, subtests):
    page = opened({"key": "n", "type": "number", "label": "N", "unit": "kg"})
    control = page.get_by_role("textbox", name="N")
    with contextlib.suppress(Error):
        # A paste that the page leaves to the browser is made by it.
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for text, number in PASTED.items():
        with subtests.test(text):
            control.fill("")
            page.evaluate("text => navigator.clipboard.writeText(text)", text)

            control.focus()
            page.keyboard.press("Control+v")

            expect(control).to_have_value(number)
            expect(page.locator(".unit > span")).to_have_text("kg")


def test_a_half_typed_number_is_left_as_it_is(opened, acting):
    page = opened({"key": "n", "type": "number", "label": "N"}, SLIDER)
    for control in (page.get_by_label("N", exact=True), page.get_by_role("textbox", name="Share")):
        control.fill("")
        control.press_sequentially("1.")
        control.blur()
        expect(control).to_have_value("1.")

    run(page)

    assert acting.bodies == [{"n": 1, "s": 1}]


def test_the_wheel_changes_no_number(opened):
    page = opened({"key": "n", "type": "number", "label": "N", "default": 5})
    page.get_by_label("N", exact=True).focus()

    page.get_by_label("N", exact=True).hover()
    page.mouse.wheel(0, 300)

    expect(page.get_by_label("N", exact=True)).to_have_value("5")


SLIDER = {"key": "s", "type": "slider", "label": "Share", "min": 0, "max": 1, "step": 0.1, "default": 0.1}
BAND = {
    "key": "b",
    "type": "slider",
    "label": "Band",
    "min": 380,
    "max": 750,
    "step": 5,
    "range": True,
    "default": [450, 650],
}


def test_moving_a_track_writes_the_exact_text(opened, acting):
    page = opened({**SLIDER, "default": 0.2})
    track = page.get_by_role("slider", name="Share")

    track.press("ArrowRight")

    expect(page.get_by_role("textbox", name="Share")).to_have_value("0.3")
    expect(track).to_have_attribute("aria-valuetext", "0.3")
    run(page)
    assert acting.bodies == [{"s": 0.3}]


def test_a_value_between_the_steps_stays_as_it_is_and_the_track_shows_the_nearest(opened, acting):
    page = opened({**SLIDER, "default": 0.33})

    expect(page.get_by_role("slider", name="Share")).to_have_value("3")
    run(page)

    assert acting.bodies == [{"s": 0.33}]


def test_a_track_follows_what_is_typed(opened):
    page = opened(SLIDER)

    page.get_by_role("textbox", name="Share").fill("0.8")

    expect(page.get_by_role("slider", name="Share")).to_have_value("8")


def test_the_handles_of_a_range_do_not_cross(opened, acting):
    page = opened(BAND)
    low, high = page.get_by_role("slider", name="Band, From"), page.get_by_role("slider", name="Band, To")

    low.press("End")
    expect(page.locator('[name="/b/0"]')).to_have_value("650")
    high.press("Home")
    expect(page.locator('[name="/b/1"]')).to_have_value("650")
    low.press("Home")

    expect(page.locator('[name="/b/0"]')).to_have_value("380")
    run(page)
    assert acting.bodies == [{"b": [380, 650]}]


def test_handles_that_met_at_the_end_can_be_taken_apart_by_a_pointer(opened):
    page = opened({**BAND, "default": [750, 750]})
    box = page.locator(".slider-tracks").bounding_box()
    at = box["x"] + box["width"] - 8, box["y"] + box["height"] / 2

    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] - box["width"] / 2, at[1], steps=4)
    page.mouse.up()

    assert page.locator('[name="/b/0"]').input_value() < "650"
    expect(page.locator('[name="/b/1"]')).to_have_value("750")


def test_an_optional_slider_is_not_set_until_it_is_moved(opened, acting):
    page = opened({**SLIDER, "required": False, "default": None})
    track = page.get_by_role("slider", name="Share")
    expect(track).to_have_attribute("aria-valuetext", "not set")
    run(page)

    track.press("ArrowRight")
    run(page)

    expect(page.locator("[data-history] li")).to_have_count(2)
    assert acting.bodies == [{}, {"s": 0.1}]


def test_the_picker_and_the_text_of_a_colour_keep_step(opened, acting):
    page = opened({"key": "c", "type": "colour", "label": "Tint", "default": "#5563D1"})
    picker, text = page.get_by_label("Tint: pick"), page.get_by_role("textbox", name="Tint", exact=True)
    expect(picker).to_have_value("#5563d1")
    run(page)

    text.fill("#abc")
    expect(picker).to_have_value("#aabbcc")
    picker.fill("#102030")

    expect(text).to_have_value("#102030")
    run(page)
    expect(page.locator("[data-history] li")).to_have_count(2)
    assert acting.bodies == [{"c": "#5563D1"}, {"c": "#102030"}]


def test_a_colour_may_be_typed_without_its_mark(opened, subtests):
    page = opened({"key": "c", "type": "colour", "label": "Tint", "required": False})
    text, picker = page.get_by_role("textbox", name="Tint", exact=True), page.get_by_label("Tint: pick")
    for typed, meant in (("5563D1", "#5563D1"), ("abc", "#abc"), ("#ABC", "#ABC"), ("red", "red")):
        with subtests.test(typed):
            text.fill("")
            expect(picker).to_have_attribute("data-unset", "")

            text.fill(typed)
            page.keyboard.press("Tab")

            expect(text).to_have_value(meant)
            expect(picker).to_be_focused()


def test_coordinates_pasted_together_fill_the_parts_of_a_place(opened):
    page = opened({"key": "p", "type": "map_point", "label": "Home"})

    paste(page.get_by_label("Longitude"), "51.5, -0.1")

    expect(page.get_by_label("Latitude")).to_have_value("51.5")
    expect(page.get_by_label("Longitude")).to_have_value("-0.1")
    expect(page.locator("[data-announced]")).to_have_text("Filled in: Latitude 51.5, Longitude -0.1")


def test_a_box_pasted_as_geojson_fills_its_edges(opened):
    page = opened({"key": "p", "type": "map_bbox", "label": "Area"})

    paste(page.get_by_label("South"), '{"type": "Feature", "bbox": [2, 1, 4, 3]}')

    for word, text in (("South", "1"), ("West", "2"), ("North", "3"), ("East", "4")):
        expect(page.get_by_label(word, exact=True)).to_have_value(text)
