"""Earlier runs in the browser: listed with what they were sent, run again, edited, forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from webform.web.access import Access

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}


def result(page):
    return page.locator("[data-result]")


def ran(page, title):
    page.get_by_label("Title").fill(title)
    page.locator("[data-run]").click()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_earlier_runs_stand_with_what_they_were_sent(opened, axe):
    page = opened(TITLE)
    ran(page, "first")
    ran(page, "<b>second</b>")
    page.reload()
    page.locator("[data-history] summary").click()

    lines = page.locator("[data-history] li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Title <b>second</b>")
    expect(lines.last).to_contain_text("Title first")
    axe(page)


def test_a_run_that_ends_after_its_page_was_loaded_again_is_listed_as_done(opened, acting):
    page = opened(TITLE)
    acting.hold()
    page.locator("[data-run]").click()
    acting.begun()
    page.wait_for_url("**/runs/*")
    page.reload()
    expect(page.locator("[data-history] li .state")).to_have_text("Running")
    acting.let_go()

    expect(page.locator("[data-history] li .state")).to_have_text("Done")


def test_whoever_is_at_an_earlier_run_stays_there_as_another_ends(opened, acting):
    page = opened(TITLE)
    ran(page, "first")
    acting.hold()
    page.locator("[data-run]").click()
    acting.begun()
    page.locator("[data-history] summary").click()
    expect(page.locator("[data-history] .state")).to_have_text(["Running", "Done"])
    delete = page.locator("[data-history] li").last.get_by_role("button", name="Delete")
    delete.focus()
    acting.let_go()

    expect(page.locator("[data-history] .state")).to_have_text(["Done", "Done"])
    expect(delete).to_be_focused()


def test_a_double_click_runs_an_earlier_run_again_once(opened, acting):
    page = opened(TITLE)
    ran(page, "first")
    page.locator("[data-history] summary").click()
    page.locator("[data-history]").get_by_role("button", name="Run again").dblclick()

    page.wait_for_url(re.compile("/runs/"))
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page.locator("[data-history] li")).to_have_count(2)
    assert len(acting.bodies) == 2


def test_an_earlier_run_is_run_again_on_a_page_of_its_own(opened, acting):
    page = opened(TITLE)
    ran(page, "first")
    page.get_by_label("Title").fill("typed since")
    page.locator("[data-history] summary").click()
    page.locator("[data-history]").get_by_role("button", name="Run again").click()

    page.wait_for_url(re.compile("/runs/"))
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page.get_by_label("Title")).to_have_value("first")
    expect(page.locator("[data-history] li")).to_have_count(2)
    assert acting.bodies == [{"title": "first"}] * 2


def test_what_is_run_again_has_the_token_of_the_page(new_app, serve, page, acting):
    app = new_app({"id": "t", "name": "T", "inputs": [TITLE]}, auth=Access(signing_key="a key of a test, long enough"))
    token = app.extensions["webform"].tokens.make()
    page.goto(f"{serve(app)}/tools/t?token={token}")
    ran(page, "first")
    page.reload()
    page.locator("[data-history] summary").click()
    page.locator("[data-history]").get_by_role("button", name="Run again").click()

    expect(page.locator("[data-history] li")).to_have_count(2)
    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "first"}] * 2
    assert page.url.endswith(f"?token={token}")


def test_an_earlier_run_is_edited_and_run(opened, acting):
    page = opened(TITLE)
    ran(page, "first")
    page.locator("[data-history] summary").click()
    page.locator("[data-history]").get_by_role("link", name="Edit").click()
    page.wait_for_url(re.compile("/runs/"))
    expect(page.get_by_label("Title")).to_have_value("first")
    quiet(page)
    ran(page, "edited")

    assert acting.bodies == [{"title": "first"}, {"title": "edited"}]


def test_a_run_is_run_again_without_scripts(opened, new_page, acting):
    page = opened(TITLE)
    ran(page, "first")
    plain = new_page(java_script_enabled=False)
    plain.goto(page.url)
    first = plain.url
    plain.get_by_role("button", name="Run again").click()

    expect(plain.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert plain.url != first
    assert len(acting.bodies) == 2


@pytest.mark.parametrize(("width", "is_below"), [(390, True), (1280, False)])
def test_on_a_phone_a_link_leads_from_the_top_of_a_run_to_its_result(served, new_page, acting, width, is_below):
    plain = new_page(java_script_enabled=False, viewport={"width": width, "height": 700})
    plain.goto(served(*({"key": f"k{number}", "type": "text", "label": "K", "default": "x"} for number in range(18))))
    plain.locator("[data-run]").click()
    link = plain.get_by_role("link", name="Go to the result")

    expect(plain).to_have_url(re.compile("/runs/"))
    # As somebody opens it who was sent the address.
    plain.goto(plain.url.partition("#")[0])
    expect(link).to_be_visible(visible=is_below)
    if is_below:
        expect(plain.locator("[data-result]")).not_to_be_in_viewport()
        link.click()
    expect(plain.locator("[data-result]")).to_be_in_viewport()


def test_a_run_that_the_server_does_not_have_any_more_is_not_said_to_go_on(opened, page):
    opened(TITLE)
    page.evaluate(
        """() => localStorage.setItem('webform:runs:/tools/t',
            JSON.stringify([{ address: '/runs/AAAAAAAAAAAAAAAAAAAAAA', when: 1e12, status: 'running' }]))"""
    )
    page.reload()

    expect(page.locator("[data-history] .state")).to_have_text("Lost")
