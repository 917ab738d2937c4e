"""Choosing by typing: select, multiselect, tags and autocomplete, by keyboard, mouse and touch."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

COUNTRIES = ["Austria", "Åland Islands", "Côte d'Ivoire", "Germany", "New Zealand", "Norway", "Sweden", "Türkiye",
             "United Kingdom", "United States"]  # fmt: skip
PLACES = [{"value": name[:2].upper() + str(index), "label": name} for index, name in enumerate(COUNTRIES)]
COUNTRY = {"key": "s", "type": "select", "label": "Country", "options": PLACES, "required": False}
MANY = {"key": "m", "type": "multiselect", "label": "Visited", "options": PLACES, "required": False}
TAGS = {"key": "t", "type": "tags", "label": "Labels", "suggestions": ["alpha", "beta", "gamma"], "required": False}
CITY = {"key": "c", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities", "required": False}
EVERY = [COUNTRY, MANY, TAGS, CITY]
FEW = {"key": "f", "type": "multiselect", "label": "Few", "options": PLACES[:4], "required": False}
#: Options that only their type tells apart.
ALIKE = [{"value": value, "label": f"{type(value).__name__} {value}"} for value in (1, "1", 1.5, "true", True, False)]
PLENTY = [{"value": index, "label": f"Option number {index}"} for index in range(5000)]


def box(page, label):
    return page.get_by_role("combobox", name=label, exact=True)


def options(page):
    return page.get_by_role("option")


def active(page):
    return page.locator("[role=option][data-active]")


def chips(page):
    return page.locator(".chips .chip > span")


def said(page):
    return page.locator("[data-announced]")


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


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


@pytest.fixture
def phone(new_page, served, watch):
    """`phone(*inputs) -> Page`: as `opened`, on a phone that is touched."""
    seen = []

    def start(*inputs, **manifest):
        page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
        seen.append(watch(page))
        page.goto(served(*inputs, **manifest))
        page.wait_for_load_state("networkidle")
        return page

    yield start
    assert not any(seen)


# Every kind


@pytest.mark.parametrize("by", ["keyboard", "mouse", "touch"])
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
    assert [(type(each), each) for each in found] == [(type(each), each) for each in wanted]


def test_nothing_that_is_not_touched_changes(opened, acting):
    given = {"s": "GE3", "m": ["SW6", "AU0"], "t": ["b", "b", "alpha"], "c": "<b>"}
    page = opened(*[each | {"default": given[each["key"]]} for each in EVERY])
    expect(box(page, "Country")).to_have_value("Germany")
    expect(chips(page)).to_have_text(["Sweden", "Austria", "b", "b", "alpha"])
    expect(box(page, "City")).to_have_value("<b>")

    for label in ("Country", "Visited", "Labels", "City"):
        box(page, label).focus()
    run(page)

    assert acting.bodies == [given]


def test_two_of_a_kind_do_not_disturb_each_other(opened, acting):
    page = opened(*EVERY, *[each | {"key": each["key"] * 2, "label": f"Other {each['label']}"} for each in EVERY])

    for label in ("Other Country", "Country"):
        box(page, label).press("ArrowDown")
        expect(page.get_by_role("listbox")).to_have_count(1)
    choose(page, "Other Country", "Sweden", "keyboard")
    choose(page, "Other Visited", "Norway", "mouse")
    choose(page, "Labels", "alpha", "mouse")
    run(page)

    assert acting.bodies == [{"ss": "SW6", "mm": ["NO5"], "t": ["alpha"]}]


def test_a_label_leads_to_the_combobox_and_a_problem_marks_it(opened, axe):
    page = opened(*[each | {"required": True} for each in EVERY])
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(opened, acting, axe, scheme):
    page = opened(*EVERY)
    # Colours on their way are none to judge.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(box(page, "City")).to_be_visible()
    axe(page)
    for label in ("Country", "Visited", "Labels"):
        box(page, label).press("ArrowDown")
        expect(active(page)).to_have_count(1)
        axe(page)
        page.keyboard.press("Enter")
    box(page, "Country").fill("xyz")
    expect(page.locator(".combo-note:visible")).to_have_text("Nothing found for “xyz”")
    axe(page)
    page.route(re.compile("/complete"), lambda _: None)
    box(page, "City").fill("o")
    expect(page.locator(".combo-note:visible")).to_have_text("Searching…")
    axe(page)
    page.unroute(re.compile("/complete"))
    for answer, state in (([], "Nothing was found."), (("broken", 500), "No suggestions could be had.")):
        acting.suggestions = answer
        box(page, "City").fill(f"o{state}")
        expect(page.locator(".combo-note", has_text=state)).to_be_visible()
        axe(page)


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
    assert [each for each in asked if "/inputs/" in each] == []


# select


def test_words_are_found_where_they_start_accents_and_case_aside(opened):
    page = opened(COUNTRY)
    found = {"u": ["United Kingdom", "United States"], "UNITED st": ["United States"], "zea new": ["New Zealand"],
             "ala": ["Åland Islands"], "cote iv": ["Côte d'Ivoire"], "turk": ["Türkiye"], "way": [], " ": COUNTRIES}  # fmt: skip
    for typed, labels in found.items():
        box(page, "Country").fill(typed)
        expect(options(page)).to_have_text(labels)
        many = f"{len(labels)} option{'' if len(labels) == 1 else 's'}"
        expect(said(page)).to_have_text(many if labels else f"Nothing found for “{typed}”")

    box(page, "Country").fill("cote iv")
    expect(page.locator("[role=option] mark")).to_have_text(["Côte", "Iv"])


def test_keys_move_among_options_as_the_pattern_says(opened):
    page = opened(COUNTRY | {"options": PLACES + ALIKE * 2})
    control, last = box(page, "Country"), len(PLACES) + len(ALIKE) - 1

    def at(index):
        expect(active(page)).to_have_id(re.compile(f"-{index}$"))
        assert control.get_attribute("aria-activedescendant") == active(page).get_attribute("id")
        expect(active(page)).to_be_in_viewport()

    control.press("ArrowDown")
    expect(control).to_have_attribute("aria-expanded", "true")
    at(0)
    for key, index in (
        ("ArrowUp", last),
        ("ArrowDown", 0),
        ("PageDown", 10),
        ("End", last),
        ("PageUp", last - 10),
        ("Home", 0),
    ):
        control.press(key)
        at(index)
    control.press("Alt+ArrowUp")
    expect(control).to_have_attribute("aria-expanded", "false")
    control.press("Alt+ArrowDown")
    expect(control).to_have_attribute("aria-expanded", "true")
    expect(active(page)).to_have_count(0)
    control.press("Escape")
    control.press("ArrowUp")
    at(last)


def test_tab_and_escape_choose_nothing(opened, acting):
    page = opened(COUNTRY | {"default": "GE3"})
    control = box(page, "Country")
    control.press("ArrowDown")
    control.press("ArrowDown")
    control.press("Tab")
    expect(control).to_have_value("Germany")
    control.fill("nor")
    expect(active(page)).to_have_text("Norway")
    control.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    control.press("Tab")

    expect(control).to_have_value("Germany")
    run(page)
    assert acting.bodies == [{"s": "GE3"}]


def test_a_label_typed_in_full_is_chosen(opened, acting):
    page = opened(COUNTRY)

    box(page, "Country").fill("aland islands")
    box(page, "Country").press("Tab")

    expect(box(page, "Country")).to_have_value("Åland Islands")
    expect(said(page)).to_have_text("Åland Islands chosen")
    run(page)
    assert acting.bodies == [{"s": "ÅL1"}]


@pytest.mark.parametrize("way", ["button", "escape", "erased"])
def test_what_is_optional_can_be_cleared(opened, acting, way):
    page = opened(COUNTRY | {"default": "GE3"})
    if way == "button":
        page.get_by_role("button", name="Clear Country").click()
        expect(box(page, "Country")).to_be_focused()
    elif way == "escape":
        box(page, "Country").press("Escape")
    else:
        box(page, "Country").fill("")
        box(page, "Country").press("Tab")

    expect(box(page, "Country")).to_have_value("")
    expect(page.get_by_role("button", name="Clear Country")).to_be_hidden()
    expect(said(page)).to_have_text("Country cleared")
    run(page)
    assert acting.bodies == [{}]


def test_what_is_required_and_set_cannot_be_cleared(opened, acting):
    page = opened(COUNTRY | {"default": "GE3", "required": True})
    expect(page.get_by_role("button", name="Clear Country")).to_be_hidden()

    box(page, "Country").fill("")
    box(page, "Country").press("Tab")

    expect(box(page, "Country")).to_have_value("Germany")
    run(page)
    assert acting.bodies == [{"s": "GE3"}]


OPENING = """label => new Promise(done => {
    const input = [...document.querySelectorAll('[role=combobox]')].find(each => each.getAttribute('aria-controls') && each.id.endsWith(label))
    const begun = performance.now()
    input.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true, cancelable: true}))
    input.getBoundingClientRect()
    done(performance.now() - begun)
})"""


def test_five_thousand_options_open_within_a_frame(opened, acting):
    page = opened(
        {"key": "s", "type": "select", "label": "Pick", "options": PLENTY, "required": False, "default": 2500}
    )
    control = box(page, "Pick")
    expect(control).to_have_value("Option number 2500")
    took = []
    for _ in range(5):
        took.append(page.evaluate(OPENING, "/s"))
        expect(active(page)).to_have_text("Option number 2500")
        control.press("Escape")
        expect(page.get_by_role("listbox")).to_have_count(0)
    assert min(took) < 16, took

    control.press("ArrowDown")
    assert options(page).count() < 60
    expect(active(page)).to_have_attribute("aria-setsize", "5000")
    expect(active(page)).to_have_attribute("aria-posinset", "2501")
    expect(active(page)).to_be_in_viewport()
    control.press("End")
    expect(active(page)).to_have_text("Option number 4999")
    expect(active(page)).to_be_in_viewport()
    control.press("Home")
    expect(active(page)).to_be_in_viewport()
    page.get_by_role("listbox").hover()
    page.mouse.wheel(0, 60_000)
    seen = page.get_by_role("option", name=re.compile("number 1[6789]..$")).first
    expect(seen).to_be_visible()
    control.press_sequentially("4711")
    expect(options(page)).to_have_text(["Option number 4711"])
    control.press("Enter")
    run(page)
    assert acting.bodies == [{"s": 4711}]


# multiselect


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


# autocomplete


def test_a_failed_search_says_so_and_is_tried_again_by_the_keyboard(opened, acting):
    page = opened(CITY)
    acting.suggestions = ("broken", 500)
    box(page, "City").fill("osl")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(said(page)).to_contain_text("No suggestions could be had.")

    acting.suggestions = [{"value": "OSL", "label": "Oslo"}]
    page.keyboard.press("Tab")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")

    expect(options(page)).to_have_text(["Oslo"])
    expect(box(page, "City")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    run(page)
    assert acting.bodies == [{"c": "OSL"}]


def test_a_search_that_nobody_waits_for_opens_nothing(opened, page):
    opened(CITY, COUNTRY)
    held = []
    page.route(re.compile("/complete"), lambda route: held.append(route))
    with page.expect_request(re.compile("/complete")):
        box(page, "City").fill("osl")

    box(page, "Country").focus()

    expect(page.locator(".combo-popup:popover-open")).to_have_count(0)
    assert len(held) == 1


def test_after_a_tap_each_key_of_a_hardware_keyboard_counts(phone, acting):
    page = phone(CITY)
    box(page, "City").tap()

    box(page, "City").press_sequentially("osl")
    expect(box(page, "City")).to_have_value("osl")
    expect(options(page)).to_have_text(["Oslo"])
    page.keyboard.press("Backspace")
    expect(box(page, "City")).to_have_value("os")
    page.keyboard.press("l")
    options(page).tap()

    expect(box(page, "City")).to_have_value("Oslo")
    page.locator("[data-run]").tap()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"c": "OSL"}]
    assert {each.rpartition("q=")[2] for each in acting.asked} <= {"", "o", "os", "osl"}


def test_half_a_second_of_typing_asks_once(page, opened, acting):
    page.clock.install()
    opened(CITY)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    for letter in "oslo":
        box(page, "City").press(letter)
        page.clock.run_for(120)
    page.clock.resume()
    expect(options(page)).to_have_count(1)

    assert [each.rpartition("q=")[2] for each in acting.asked] == ["oslo"]
