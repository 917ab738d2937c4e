"""A page that is loaded again: it shows its run, and offers back nothing that was run."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.alive import come_alive
from tests.browser.test_run_stream import SCHEMA, chunk, progress, result, telling, tells

__all__ = ["telling"]

TITLE = {"key": "title", "type": "text", "label": "Title"}
SECRET = {
    "type": "object",
    "properties": SCHEMA["properties"] | {"pin": {"type": "string", "title": "PIN", "format": "password"}},
}


def ask(schema):
    return lambda tell, _: tell({"type": "ask", "id": "q/1", "message": "Where?", "schema": schema})


def test_in_the_middle_of_a_run_it_is_shown_as_it_goes_on(telling):
    page, runner = telling(tells(progress(1, 4, "Reading"), chunk("Once "), chunk("upon")), press=False)
    page.get_by_label("Title").fill("typed")
    page.locator("[data-run]").click()
    expect(result(page)).to_contain_text("Reading")
    runner.step()
    expect(page.locator('[data-stream="text"] .text')).to_have_text("Once ", use_inner_text=False)

    page.reload()
    come_alive(page)

    expect(result(page)).to_have_attribute("data-status", "running")
    expect(page.locator('[data-stream="text"] .text')).to_have_text("Once ", use_inner_text=False)
    expect(result(page).get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("typed")
    expect(page.locator("[data-restore]")).to_be_hidden()
    runner.step(2)
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_after_a_run_its_result_is_shown_and_back_leads_to_the_page_before(opened, acting):
    page = opened(TITLE)
    tool = page.url
    page.goto(tool.partition("/tools")[0])
    page.get_by_role("link", name="Trial").click()
    come_alive(page)
    page.get_by_label("Title").fill("typed")
    page.locator("[data-run]").click()
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page).to_have_url(re.compile("/runs/"))

    page.reload()
    expect(result(page)).to_contain_text("42")
    page.go_back()

    expect(page.get_by_role("heading", name="Tools")).to_be_visible()


def test_what_is_typed_while_a_tool_runs_is_offered_back(opened, acting):
    page = opened(TITLE)
    acting.hold()
    page.get_by_label("Title").fill("sent")
    page.locator("[data-run]").click()
    acting.begun()
    expect(result(page)).to_have_attribute("data-status", "running")
    page.get_by_label("Title").fill("next")
    acting.let_go()
    expect(result(page)).to_have_attribute("data-status", "ok")

    page.reload()
    come_alive(page)

    expect(page.get_by_label("Title")).to_have_value("sent")
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Title")).to_have_value("next")


def test_a_page_whose_run_is_deleted_is_that_of_its_tool_again(opened, acting):
    page = opened(TITLE | {"default": "x"})
    tool = page.url
    page.locator("[data-run]").click()
    expect(page.locator("[data-history] .state")).to_have_text("Done")
    page.locator("[data-history] summary").click()
    page.get_by_role("button", name="Delete the run").click()
    expect(page.locator("[data-history]")).to_be_hidden()

    assert page.url == tool


def test_what_was_typed_into_a_question_is_there_again(telling):
    days = {"days": {"type": "array", "title": "Days", "items": {"type": "integer", "title": "Day"}}}
    page, _ = telling(ask(SCHEMA | {"properties": SCHEMA["properties"] | days}))
    form = page.locator("form.ask")
    form.get_by_label("City").fill("Oslo")
    form.get_by_role("button", name="Add days").click()
    form.locator('[name$="/days/0"]').fill("3")

    page.reload()

    expect(form.locator('[name$="/days/0"]')).to_have_value("3")
    expect(form.get_by_label("City")).to_have_value("Oslo")
    form.get_by_role("button", name="Send the answer", exact=True).click()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_a_secret_that_was_typed_into_a_question_is_not_kept(telling):
    page, _ = telling(ask(SECRET))
    form = page.locator("form.ask")
    form.get_by_label("City").fill("Oslo")
    form.locator('[type="password"]').fill("hunter2")

    page.reload()

    expect(form.get_by_label("City")).to_have_value("Oslo")
    expect(form.locator('[type="password"]')).to_have_value("")
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    kept = page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})")
    assert "Oslo" in kept
    assert "hunter2" not in kept
