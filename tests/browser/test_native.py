"""Forms without their scripts, and forms that come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

INPUTS = [
    {"key": "n", "type": "number", "label": "Number", "step": 0.1},
    {"key": "s", "type": "slider", "label": "Share", "min": 0, "max": 1, "step": 0.1},
    {"key": "band", "type": "slider", "label": "Band", "min": 0, "max": 10, "range": True},
    {"key": "c", "type": "colour", "label": "Tint"},
    {"key": "t", "type": "tags", "label": "Tags", "suggestions": ["x"]},
    {"key": "a", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities"},
    {"key": "p", "type": "map_point", "label": "Place"},
    {"key": "f", "type": "file", "label": "Data", "multiple": True},
]
TYPED = {
    "Number": "0.30",
    "Share": "0.33",
    "From": "2",
    "To": "7",
    "Tint": "#5563D1",
    "Tags": "one\ntwo",
    "City": "Oslo",
    "Latitude": "51.5",
    "Longitude": "-0.1",
}
BODY = {
    "n": 0.3,
    "s": 0.33,
    "band": [2, 7],
    "c": "#5563D1",
    "t": ["one", "two"],
    "a": "Oslo",
    "p": [51.5, -0.1],
    "f": ["data:text/plain;base64,MQ=="],
}
MODE = {"key": "mode", "type": "checkbox", "label": "Tuned"}
HEAT = {"key": "heat", "type": "number", "label": "Heat", "show_if": {"key": "mode", "equals": True}}
PARTS = {"key": "t", "type": "table", "label": "Parts", "columns": [{"key": "k", "label": "Part"}]}
TAGS = {"key": "tags", "type": "tags", "label": "Tags"}
NAME = {"key": "name", "type": "text", "label": "Name", "required": False}


def lost(page, address):
    page.route(address, lambda route: route.fulfill(status=500, body="<h1>Broken</h1>"))
    return page


def fill(page):
    for label, text in TYPED.items():
        page.get_by_label(label, exact=True).fill(text)
    page.locator("[type=file]").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"1"})


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_without_the_modules_of_inputs_their_native_controls_are_filled_in_and_run(page, opened, acting):
    lost(page, "**/static/inputs/*.js")
    opened(*INPUTS)
    page.evaluate("window.stays = true")

    fill(page)
    run(page)

    assert acting.bodies == [BODY]
    assert page.evaluate("window.stays")
    expect(page.locator("[type=range], [type=color], .chips")).to_have_count(0)
    expect(page.get_by_role("button", name="Search")).to_be_visible()


def test_without_any_script_the_same_form_is_sent_as_a_page(page, served, acting):
    lost(page, "**/static/core-*.js")
    page.goto(served(*INPUTS))

    fill(page)
    page.locator("[data-run]").click()

    page.wait_for_url("**/runs/*")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [BODY]


def test_without_its_script_the_body_fills_the_form_by_a_page(page, opened):
    lost(page, "**/static/body-*.js")
    opened(NAME)
    page.get_by_text("Edit as JSON").click()

    page.get_by_label("Edit as JSON").fill('{"name": "Ada"}')
    page.get_by_role("button", name="Apply to form").click()

    page.wait_for_url("**/form")
    expect(page.get_by_label("Name")).to_have_value("Ada")


def test_without_its_script_a_conversation_goes_on_by_pages(page, opened, acting):
    acting.answer = {"reply": "Hello"}
    lost(page, "**/static/chat-*.js")
    opened(name="Parrot", layout="chat", outputs=[{"key": "reply", "type": "text", "label": "Reply"}])

    page.get_by_label("Message").fill("Hi")
    page.get_by_role("button", name="Send", exact=True).click()

    expect(page.locator("[data-transcript] .msg .prose")).to_have_text(["Hi", "Hello"])
    assert len(acting.bodies) == 1


def check_alive(page, acting):
    """Use what the scripts of a form give it: each does what it does once."""
    expect(page.get_by_label("Heat")).to_be_hidden()
    page.get_by_label("Tuned").check()
    page.get_by_label("Heat").fill("1")
    page.get_by_label("Heat").press("ArrowUp")
    page.get_by_role("button", name="Add row").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.keyboard.type("bolt")
    page.get_by_label("Tags", exact=True).press_sequentially("one,")
    expect(page.locator(".chip > span")).to_have_text(["one"])
    run(page)
    assert acting.bodies == [{"mode": True, "heat": 2, "t": [{"k": "bolt"}], "tags": ["one"]}]


@pytest.mark.parametrize("again", [["Reset"], ["Reset", "Undo"], ["Reset", "Undo", "Reset", "Undo"]], ids=" ".join)
def test_a_form_that_came_back_is_as_alive_as_the_first(opened, acting, again):
    page = opened(MODE, HEAT, PARTS, TAGS)
    for number, name in enumerate(again):
        before = page.locator("form[data-webform]").element_handle()
        page.get_by_role("button", name=name).click()
        expect(page.locator(".toast")).to_have_count((number + 1) % 2)
        assert not before.evaluate("form => form.isConnected")

    check_alive(page, acting)


def test_a_form_that_is_put_in_by_somebody_elses_script_is_brought_to_life(opened, acting):
    page = opened(MODE, HEAT, PARTS, TAGS)

    page.evaluate("""async () => {
        const form = document.querySelector('form[data-webform]'), body = new FormData(form)
        const options = {method: 'POST', body, headers: {'Webform-Fragment': '#'}}
        const html = await (await fetch(form.action.replace(/run$/, 'form'), options)).text()
        const made = document.createElement('div')
        made.innerHTML = html
        form.replaceWith(...made.children)
    }""")

    check_alive(page, acting)
