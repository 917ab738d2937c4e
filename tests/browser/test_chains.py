"""Chains in the browser: made step by step, followed while they go on, begun from a result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.web.conftest import SMALL

TAKES = {"name": "takes", "inputSchema": {"type": "object", "properties": {"previous": {}}, "required": ["previous"]}}


@pytest.fixture
def address(new_app, serve):
    return serve(new_app(SMALL, TAKES))


def test_a_chain_is_made_run_and_followed(address, page, acting, axe, violations):
    page.goto(f"{address}/chains")
    page.get_by_label("First step").select_option("small")
    page.get_by_role("button", name="Add the step").click()
    page.get_by_label("Body of step 1").fill('{"title": "x"}')
    page.get_by_label("Next step").select_option("takes")
    page.get_by_role("button", name="Add the step").click()
    expect(page.get_by_label("Use the previous result")).to_be_checked()
    expect(page.get_by_label("Body of step 1")).to_have_value('{"title": "x"}')
    axe(page)
    page.get_by_label("Body of step 2").fill("{}")
    acting.hold()
    page.get_by_role("button", name="Run the chain").click()
    acting.begun()
    expect(page.locator(".history .state")).to_have_text(["Running", "Not run yet"])
    acting.let_go()

    expect(page.locator(".history .state")).to_have_text(["Done", "Done"])
    expect(page.locator("[data-result]")).to_contain_text("42")
    axe(page)
    assert acting.bodies == [{"title": "x"}, {"previous": {"y": 42}}]
    assert violations == []


@pytest.mark.parametrize("status", [502, 200])
def test_the_page_of_a_chain_goes_on_after_a_look_that_the_server_did_not_answer(address, page, acting, status):
    page.goto(f"{address}/chains")
    page.get_by_label("First step").select_option("small")
    page.get_by_role("button", name="Add the step").click()
    page.get_by_label("Body of step 1").fill('{"title": "x"}')
    acting.hold()
    page.get_by_role("button", name="Run the chain").click()
    acting.begun()
    expect(page.locator(".history .state")).to_have_text(["Running"])
    page.route("**/chains/*", lambda route: route.fulfill(status=status, body="<h1>Not now</h1>"), times=1)
    with page.expect_response("**/chains/*"):
        pass
    acting.let_go()

    expect(page.locator(".history .state")).to_have_text(["Done"])


def test_from_a_result_one_goes_on(address, page, acting):
    page.goto(f"{address}/tools/small")
    quiet(page)
    page.get_by_label("Title").fill("x")
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    page.locator("[data-result]").get_by_role("link", name="Use this result in").click()
    page.get_by_role("link", name="Chain tools that use this result").click()

    page.wait_for_url(re.compile("/chains"))
    expect(page.locator("main")).to_contain_text("It begins with the result of")


def test_another_language_keeps_the_steps(address, page):
    page.goto(f"{address}/chains")
    page.get_by_label("First step").select_option("small")
    page.get_by_role("button", name="Add the step").click()
    page.get_by_label("Body of step 1").fill('{"title": "typed"}')

    page.locator(".languages a[hreflang=de]").click()

    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("textarea")).to_have_value('{"title": "typed"}')
