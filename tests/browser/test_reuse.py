"""A result used in another tool: chosen by its part and its input, filled in, and run, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive

MAKER = {"id": "maker", "name": "Maker", "inputs": [], "outputs": [{"key": "y", "type": "text", "label": "Words"}]}
TEXTS = {"id": "texts", "name": "Texts", "inputs": [{"key": "title", "type": "text", "label": "Title"}]}
LONG = {"id": "long", "name": "Long", "inputs": [{"key": key, "type": "textarea", "label": key} for key in "abcdefgh"]}


def wide_and_narrow(page):
    """Give *page* the width of a desk, and then that of a phone, which it keeps."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        yield width


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_result_goes_into_the_form_of_another_tool(new_app, serve, new_page, watch, acting, axe, scripts):
    page = new_page(java_script_enabled=scripts)
    seen = watch(page)
    acting.answer = {"y": "many words", "n": 7}
    page.goto(serve(new_app(MAKER, TEXTS, LONG)) + "/tools/maker")
    if scripts:
        come_alive(page)
    page.locator("[data-run]").click()
    for _ in wide_and_narrow(page):
        page.get_by_role("link", name="Use this result in").click(trial=True)
    page.get_by_role("link", name="Use this result in").click()
    words = page.get_by_role("navigation", name="Parts of the result").get_by_role("link", name="Words")
    for _ in wide_and_narrow(page):
        words.click(trial=True)
    words.click()
    expect(page.locator("[aria-current]").filter(has_text="Words")).to_be_visible()
    for width in wide_and_narrow(page):
        page.get_by_role("link", name="Texts: Fill in Title").click(trial=True)
        if scripts:
            axe(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
    page.get_by_role("link", name="Texts: Fill in Title").click()

    expect(page.get_by_label("Title")).to_have_value("many words")
    for _ in wide_and_narrow(page):
        expect(page.locator(".notice[role=status]")).to_contain_text("Title comes from the result of Maker.")
        page.locator("[data-run]").click(trial=True)
    assert len(acting.bodies) == 1
    if scripts:
        come_alive(page)
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(page).to_have_url(re.compile(r"/runs/[\w-]{22}$" if scripts else r"/runs/[\w-]{22}#result$"))
    assert acting.bodies[1:] == [{"title": "many words"}]
    assert seen == []
