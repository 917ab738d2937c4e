"""Inputs with editors, and the hands of who writes in them."""

from __future__ import annotations

from playwright.sync_api import expect

PLAIN = {"key": "p", "type": "code", "label": "Text"}
FILTER = {
    "key": "j",
    "type": "json",
    "label": "Filter",
    "default": {"name": "Ada"},
    "schema": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name"],
        "additionalProperties": False,
    },
}
NOTES = {"key": "m", "type": "markdown", "label": "Notes", "default": "# Hello *you*"}
NEXT = {"key": "after", "type": "text", "label": "After", "required": False}


def editor(page, label):
    """Where one types: the text of the editor called *label*."""
    found = page.get_by_role("textbox", name=label, exact=True)
    expect(found).to_have_attribute("contenteditable", "true")
    return found


def home(page, key):
    return page.locator(f'textarea[name="/{key}"]')


def field(page, key):
    return page.locator(f'[data-at="/{key}"]')


def rewrite(page, label, text):
    """Type *text* in the place of what an editor holds."""
    editor(page, label).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def preview(page):
    return page.get_by_role("tabpanel", name="Notes: preview")
