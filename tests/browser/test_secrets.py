"""Secrets in the browser: in the page until they are run, and nowhere else."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.messages import message

TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {
            "title": {"type": "string", "title": "Title"},
            "word": {"type": "string", "title": "Word", "format": "password"},
            "pin": {"type": "integer", "title": "Pin", "writeOnly": True},
            "plan": {"enum": ["gold plan", "iron plan"], "title": "Plan", "writeOnly": True},
            "items": {
                "type": "array",
                "title": "Rows",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "code": {"type": "integer", "writeOnly": True}},
                },
            },
        },
    },
}
SECRETS = ("hunter2x", "48151623", "iron plan", "90125")


@pytest.fixture
def form(new_app, serve, page, violations):
    """The page of a tool with secrets."""
    page.goto(serve(new_app(TOOL)) + "/tools/t")
    come_alive(page)
    yield page
    assert violations == []


def fill(page):
    page.get_by_label("Title").fill("typed")
    page.get_by_label("Word", exact=True).fill("hunter2x")
    page.get_by_label("Pin").fill("48151623")
    page.get_by_label("Plan").select_option("iron plan")
    page.get_by_role("button", name="Add Rows").click()
    page.locator('[name="/items/0/name"]').fill("first")
    page.locator('[name="/items/0/code"]').fill("90125")


def assert_filled(page):
    expect(page.get_by_label("Word", exact=True)).to_have_value("hunter2x")
    expect(page.get_by_label("Pin")).to_have_value("48151623")
    expect(page.get_by_label("Plan")).to_have_value("iron plan")


def body(page):
    return page.get_by_role("textbox", name="Edit as JSON")


def test_nothing_of_a_secret_is_kept_by_the_browser(form):
    fill(form)
    form.reload()
    come_alive(form)

    kept = form.evaluate("JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])")
    assert "typed" in kept
    assert "first" in kept
    assert [secret for secret in SECRETS if secret in kept] == []


def test_a_preset_holds_no_secret(form):
    fill(form)
    form.get_by_text("Presets and link").click()
    form.get_by_label("Save as preset").fill("mine")
    form.get_by_role("button", name="Save preset").click()
    expect(form.locator("[data-presets]")).to_contain_text("mine")

    kept = form.evaluate("JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes('presets')))")
    assert "typed" in kept
    assert [secret for secret in SECRETS if secret in kept] == []


def test_the_body_beside_the_form_has_masks_while_people_type(form):
    form.get_by_text("Edit as JSON").click()
    fill(form)

    expect(body(form)).to_have_value(re.compile('"code"'))
    shown = json.loads(body(form).input_value())
    assert [shown["word"], shown["pin"], shown["plan"]] == ["[hidden]"] * 3
    assert shown["items"] == [{"name": "first", "code": "[hidden]"}]


def test_what_a_mask_stands_for_stays_when_the_form_is_filled_from_the_body(form):
    form.get_by_text("Edit as JSON").click()
    fill(form)
    expect(body(form)).to_have_value(re.compile('"code"'))
    text = body(form).input_value().replace('"typed"', '"changed"')
    body(form).fill(text.replace('"plan": "[hidden]"', '"plan": "gold plan"'))
    form.get_by_role("button", name="Apply to form").click()

    expect(form.get_by_label("Title")).to_have_value("changed")
    expect(form.get_by_label("Word", exact=True)).to_have_value("hunter2x")
    expect(form.get_by_label("Pin")).to_have_value("48151623")
    expect(form.get_by_label("Plan")).to_have_value("gold plan")
    expect(form.locator('[name="/items/0/code"]')).to_have_value("90125")


def test_a_secret_of_a_row_never_goes_to_another_row(form):
    form.get_by_text("Edit as JSON").click()
    fill(form)
    expect(body(form)).to_have_value(re.compile("first"))
    body(form).fill('{"word": "[hidden]", "items": [{"name": "second", "code": "[hidden]"}]}')
    form.get_by_role("button", name="Apply to form").click()

    expect(form.locator('[name="/items/0/name"]')).to_have_value("second")
    expect(form.locator('[name="/items/0/code"]')).to_have_value("")
    expect(form.get_by_label("Word", exact=True)).to_have_value("hunter2x")
    expect(form.get_by_label("Pin")).to_have_value("")


def test_secrets_stay_when_the_server_makes_the_form_anew_but_not_when_it_is_reset(form, acting):
    fill(form)
    assert_filled(form)
    form.get_by_role("button", name="Add item").click()
    expect(form.locator('[name="/items/1/name"]')).to_be_visible()

    assert_filled(form)
    expect(form.locator('[name="/items/0/code"]')).to_have_value("90125")
    form.locator("[data-run]").click()
    expect(form.locator("#result")).to_have_attribute("data-status", "ok")
    assert acting.bodies[0]["pin"] == 48151623
    form.get_by_role("button", name="Reset").click()
    expect(form.get_by_label("Title")).to_have_value("")
    expect(form.get_by_label("Word", exact=True)).to_have_value("")
    expect(form.get_by_label("Pin")).to_have_value("")


def test_what_the_browser_finds_wrong_in_a_secret_is_not_quoted(form):
    form.get_by_label("Pin").fill("4815x")
    form.get_by_label("Title").focus()

    expect(form.locator('[data-problem-for="/pin"]')).to_have_text(message("not-a-number.secret", {}))
