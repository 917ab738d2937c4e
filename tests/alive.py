"""Forms come alive once the page is drawn: who uses them as people do waits for that."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def set_up(page: Page) -> None:
    """Wait until the scripts of *page*, where they run, have set up its forms."""
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        expect(page.locator("form[data-webform]:not([data-ready])")).to_have_count(0)


def come_alive(page: Page) -> None:
    """Wait for that, and for what the forms load."""
    set_up(page)
    page.wait_for_load_state("networkidle")
