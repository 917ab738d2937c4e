"""One of many options: found by its words, reached by keys, chosen and cleared; of thousands at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.combobox import ALIKE, COUNTRIES, COUNTRY, PLACES, active, announcement, box, options, run

PLENTY = [{"value": index, "label": f"Option number {index}"} for index in range(5000)]


def test_words_are_found_where_they_start_accents_and_case_aside(opened):
    page = opened(COUNTRY)
    found = {"u": ["United Kingdom", "United States"], "UNITED st": ["United States"], "zea new": ["New Zealand"],
             "ala": ["Åland Islands"], "cote iv": ["Côte d'Ivoire"], "turk": ["Türkiye"], "way": [], " ": COUNTRIES}  # fmt: skip
    for typed, labels in found.items():
        box(page, "Country").fill(typed)
        expect(options(page)).to_have_text(labels)
        many = f"{len(labels)} option{'' if len(labels) == 1 else 's'}"
        expect(announcement(page)).to_have_text(many if labels else f"Nothing found for “{typed}”")

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
    expect(announcement(page)).to_have_text("Åland Islands chosen")
    run(page)
    assert acting.bodies == [{"s": "ÅL1"}]


def test_what_is_optional_can_be_cleared(opened, acting, subtests):
    ways = ("Button", "Escape", "Erased")
    page = opened(*[COUNTRY | {"key": way, "label": way, "default": "GE3"} for way in ways])
    for way in ways:
        with subtests.test(way):
            clear = page.get_by_role("button", name=f"Clear {way}")
            expect(clear).to_be_visible()
            if way == "Button":
                clear.click()
                expect(box(page, way)).to_be_focused()
            elif way == "Escape":
                box(page, way).press("Escape")
            else:
                box(page, way).fill("")
                box(page, way).press("Tab")

            expect(box(page, way)).to_have_value("")
            expect(clear).to_be_hidden()
            expect(announcement(page)).to_have_text(f"{way} cleared")

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


@pytest.mark.slow
def test_of_five_thousand_options_only_those_in_sight_are_in_the_page(opened, acting):
    page = opened(
        {"key": "s", "type": "select", "label": "Pick", "options": PLENTY, "required": False, "default": 2500}
    )
    control = box(page, "Pick")
    # Names and roles would be looked for among the five thousand of the select behind it.
    drawn = page.locator("[role=listbox] [role=option]")
    expect(control).to_have_value("Option number 2500")

    control.press("ArrowDown")
    expect(active(page)).to_have_text("Option number 2500")
    assert 0 < drawn.count() < 60
    expect(active(page)).to_have_attribute("aria-setsize", "5000")
    expect(active(page)).to_have_attribute("aria-posinset", "2501")
    expect(active(page)).to_be_in_viewport()
    control.press("End")
    expect(active(page)).to_have_text("Option number 4999")
    expect(active(page)).to_be_in_viewport()
    control.press("Home")
    expect(active(page)).to_be_in_viewport()
    page.locator("[role=listbox]").hover()
    page.mouse.wheel(0, 60_000)
    expect(drawn.filter(has_text=re.compile("number 1[6789]..$")).first).to_be_visible()
    control.press_sequentially("4711")
    expect(drawn).to_have_text(["Option number 4711"])
    control.press("Enter")
    run(page)
    assert acting.bodies == [{"s": 4711}]
