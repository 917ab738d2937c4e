"""Suggestions of a tool as one types: asked for once, tried again, and never in the way."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.combobox import CITY, COUNTRY, announcement, box, options, run


def test_a_failed_search_says_so_and_is_tried_again_by_the_keyboard(opened, acting):
    page = opened(CITY)
    acting.suggestions = ("broken", 500)
    box(page, "City").fill("osl")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(announcement(page)).to_contain_text("No suggestions could be had.")

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
    requests = []
    page.route(re.compile("/complete"), lambda route: requests.append(route))
    with page.expect_request(re.compile("/complete")):
        box(page, "City").fill("osl")

    box(page, "Country").focus()

    expect(page.locator(".combo-popup:popover-open")).to_have_count(0)
    assert len(requests) == 1


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
    assert {request.rpartition("q=")[2] for request in acting.asked} <= {"", "o", "os", "osl"}


def test_half_a_second_of_typing_asks_once(page, opened, acting):
    page.clock.install()
    opened(CITY)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    for letter in "oslo":
        box(page, "City").press(letter)
        page.clock.run_for(120)
    page.clock.resume()
    expect(options(page)).to_have_count(1)

    assert [request.rpartition("q=")[2] for request in acting.asked] == ["oslo"]
