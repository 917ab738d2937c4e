"""Actions of a person at a form, whether scripts help them or not."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.alive import come_alive, set_up

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

#: Media type -> how a file of it ends.
ENDINGS = {"text/csv": "csv", "image/png": "png", "audio/wav": "wav", "text/plain": "txt", "application/pdf": "pdf"}

#: The rules of axe for colours: nothing else differs in the dark.
COLOURS = ("color-contrast", "link-in-text-block")

#: Sizes of a screen.
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 900}

#: Two frames: what draws itself anew at another size has done so.
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: Where the page scrolls sideways: how wide it is, and what ends beyond the window, which a text in a box may do alone.
TOO_WIDE = """() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth <= clientWidth ? [] : [`${scrollWidth} of ${clientWidth} pixels`, ...[...document.querySelectorAll('body *')]
        .filter(each => each.getBoundingClientRect().right > clientWidth).map(each => each.outerHTML.slice(0, 120)).slice(-3)]
}"""


def visit(page: Page, address: str) -> None:
    """Open *address*, and wait until its scripts, where they run, have done what they do at once."""
    page.goto(address)
    come_alive(page)


def field(page: Page, at: str) -> Locator:
    """Return the field of the input at the pointer *at*."""
    return page.locator(f'[data-at="{at}"][data-input]')


def problem(page: Page, at: str) -> Locator:
    """Return what is said to be wrong with the input at *at*."""
    return page.locator(f'[data-problem-for="{at}"]')


def settled(page: Page) -> None:
    """Wait until the form that was asked for has taken the place of the one before."""
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    set_up(page)


def run(page: Page) -> None:
    """Press Run."""
    page.locator("[data-run]").click()


def result(page: Page, status: str = "ok") -> Locator:
    """Return the result, once it has *status*."""
    section = page.locator("[data-result]")
    expect(section).to_have_attribute("data-status", status)
    return section


def drawn(page: Page) -> None:
    """Wait until *page* has been drawn at the size that it has now."""
    page.evaluate(FRAMES)


def assert_fits(page: Page) -> None:
    """The page does not scroll sideways; where it does, what is too wide is named."""
    assert page.evaluate(TOO_WIDE) == [], page.url


def file_of(folder: Path, url: str) -> Path:
    """Return a file in *folder* that holds what the data URL *url* does."""
    head, data = url.split(";base64,")
    path = folder / f"sample.{ENDINGS[head.removeprefix('data:')]}"
    path.write_bytes(b64decode(data))
    return path


def spelled(value: Any) -> str:
    """Return *value* as JSON spells it: 1, 1.0, "1" and true are four things."""
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
