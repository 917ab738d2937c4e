"""The Chromium that pages are measured in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser_path import FLAGS, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

#: A frame is drawn when there is something to draw, not at the next beat of a screen that is not there.
UNBOUND = ("--disable-frame-rate-limit", "--disable-gpu-vsync")


@contextmanager
def browser(*, unbound: bool = True) -> Iterator[Browser]:
    """Start the browser, whose frames are *unbound*, and end it."""
    path = chromium()
    if path is None:
        raise SystemExit("no Chromium was found: install one, or name it in CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *(UNBOUND if unbound else ())])
        try:
            yield started
        finally:
            started.close()


@contextmanager
def new_page(started: Browser) -> Iterator[Page]:
    """Open a page of a browser that has seen nothing yet."""
    context = started.new_context(viewport={"width": 1280, "height": 900})
    try:
        yield context.new_page()
    finally:
        context.close()
