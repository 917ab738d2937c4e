"""Questions with lists that a tool asks in the middle of a run: rows are added, and what is typed meanwhile is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_run_stream import SCHEMA, telling

__all__ = ["telling"]

TRIP = {
    "type": "object",
    "properties": {
        "days": {"type": "array", "title": "Days", "items": {"type": "integer", "title": "Day"}},
        "legs": {
            "type": "array",
            "title": "Legs",
            "items": {"type": "object", "properties": {"to": {"type": "string", "title": "To"}, "km": {"type": "number", "title": "Km"}}},
        },
    },
    "required": ["legs"],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_question_may_have_lists_and_rows_are_added_to_them(telling, new_page, axe, scripts):
    answers = []

    def act(tell, _):
        answers.append(tell({"type": "ask", "id": "trip/1", "message": "Where to?", "schema": TRIP}))

    page, _ = telling(act)
    form = page.locator("form.ask")
    expect(form).to_be_visible()
    if not scripts:
        address = form.get_attribute("action").partition("/answer")[0]
        root = "/".join(page.url.split("/")[:3])
        page = new_page(java_script_enabled=False)
        page.goto(root + address)
        form = page.locator("form.ask")
    expect(page.locator(".running h2")).to_have_text("The tool waits for your answer")
    expect(page.locator(".running").get_by_role("button", name="Cancel the run")).to_be_visible()
    days, legs = (form.locator(f'[data-at="/ask-trip~11/{name}"]').first for name in ("days", "legs"))
    days.get_by_role("button", name="Add days").click()
    for count in range(3):
        if count:
            days.get_by_role("button", name="Add item").click()
        box = days.locator("input[type=text]").nth(count)
        expect(box).to_be_visible()
        if scripts:
            expect(box).to_be_focused()
        box.fill(str(count + 1))
    for count in range(2):
        legs.get_by_role("button", name="Add item").click()
        legs.get_by_label("To").nth(count).fill(f"place {count}")
    days.get_by_role("button", name="Remove").nth(1).click()
    expect(days.locator("input[type=text]")).to_have_count(2)
    legs.get_by_label("Km").nth(1).fill("many")
    if scripts:
        axe(page)
    legs.get_by_label("Km").nth(1).press("Enter")
    expect(legs.locator('[aria-invalid="true"]')).to_have_value("many")
    assert answers == []
    legs.get_by_label("Km").nth(1).fill("12")
    form.get_by_role("button", name="Send the answer", exact=True).click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert answers == [
        {"action": "accept", "content": {"days": [1, 3], "legs": [{"to": "place 0"}, {"to": "place 1", "km": 12}]}}
    ]


def test_whoever_types_on_while_a_button_of_a_question_is_answered_loses_nothing(telling):
    schema = {"type": "object", "properties": TRIP["properties"] | SCHEMA["properties"]}
    page, _ = telling(lambda tell, _: tell({"type": "ask", "id": "q", "message": "Where?", "schema": schema}))
    form, requests = page.locator("form.ask"), []
    form.get_by_label("City").fill("Os")
    page.route("**/form", lambda route: route.continue_() if requests else requests.append(route))
    with page.expect_request("**/form"):
        form.get_by_role("button", name="Add days").click()
    form.get_by_label("City").press("End")
    page.keyboard.type("lo")
    page.keyboard.press("ArrowLeft")
    requests[0].continue_()

    expect(form.locator("input[type=text]")).to_have_count(2)
    expect(form.get_by_label("City")).to_be_focused()
    page.keyboard.type("L")
    expect(form.get_by_label("City")).to_have_value("OslLo")


BUSY = {"status": 503, "body": "<h1>Busy</h1>", "content_type": "text/html"}
SIGN_IN = {"status": 200, "body": "<!doctype html><title>Sign in</title><form><button>Sign in</button></form>"}


@pytest.mark.parametrize("instead", [BUSY, SIGN_IN], ids=["busy", "sign in"])
def test_an_answer_that_the_server_did_not_take_stays_and_is_sent_again(telling, instead):
    answers = []

    def act(tell, _):
        answers.append(tell({"type": "ask", "id": "q", "message": "Where to?", "schema": SCHEMA}))

    page, _ = telling(act)
    form = page.locator("form.ask")
    form.get_by_label("City").fill("Oslo")
    page.route("**/answer?*", lambda route: route.fulfill(**instead), times=1)
    form.get_by_role("button", name="Send the answer", exact=True).click()

    expect(page.locator(".running")).to_contain_text("The server cannot be reached. Send the answer again.")
    expect(page.locator("[data-announced]")).to_have_text("The server cannot be reached. Send the answer again.")
    expect(form.get_by_label("City")).to_have_value("Oslo")
    form.get_by_role("button", name="Send the answer", exact=True).click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert answers == [{"action": "accept", "content": {"city": "Oslo"}}]


def test_a_row_that_the_server_did_not_add_is_asked_for_again(telling):
    page, _ = telling(lambda tell, _: tell({"type": "ask", "id": "q", "message": "Where?", "schema": TRIP}))
    form = page.locator("form.ask")
    page.route("**/form", lambda route: route.fulfill(**BUSY), times=1)
    form.get_by_role("button", name="Add days").click()

    expect(page.locator(".running")).to_contain_text("The server cannot be reached. Nothing was changed; try again.")
    form.get_by_role("button", name="Add days").click()
    expect(form.locator('[data-at="/ask-q/days"] input[type=text]')).to_have_count(1)
