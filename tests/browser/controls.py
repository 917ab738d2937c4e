"""What people do with controls: paste, and run."""

from __future__ import annotations

from playwright.sync_api import expect


def paste(locator, text, *, over=True):
    """Paste *text* into a control, *over* what is in it or at the caret."""
    locator.evaluate(
        """(element, [text, over]) => { const clipboardData = new DataTransfer(); clipboardData.setData('text', text)
        element.focus(); if (over) element.select?.()
        element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }""",
        [text, over],
    )


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
