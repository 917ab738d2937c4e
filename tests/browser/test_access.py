"""A server with a token, in the browser: whoever signed in runs tools and hears of them as on any other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.web.access import Access

TOKEN = "a-token-of-many-letters"


@pytest.fixture
def address(new_app, serve):
    return serve(new_app(auth=Access(token=TOKEN)))


def test_who_signed_in_runs_a_tool(new_page, watch, address, acting):
    page = new_page(http_credentials={"username": "ann", "password": TOKEN})
    violations = watch(page)
    page.goto(f"{address}/tools/small")
    come_alive(page)
    page.get_by_label("Title", exact=True).fill("x")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "x"}]
    assert violations == []


def test_who_did_not_is_told_so_on_a_page_with_styles(page, address, axe):
    # Chromium asks for a password first; this is the page that it shows to who gives none.
    answer = page.request.get(f"{address}/tools/small", headers={"Accept": "text/html"})
    page.set_content(re.sub(r'(href|src)="/', rf'\1="{address}/', answer.text()))

    assert answer.status == 401
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in first")
    expect(page.get_by_role("main")).to_contain_text("Sign in to use this page.")
    axe(page)
