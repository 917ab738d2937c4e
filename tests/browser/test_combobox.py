"""Choosing by typing: select, multiselect, tags and autocomplete, by keyboard, mouse and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.combobox import ALIKE, CITY, COUNTRY, MANY, PLACES, active, box, chips, options, run
from tests.marks import slow_but

TAGS = {"key": "t", "type": "tags", "label": "Labels", "suggestions": ["alpha", "beta", "gamma"], "required": False}
EVERY = [COUNTRY, MANY, TAGS, CITY]
FEW = {"key": "f", "type": "multiselect", "label": "Few", "options": PLACES[:4], "required": False}


def choose(page, label, words, by):
    """Choose the option of *words* in the combobox of *label*."""
    control = box(page, label)
    if by == "keyboard":
        control.focus()
        page.keyboard.type(words)
        expect(options(page).filter(has_text=words)).to_have_count(1)
        if not active(page).count():
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        if page.get_by_role("listbox").count():
            page.keyboard.press("Escape")
        return
    press = control.tap if by == "touch" else control.click
    press()
    if label == "City":
        # A keyboard on the screen puts in text; it presses no keys.
        (control.fill if by == "touch" else control.press_sequentially)(words)
    option = page.get_by_role("option", name=words, exact=True)
    (option.tap if by == "touch" else option.click)()
    if page.get_by_role("listbox").count():
        control.press("Escape")


@pytest.mark.parametrize("by", slow_but(["keyboard"], ["keyboard", "mouse", "touch"]))
def test_each_is_filled_in_and_its_value_is_sent(opened, phone, acting, by):
    acting.suggestions = [{"value": 7, "label": "Oslo"}, {"value": "BGO", "label": "Bergen"}]
    page = (phone if by == "touch" else opened)(*EVERY)

    choose(page, "Country", "Norway", by)
    choose(page, "Visited", "Sweden", by)
    choose(page, "Visited", "Austria", by)
    choose(page, "Labels", "beta", by)
    choose(page, "City", "Oslo", by)

    expect(box(page, "Country")).to_have_value("Norway")
    expect(chips(page)).to_have_text(["Sweden", "Austria", "beta"])
    expect(box(page, "City")).to_have_value("Oslo")
    run(page)
    assert acting.bodies == [{"s": "NO5", "m": ["SW6", "AU0"], "t": ["beta"], "c": 7}]


@pytest.mark.parametrize("kind", ["select", "multiselect"])
def test_options_that_only_their_type_tells_apart_are_sent_as_what_they_are(opened, acting, kind):
    page = opened({"key": "x", "type": kind, "label": "X", "options": ALIKE + PLACES})
    wanted = [True, "1", 1] if kind == "multiselect" else ["1"]

    for value in wanted:
        choose(page, "X", f"{type(value).__name__} {value}", "keyboard")
    run(page)

    found = acting.bodies[0]["x"] if kind == "multiselect" else [acting.bodies[0]["x"]]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in wanted]


def test_nothing_that_is_not_touched_changes(opened, acting):
    body = {"s": "GE3", "m": ["SW6", "AU0"], "t": ["b", "b", "alpha"], "c": "<b>"}
    page = opened(*[country | {"default": body[country["key"]]} for country in EVERY])
    expect(box(page, "Country")).to_have_value("Germany")
    expect(chips(page)).to_have_text(["Sweden", "Austria", "b", "b", "alpha"])
    expect(box(page, "City")).to_have_value("<b>")

    for label in ("Country", "Visited", "Labels", "City"):
        box(page, label).focus()
    run(page)

    assert acting.bodies == [body]


def test_two_of_a_kind_do_not_disturb_each_other(opened, acting):
    page = opened(
        *EVERY, *[country | {"key": country["key"] * 2, "label": f"Other {country['label']}"} for country in EVERY]
    )

    for label in ("Other Country", "Country"):
        box(page, label).press("ArrowDown")
        expect(page.get_by_role("listbox")).to_have_count(1)
    choose(page, "Other Country", "Sweden", "keyboard")
    choose(page, "Other Visited", "Norway", "mouse")
    choose(page, "Labels", "alpha", "mouse")
    run(page)

    assert acting.bodies == [{"ss": "SW6", "mm": ["NO5"], "t": ["alpha"]}]


def test_a_label_leads_to_the_combobox_and_a_problem_marks_it(opened, axe):
    page = opened(*[country | {"required": True} for country in EVERY])
    page.locator("[data-run]").click()

    for name in ("Country", "City"):
        page.get_by_role("link", name=name, exact=True).click()
        expect(box(page, name)).to_be_focused()
        expect(box(page, name)).to_have_attribute("aria-invalid", "true")
    axe(page)
    choose(page, "Country", "Sweden", "keyboard")
    expect(box(page, "Country")).not_to_have_attribute("aria-invalid", "true")


def test_reset_and_undo_bring_back_what_was_chosen(opened, acting):
    page = opened(*EVERY)
    choose(page, "Country", "Norway", "keyboard")
    choose(page, "Visited", "Sweden", "keyboard")
    page.get_by_role("button", name="Reset").click()
    expect(box(page, "Country")).to_have_value("")

    page.get_by_role("button", name="Undo").click()

    expect(box(page, "Country")).to_have_value("Norway")
    expect(chips(page)).to_have_text(["Sweden"])
    choose(page, "Visited", "Austria", "keyboard")
    run(page)
    assert acting.bodies == [{"s": "NO5", "m": ["SW6", "AU0"]}]


@pytest.mark.slow
def test_axe_finds_nothing_in_any_state(opened, acting, axe_light_and_dark):
    page = opened(*EVERY)
    expect(box(page, "City")).to_be_visible()
    axe_light_and_dark(page)
    for label in ("Country", "Visited", "Labels"):
        box(page, label).press("ArrowDown")
        expect(active(page)).to_have_count(1)
        axe_light_and_dark(page)
        page.keyboard.press("Enter")
    box(page, "Country").fill("xyz")
    expect(page.locator(".combo-note:visible")).to_have_text("Nothing found for “xyz”")
    axe_light_and_dark(page)
    page.route(re.compile("/complete"), lambda _: None)
    box(page, "City").fill("o")
    expect(page.locator(".combo-note:visible")).to_have_text("Searching…")
    axe_light_and_dark(page)
    page.unroute(re.compile("/complete"))
    for answer, state in (([], "Nothing was found."), (("broken", 500), "No suggestions could be had.")):
        acting.suggestions = answer
        box(page, "City").fill(f"o{state}")
        expect(page.locator(".combo-note", has_text=state)).to_be_visible()
        axe_light_and_dark(page)


@pytest.mark.slow
def test_options_are_never_cut_off(opened):
    page = opened(*[COUNTRY | {"key": f"s{n}", "label": f"Country {n}"} for n in range(14)])
    for width in (1280, 700, 390, 320):
        page.set_viewport_size({"width": width, "height": 640})
        for label in ("Country 0", "Country 6", "Country 13"):
            box(page, label).scroll_into_view_if_needed()
            box(page, label).press("ArrowDown")
            place, text = page.locator(".combo-popup:popover-open").bounding_box(), box(page, label).bounding_box()
            assert place["x"] >= 0 <= place["y"], (width, label)
            assert place["x"] + place["width"] <= width, (width, label)
            assert place["y"] + place["height"] <= 640, (width, label)
            assert place["height"] > 180, (width, label)
            assert place["y"] >= text["y"] + text["height"] or place["y"] + place["height"] <= text["y"], (width, label)
            box(page, label).press("Escape")


def test_a_pointer_outside_closes_the_options(opened):
    page = opened(*EVERY)
    for label in ("Country", "Visited", "Labels"):
        box(page, label).click()
        expect(page.get_by_role("listbox")).to_be_visible()
        page.get_by_role("heading").first.click()
        expect(page.get_by_role("listbox")).to_have_count(0)


@pytest.mark.parametrize("lost", ["**/inputs/{select,multiselect,tags,autocomplete}-*.js", "**/chunk-*.js"])
def test_a_module_that_fails_leaves_the_native_controls(page, opened, acting, lost):
    page.route(lost, lambda route: route.fulfill(status=500))
    opened(*EVERY)

    page.get_by_label("Country").select_option(label="Norway")
    page.get_by_label("Austria").check()
    page.get_by_label("Labels").fill("one\ntwo")
    page.get_by_label("City").fill("Oslo")
    expect(page.get_by_role("button", name="Search")).to_be_visible()
    run(page)

    assert acting.bodies == [{"s": "NO5", "m": ["AU0"], "t": ["one", "two"], "c": "Oslo"}]


def test_few_options_stay_native_and_load_nothing(page, opened, acting):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    opened(COUNTRY | {"options": PLACES[:4]}, FEW)

    page.get_by_label("Country").select_option(label="Germany")
    page.get_by_label("Åland Islands").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    run(page)

    assert acting.bodies == [{"s": "GE3", "f": ["ÅL1", "CÔ2"]}]
    assert [request for request in asked if "/inputs/" in request] == []


@pytest.mark.parametrize(("declared", "label"), [(COUNTRY, "Country"), (CITY, "City")])
def test_whoever_is_at_the_native_control_is_at_the_combobox_then(page, served, declared, label):
    requests = []
    page.route(f"**/inputs/{declared['type']}-*.js", lambda route: requests.append(route))
    with page.expect_request(f"**/inputs/{declared['type']}-*.js"):
        page.goto(served(declared))
    page.locator("form[data-webform]").get_by_label(label).focus()

    requests.pop().continue_()

    expect(page.get_by_role("combobox", name=label).and_(page.locator("input"))).to_be_focused()


def test_running_by_keys_sends_the_option_that_is_typed(opened, acting):
    page = opened(COUNTRY | {"default": "GE3", "required": True}, MANY)
    control = box(page, "Country")
    sent = []
    # What is no option leaves the one before.
    for typed, found in (("nowhere", "GE3"), ("", "GE3"), ("swe", "SW6"), ("nowhere", "SW6"), ("norway", "NO5")):
        sent.append({"s": found})
        control.fill(typed)

        with page.expect_response("**/run"):
            control.press("Control+Enter")

        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        expect(control).to_have_value(next(place["label"] for place in PLACES if place["value"] == found))
        assert acting.bodies == sent, typed


def test_running_by_keys_adds_the_option_that_is_typed_and_takes_none_away(opened, acting):
    page = opened(MANY | {"default": ["GE3"]})
    control = box(page, "Visited")
    for typed in ("swe", "germany"):
        control.fill(typed)
        with page.expect_response("**/run"):
            control.press("Control+Enter")

        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        expect(control).to_have_value("")
        expect(chips(page)).to_have_text(["Germany", "Sweden"])

    assert [body["m"] for body in acting.bodies] == [["GE3", "SW6"]] * 2
