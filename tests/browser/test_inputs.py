"""Inputs made easier by their modules; the text in the form stays the home of the value."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect


def paste(locator, text):
    locator.evaluate(
        """(element, text) => { const clipboardData = new DataTransfer(); clipboardData.setData('text', text)
        element.focus(); element.select?.()
        element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }""",
        text,
    )


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


# number


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


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,5", "1.5"),
        ("-0,25", "-0.25"),
        ("1 234,5", "1234.5"),
        ("1.234", "1.234"),
        ("1,234", "1,234"),
        ("12\u2019000", "12000"),
    ],
)
def test_pasted_decimal_commas_are_understood_and_what_may_be_two_numbers_is_not(opened, text, number):
    page = opened({"key": "n", "type": "number", "label": "N", "unit": "kg"})
    control = page.get_by_role("textbox", name="N")
    with contextlib.suppress(Error):
        # A paste that the page leaves to the browser is made by it.
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
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


# slider


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


# colour


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


@pytest.mark.parametrize(("typed", "meant"), [("5563D1", "#5563D1"), ("abc", "#abc"), ("#ABC", "#ABC"), ("red", "red")])
def test_a_colour_may_be_typed_without_its_mark(opened, typed, meant):
    page = opened({"key": "c", "type": "colour", "label": "Tint", "required": False})
    text, picker = page.get_by_role("textbox", name="Tint", exact=True), page.get_by_label("Tint: pick")
    expect(picker).to_have_attribute("data-unset", "")

    text.fill(typed)
    page.keyboard.press("Tab")

    expect(text).to_have_value(meant)
    expect(picker).to_be_focused()


# tags


TAGS = {"key": "t", "type": "tags", "label": "Labels", "suggestions": ["alpha", "beta"], "default": ["alpha"]}


def chips(page):
    return page.locator(".chips .chip span")


def typing(page):
    return page.get_by_role("combobox", name="Labels")


def test_tags_are_added_by_enter_comma_and_lines(opened, acting):
    page = opened(TAGS)

    typing(page).press_sequentially("one")
    page.keyboard.press("Enter")
    page.keyboard.type("two,three, ")
    paste(typing(page), "four\r\nfive, six\n\n")

    expect(chips(page)).to_have_text(["alpha", "one", "two", "three", "four", "five, six"])
    expect(page.locator("[data-announced]")).to_contain_text("Added four, five, six; 6 in all")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"t": ["alpha", "one", "two", "three", "four", "five, six"]}]


def test_a_comma_is_part_of_a_tag_where_one_that_is_offered_has_one(opened, acting):
    page = opened(TAGS | {"suggestions": ["salt, fine"]})

    typing(page).press_sequentially("pepper, black")
    page.keyboard.press("Enter")
    expect(chips(page)).to_have_text(["alpha", "pepper, black"])
    typing(page).press_sequentially("oil, cold")
    run(page)

    assert acting.bodies == [{"t": ["alpha", "pepper, black", "oil, cold"]}]


def test_a_tag_that_is_still_being_typed_is_sent_too(opened, acting):
    page = opened(TAGS)
    typing(page).fill("half")

    run(page)

    assert acting.bodies == [{"t": ["alpha", "half"]}]


def test_tags_are_removed_by_key_and_by_button(opened):
    page = opened({**TAGS, "default": ["a", "b", "c", "d"]})

    typing(page).press("Backspace")
    expect(page.get_by_role("button", name="Remove d")).to_be_focused()
    page.keyboard.press("Backspace")
    expect(chips(page)).to_have_text(["a", "b", "c"])
    expect(typing(page)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Remove b")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Remove c")).to_be_focused()
    page.get_by_role("button", name="Remove a").click()

    expect(chips(page)).to_have_text(["c"])
    expect(page.locator("[data-announced]")).to_have_text("Removed a; 1 left")


def test_a_suggestion_is_offered_until_it_is_taken(opened):
    page = opened(TAGS | {"suggestions": ["alpha", "beta", "gamma"]})
    typing(page).click()
    expect(page.get_by_role("option")).to_have_text(["beta", "gamma"])

    page.get_by_role("option", name="beta").click()

    expect(chips(page)).to_have_text(["alpha", "beta"])
    expect(page.get_by_role("option")).to_have_text(["gamma"])
    expect(typing(page)).to_be_focused()
    typing(page).press_sequentially("g")
    typing(page).press("Enter")
    expect(chips(page)).to_have_text(["alpha", "beta", "g"])


def test_tags_without_suggestions_are_a_plain_text(opened):
    page = opened({"key": "t", "type": "tags", "label": "Labels"})

    page.get_by_role("textbox", name="Labels").press_sequentially("one\n")

    expect(chips(page)).to_have_text(["one"])
    expect(page.get_by_role("combobox")).to_have_count(0)


def test_tags_that_are_not_touched_stay_as_they_are(opened, acting):
    page = opened({**TAGS, "default": ["a", "a", "<b>"]})

    expect(chips(page)).to_have_text(["a", "a", "<b>"])
    run(page)

    assert acting.bodies == [{"t": ["a", "a", "<b>"]}]


def test_a_problem_of_tags_leads_to_where_one_types(opened, page):
    opened(TAGS)
    page.route(
        "**/run",
        lambda route: route.fulfill(
            status=422, json={"problems": [{"at": "/t", "code": "x", "message": "Expected less"}]}
        ),
    )
    page.locator("[data-run]").click()

    page.get_by_role("link", name="Labels").click()

    expect(typing(page)).to_be_focused()


# autocomplete


CITY = {"key": "c", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities"}


def city(page):
    return page.get_by_role("combobox", name="City")


def test_suggestions_come_while_typing_and_the_value_is_sent(opened, acting):
    acting.suggestions = [{"value": "OSL", "label": "Oslo <b>"}, {"value": "BGO", "label": "Bergen"}]
    page = opened(CITY)

    city(page).press_sequentially("osl", delay=20)
    options = page.get_by_role("option")
    expect(options).to_have_text(["Oslo <b>", "Bergen"])
    expect(city(page)).to_have_attribute("aria-expanded", "true")
    city(page).press("ArrowDown")
    expect(options.first).to_have_attribute("data-active", "")
    assert city(page).get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    city(page).press("Enter")

    expect(city(page)).to_have_value("Oslo <b>")
    expect(page.get_by_text("Sent as OSL", exact=True)).to_be_visible()
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert acting.asked[-1].endswith("q=osl")
    run(page)
    assert acting.bodies == [{"c": "OSL"}]


@pytest.mark.parametrize("value", [9007199254740993, 2.5, True, "7"])
def test_a_suggested_value_keeps_its_type(opened, acting, value):
    acting.suggestions = [{"value": value, "label": "It"}]
    page = opened(CITY)
    city(page).fill("x")

    page.get_by_role("option", name="It").click()
    run(page)

    assert acting.bodies == [{"c": value}]
    assert type(acting.bodies[0]["c"]) is type(value)


def test_what_is_typed_after_a_choice_is_text_again(opened, acting):
    acting.suggestions = [{"value": 7, "label": "Seven"}]
    page = opened(CITY)
    city(page).fill("x")
    page.get_by_role("option", name="Seven").click()

    city(page).press_sequentially("8")
    run(page)

    assert acting.bodies == [{"c": "Seven8"}]


def test_a_late_answer_is_dropped(opened, page, acting):
    opened(CITY)
    requests = []
    page.route(re.compile("complete.*q=a$"), lambda route: requests.append(route))
    page.route(re.compile("complete.*q=ab$"), lambda route: route.fulfill(json=[{"value": "new", "label": "New"}]))
    with page.expect_request(re.compile("complete.*q=a$")):
        city(page).press_sequentially("a")

    city(page).press_sequentially("b")
    expect(page.get_by_role("option")).to_have_text(["New"])
    with contextlib.suppress(Error):
        # It may have been given up already.
        requests[0].fulfill(json=[{"value": "old", "label": "Old"}])
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")

    expect(page.get_by_role("option")).to_have_text(["New"])


def test_without_suggestions_it_says_so_and_takes_what_is_typed(opened, page, acting):
    opened(CITY)
    note = page.locator(".combo-note")
    acting.suggestions = []
    city(page).fill("nowhere")
    expect(note).to_have_text("Nothing was found. What you type is sent as it is.")

    acting.suggestions = ("broken", 500)
    city(page).fill("nowhere else")
    expect(note).to_have_text("No suggestions could be had. What you type is sent as it is.Try again")
    city(page).press("Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"c": "nowhere else"}]


def test_escape_closes_the_list_and_keeps_the_text(opened, acting):
    page = opened(CITY)
    city(page).fill("x")
    expect(page.get_by_role("listbox")).to_be_visible()

    city(page).press("Escape")

    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(city(page)).to_have_value("x")


# places


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
