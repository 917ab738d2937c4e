"""Tabs where a result has several, and where its page was loaded with it."""

from __future__ import annotations

from playwright.sync_api import expect

NAME = {"key": "name", "type": "text", "label": "Name", "required": False}


def ran(page):
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    return page


def test_the_page_of_a_run_has_tabs_too(opened):
    page = ran(opened(NAME))
    page.locator("[data-history] summary").click()
    page.locator("[data-history] a").first.click()

    page.locator("[data-result]").get_by_role("tab", name="Request").click()

    expect(page.locator("[data-result]").get_by_role("tabpanel")).to_have_count(1)


def test_tabs_of_views_are_apart_from_those_of_the_result(opened, acting):
    acting.answer = {"a": "first text", "b": "second text"}
    outputs = [{"key": key, "type": "text", "label": key.upper(), "layout": "tab"} for key in "ab"]
    page = ran(opened(NAME, outputs=outputs))
    inner = page.locator("[data-tabs]")

    inner.get_by_role("tab", name="B").click()

    expect(inner.get_by_role("tabpanel", name="B")).to_contain_text("second text")
    expect(page.get_by_text("first text").first).to_be_hidden()
    expect(page.get_by_role("tab", name="Result", exact=True)).to_have_attribute("aria-selected", "true")
