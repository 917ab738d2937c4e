"""Suggestions of a tool: chosen with their types, in time, or not at all."""

from __future__ import annotations

import contextlib
import re

from playwright.sync_api import Error, expect

from tests.browser.controls import run

CITY = {"key": "c", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities"}
#: Notes the texts of all options that are shown from now on.
WATCH = """() => {
    globalThis.seen = []
    const options = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent.trim())
    new MutationObserver(() => globalThis.seen.push(...options())).observe(document.body, { childList: true, subtree: true })
}"""


def city(page):
    return page.get_by_role("combobox", name="City")


def suggesting(page, typed, label):
    """Have *label* suggested for what is *typed*."""
    answer = [{"value": label, "label": label}]
    page.route(re.compile(f"complete.*q={typed}$"), lambda route: route.fulfill(json=answer))


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


def test_a_suggested_value_keeps_its_type(opened, acting):
    values = [9007199254740993, 2.5, True, "7"]
    acting.suggestions = [{"value": value, "label": f"It {number}"} for number, value in enumerate(values)]
    page = opened(*[CITY | {"key": f"c{number}", "label": f"City {number}"} for number in range(len(values))])
    for number in range(len(values)):
        page.get_by_role("combobox", name=f"City {number}").fill("x")
        page.get_by_role("option", name=f"It {number}").click()

    run(page)

    sent = [acting.bodies[0][f"c{number}"] for number in range(len(values))]
    assert [(type(value), value) for value in sent] == [(type(value), value) for value in values]


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
    suggesting(page, "ab", "New")
    suggesting(page, "abc", "Newest")
    with page.expect_request(re.compile("complete.*q=a$")):
        city(page).press_sequentially("a")

    city(page).press_sequentially("b")
    expect(page.get_by_role("option")).to_have_text(["New"])
    page.evaluate(WATCH)
    with contextlib.suppress(Error):
        # It may have been given up already.
        requests[0].fulfill(json=[{"value": "old", "label": "Old"}])
    # Its answer comes after the late one.
    city(page).press_sequentially("c")
    expect(page.get_by_role("option")).to_have_text(["Newest"])
    assert "Old" not in page.evaluate("() => globalThis.seen")


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
