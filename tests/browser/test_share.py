"""Presets, kept in this browser, and the link to the form as it is filled in."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive

TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "number": {"type": "number"},
            "pin": {"type": "string", "format": "password"},
        },
        "required": ["city"],
    },
}


@pytest.fixture
def address(new_app, serve):
    return serve(new_app(TOOL)) + "/tools/t"


@pytest.fixture
def shared(address, page):
    page.goto(address)
    come_alive(page)
    page.get_by_text("Presets and link").click()
    expect(page.get_by_label("Save as preset")).to_be_visible()
    return page


def save(page, name, city):
    page.get_by_label("City").fill(city)
    page.get_by_label("Save as preset").fill(name)
    page.get_by_role("button", name="Save preset").click()
    expect(page.get_by_role("button", name=f"Apply {name}", exact=True)).to_be_visible()


def test_a_preset_fills_the_form_in_again_after_a_reload_and_can_be_undone(shared):
    shared.get_by_label("Pin").fill("s3cret")
    save(shared, "Norway", "Oslo")
    assert "s3cret" not in shared.evaluate("JSON.stringify(localStorage)")
    shared.reload()
    come_alive(shared)
    shared.get_by_label("City").fill("Bergen")
    shared.get_by_label("Pin").fill("4321")
    shared.get_by_text("Presets and link").click()
    shared.get_by_role("button", name="Apply Norway").click()

    expect(shared.get_by_label("City")).to_have_value("Oslo")
    expect(shared.get_by_label("Pin")).to_have_value("4321")
    shared.get_by_role("button", name="Undo").click()
    expect(shared.get_by_label("City")).to_have_value("Bergen")


def test_presets_are_replaced_renamed_and_deleted_by_keys(shared):
    save(shared, "One", "Oslo")
    save(shared, "One", "Bergen")
    save(shared, "Two", "Rome")
    shared.get_by_role("button", name="Rename One").click()
    name = shared.get_by_label("New name of One")
    name.fill("Two")
    name.press("Enter")
    assert name.evaluate("name => name.validationMessage") == "There is a preset Two already."
    name.fill("First")
    name.press("Enter")
    expect(shared.get_by_role("button", name="Rename First")).to_be_focused()
    shared.get_by_role("button", name="Delete Two").press("Enter")

    expect(shared.locator(".presets b")).to_have_text(["First"])
    shared.get_by_role("button", name="Apply First").click()
    expect(shared.get_by_label("City")).to_have_value("Bergen")


def test_what_was_stored_may_be_anybodys(shared):
    bad = [{"name": "<b>x</b>", "entries": [["/city", "Oslo"]]}, {"name": 5}, {"name": "n", "entries": [["evil", "x"]]}]
    shared.evaluate("bad => localStorage.setItem('webform:presets:/tools/t', bad)", json.dumps(bad))
    shared.reload()
    come_alive(shared)
    shared.get_by_text("Presets and link").click()

    expect(shared.locator(".presets b")).to_have_text(["<b>x</b>"])


def test_the_link_is_copied_and_opens_the_form_filled_in(shared, acting):
    shared.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shared.get_by_label("City").fill("Oslo & Bergen")
    shared.get_by_label("Number").fill("4")
    shared.get_by_role("button", name="Copy link").click()
    expect(shared.locator(".toast")).to_contain_text("Link copied.")
    link = shared.evaluate("navigator.clipboard.readText()")
    expect(shared.get_by_label("Link", exact=True)).to_have_value(link)
    shared.goto(link)

    expect(shared.get_by_label("City")).to_have_value("Oslo & Bergen")
    expect(shared.get_by_label("Number")).to_have_value("4")
    expect(shared.locator(".notice").first).to_contain_text("Values on this form came from a link.")
    assert acting.bodies == []


def test_presets_are_accessible_and_stay_within_a_phone(address, new_page, axe_light_and_dark):
    page = new_page(viewport={"width": 390, "height": 800})
    page.goto(address)
    come_alive(page)
    page.get_by_text("Presets and link").click()
    save(page, "x" * 80, "Oslo")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()

    axe_light_and_dark(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_the_link_is_made_by_the_server(address, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(address)
    page.get_by_label("City").fill("Oslo")
    page.get_by_text("Presets and link").click()
    page.get_by_role("button", name="Make link").click()

    expect(page.get_by_label("Link", exact=True)).to_have_value(page.url.partition("/form")[0] + "?/city=Oslo")
