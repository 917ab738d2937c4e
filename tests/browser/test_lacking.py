"""A form filled in by a link says what is missing; a person adds it, with scripts and without."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive

ROW = {"type": "object", "properties": {"x": {"type": "boolean"}}, "required": ["x"]}
SCHEMA = {
    "type": "object",
    "properties": {
        "box": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "part": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
        "rows": {"type": "array", "items": ROW},
    },
    "required": ["box", "tags", "part", "rows"],
}
BODY = {"rows": [{}, {"x": True}]}


@pytest.mark.parametrize("scripted", [True, False], ids=["with scripts", "without scripts"])
def test_what_is_missing_is_said_and_added(scripted, new_app, acting, serve, new_page, axe):
    page = new_page(java_script_enabled=scripted)
    page.goto(f"{serve(new_app({'name': 't', 'inputSchema': SCHEMA}))}/tools/t?%23={quote(json.dumps(BODY))}")
    if scripted:
        come_alive(page)
        axe(page)
    expect(page.locator("[data-summary-list] a")).to_have_text(["Box", "Tags", "Part", "1. Item, x"])

    box, tags = page.locator("[data-at='/box']"), page.locator("[data-at='/tags']")
    if scripted:
        for _ in range(2):
            box.get_by_role("checkbox").click()
        tags.hover()
        tags.get_by_role("button", name="Options for Tags").click()
        page.get_by_role("menuitemradio", name="Empty list").click()
    else:
        box.get_by_label("Send as false").check()
        tags.get_by_label("Send as empty list").check()
    page.get_by_label("x", exact=True).first.check()
    page.get_by_role("button", name="Add Part").click()
    page.get_by_label("q", exact=True).fill("1")
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator(".rhead [data-state='ok']")).to_be_visible()
    assert acting.bodies == [{"box": False, "tags": [], "part": {"q": "1"}, "rows": [{"x": True}, {"x": True}]}]
