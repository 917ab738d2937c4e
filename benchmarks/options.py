"""A select of 5,000 options in Chromium, beside one of 50: only the options in sight are in the page."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.apps import started
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, interleaved, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROUNDS = 5
#: Keys of the selects, with how many options each has.
COUNTS = {"few": 50, "many": 5000}
#: How much more the many may take to be opened, and to be searched: each of them is looked at there.
MOST_OPENED, MOST_SEARCHED = 1.5, 5
TOOL: dict[str, Any] = {
    "name": "options",
    "description": "Choosing one of many.",
    "inputSchema": {
        "type": "object",
        "properties": {key: {"enum": list(range(count)), "default": count // 2} for key, count in COUNTS.items()},
    },
}
#: Milliseconds that an event takes, with the layout that follows from it.
TAKEN = """(input, [kind, given]) => {
    input.focus()
    const begun = performance.now()
    if (kind === 'input') input.value = given
    input.dispatchEvent(kind === 'input' ? new InputEvent(kind, {bubbles: true})
        : new KeyboardEvent(kind, {key: given, bubbles: true, cancelable: true}))
    document.querySelector('[role=option]').getBoundingClientRect()
    return performance.now() - begun
}"""


class Seen(NamedTuple):
    """Milliseconds until the list is open, and until what was typed is found in it."""

    opened: float
    searched: float


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours = stack.enter_context(started("webform", folder=folder, counts=[], more=[TOOL]))
        chromium = stack.enter_context(browser())
        yield from beside(chromium, f"{ours.url}/tools/options")


def beside(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what the select of many options takes, beside that of few."""
    found = interleaved({key: partial(look, chromium, url, key) for key in COUNTS}, ROUNDS)
    many, few = (Seen(*map(median, zip(*found[key], strict=True))) for key in ("many", "few"))
    yield ratio("5,000 options, opened", (many.opened, few.opened), "50 options", MOST_OPENED)
    yield ratio("5,000 options, a key in them", (many.searched, few.searched), "50 options", MOST_SEARCHED)


def look(chromium: Browser, url: str, key: str) -> Seen:
    """Open the list of the select *key* at *url*, search it, and return what that took."""
    with new_page(chromium) as page:
        page.goto(url, wait_until="networkidle")
        # The select that it takes the place of has that role too.
        box = page.locator("input").and_(page.get_by_role("combobox", name=key))
        opened = box.evaluate(TAKEN, ["keydown", "ArrowDown"])
        searched = box.evaluate(TAKEN, ["input", "11"])
        return Seen(opened, searched)


if __name__ == "__main__":
    main()
