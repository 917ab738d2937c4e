"""The first sight of a page: nothing is drawn that the scripts then take back, and little has to come for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from benchmarks.declared import manifest
from tests.journeys.person import field, visit

MODE = {
    "key": "mode",
    "type": "select",
    "label": "Mode",
    "default": "plain",
    "options": [{"value": "plain", "label": "Plain"}, {"value": "tuned", "label": "Tuned"}],
}
HEAT = {"key": "heat", "type": "number", "label": "Heat", "show_if": {"key": "mode", "equals": "tuned"}}
COOL = {"key": "cool", "type": "number", "label": "Cool", "show_if": {"key": "mode", "equals": "plain"}}


@pytest.fixture
def waiting(new_page):
    """`waiting(address, **options) -> (Page, let_go)`: the page before its main script has come, which `let_go` lets."""

    def start(address, **options):
        page, requests = new_page(**options), []
        page.route("**/core-*.js", lambda route: requests.append(route))
        page.goto(address, wait_until="commit")
        expect(page.locator(".foot, .panel [data-result]")).to_be_visible()
        return page, lambda: [route.continue_() for route in requests]

    return start


@pytest.mark.parametrize("part", ["", "/panel"])
@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_a_chosen_theme_is_there_before_the_scripts_are(served, waiting, system, chosen, part):
    address = served(MODE)
    page, let_go = waiting(address, color_scheme=system)
    page.evaluate("theme => localStorage.setItem('webform:theme', JSON.stringify(theme))", chosen)

    page.goto(address + part, wait_until="commit")

    expect(page.locator(".card").first).to_be_visible()
    first_frame = (
        "new Promise(drawn => requestAnimationFrame(() => drawn(getComputedStyle(document.body).colorScheme)))"
    )
    assert page.evaluate(first_frame) == chosen
    let_go()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_is_hidden_is_hidden_before_the_scripts_are_there(served, waiting, motion):
    page, let_go = waiting(served(MODE, HEAT, COOL), reduced_motion=motion)
    expect(field(page, "/mode")).to_be_visible()
    page.evaluate("new Promise(drawn => requestAnimationFrame(drawn))")
    assert [field(page, address).is_visible() for address in ("/heat", "/cool")] == [False, True]

    let_go()

    expect(field(page, "/cool")).to_be_visible()
    expect(field(page, "/heat")).to_be_hidden()
    page.get_by_label("Mode").select_option("tuned")
    expect(field(page, "/heat")).to_be_visible()
    expect(field(page, "/cool")).to_be_hidden()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_where_the_scripts_do_not_come_it_is_shown_all_the_same(served, new_page, motion):
    page = new_page(reduced_motion=motion)
    page.route("**/core-*.js", lambda route: route.abort())
    page.goto(served(MODE, HEAT, COOL))

    expect(field(page, "/heat")).to_be_visible()
    expect(field(page, "/cool")).to_be_visible()


def test_without_scripts_it_is_shown_at_once(served, plain):
    plain.goto(served(MODE, HEAT, COOL))

    assert [field(plain, address).is_visible() for address in ("/heat", "/cool")] == [True, True]


def test_a_form_of_plain_inputs_takes_five_requests(served, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, served(*manifest(10)["inputs"]))

    expect(page.locator("form[data-webform]")).to_have_attribute("novalidate", "")
    assert len([request for request in asked if request.startswith("http")]) <= 5, asked


def test_a_notice_is_put_away(served, visitor, scripts):
    visit(visitor, served({"key": "heat", "type": "number", "label": "Heat"}) + "?/heat=7")
    notice = visitor.get_by_text("Values on this form came from a link.")
    expect(notice).to_be_visible()
    dismiss = visitor.get_by_role("button", name="Dismiss")
    expect(dismiss).to_have_count(int(scripts))
    if scripts:
        dismiss.press("Enter")
        expect(notice).to_have_count(0)
        expect(visitor.locator("form[data-webform]")).to_be_focused()
    expect(visitor.get_by_label("Heat")).to_have_value("7")
