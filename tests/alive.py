"""Forms come alive once the page is drawn: who uses them as people do waits for that."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def come_alive(page: Page) -> None:
    """Wait until the scripts of *page*, where they run, have set up its forms and what these load."""
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        expect(page.locator("form[data-webform]:not([data-ready])")).to_have_count(0)
    page.wait_for_load_state("networkidle")
