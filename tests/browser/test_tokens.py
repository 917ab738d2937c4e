"""The token of a page, which all that it begins is sent with, where a signing key is set."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from webform.web.access import Access

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}
CHAT = {"id": "t", "name": "T", "layout": "chat", "inputs": []}


@pytest.fixture
def opened(new_app, serve, page, violations):
    """`opened(declaration)`: at the page of such a tool, whose address has a token."""

    def start(declared):
        app = new_app(declared, auth=Access(signing_key="a key of a test, which is long enough"))
        token = app.extensions["webform"].tokens.make()
        page.goto(f"{serve(app)}/tools/t?token={token}")
        quiet(page)
        return page

    yield start
    assert violations == []


def test_a_form_that_was_filled_in_anew_has_it(opened, acting):
    page = opened({"id": "t", "name": "T", "inputs": [TITLE]})
    page.get_by_text("Edit as JSON").first.click()
    page.locator("#body-json").fill('{"title": "of JSON"}')
    page.get_by_role("button", name="Apply to form").click()
    expect(page.get_by_label("Title")).to_have_value("of JSON")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "of JSON"}]


def test_each_message_of_a_conversation_has_it(opened, acting):
    page = opened(CHAT)
    acting.answer = {"output": {"content": "hello"}}
    for count, word in enumerate(("one", "two"), 1):
        page.get_by_label("Message", exact=True).fill(word)
        page.get_by_role("button", name="Send").click()
        # What stands there meanwhile is of the assistant too.
        expect(page.locator("[data-transcript] > [data-role=assistant]").nth(count - 1)).to_contain_text("hello")
        page.wait_for_url(re.compile(r"/runs/.*\?token="))
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")

    page.reload()
    expect(page.locator("form[data-chat] [name=token]")).to_have_count(1)
    assert len(acting.bodies) == 2


def test_a_panel_that_the_page_around_it_filled_in_has_it(opened, acting):
    page = opened({"id": "t", "name": "T", "inputs": [TITLE]})
    page.evaluate(
        "address => { const frame = document.createElement('iframe'); frame.src = address; document.body.append(frame) }",
        page.url.replace("/tools/t?", "/tools/t/panel?"),
    )
    panel = page.frame_locator("iframe")
    panel.locator("[data-run]").wait_for()
    quiet(page)
    page.evaluate("frames[0].postMessage({type: 'webform:values', version: 1, detail: {title: 'of the page'}}, '*')")
    expect(panel.get_by_label("Title")).to_have_value("of the page")
    panel.locator("[data-run]").click()

    expect(panel.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "of the page"}]
