"""A grid of 1,000 rows in Chromium, beside the same table with a script by hand."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.apps import started
from benchmarks.browser import HERE, KEYS, LONGEST, MOST, by_hand
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, interleaved, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROWS, ROUNDS = 1000, 5
#: Milliseconds after which all is still, and how much more a change may take than one that nobody checks.
SETTLED, MOST_CHANGED = 300, 2
#: Pixels of a turn of the wheel.
TURN = 800
COLUMNS = [
    {"key": "k", "label": "Name"},
    {"key": "w", "label": "Weight", "type": "number"},
    {"key": "d", "label": "Day", "type": "date"},
]
TOOL: dict[str, Any] = {
    "id": "grid",
    "name": "Grid",
    "inputs": [
        {
            "key": "t",
            "type": "table",
            "label": "Parts",
            "columns": COLUMNS,
            "default": [{"k": f"part {row}", "w": row, "d": "2026-01-31"} for row in range(ROWS)],
        }
    ],
    "outputs": [],
}
BLOCK = "\n".join(f"pasted {row}\t{row / 4}\t2026-02-{row % 28 + 1:02}" for row in range(ROWS))
IS_AT_END = "({scrollTop, clientHeight, scrollHeight}) => scrollTop + clientHeight > scrollHeight - 2"
#: Notes how long each frame takes, until it is stopped.
NOTE_FRAMES = """() => { const frames = []; let before = performance.now(), goes = true
watched.stop = () => { goes = false; return frames }
requestAnimationFrame(function next(now) {
    frames.push(now - before)
    before = now
    if (goes) requestAnimationFrame(next) }) }"""
#: What is done at a cell or a button: by the script of the page, or with the least there is.
ACTS = {
    "press": "element => element.click()",
    "clone": """element => { const {rows: [row], lastElementChild: last} = document.querySelector('tbody')
        last.after(row.cloneNode(true))
        last.nextElementSibling.querySelector('.ctl').focus() }""",
    "paste": """(element, text) => { const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        element.focus()
        element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }""",
    "put": """(element, text) => { const {rows} = document.querySelector('tbody')
        text.split('\\n').forEach((line, at) => line.split('\\t').forEach((cell, right) => {
            rows[at].cells[right + 1].querySelector('.ctl').value = cell })) }""",
}


class Seen(NamedTuple):
    """
    What happened in a page, in milliseconds; those of frames apart, of the processor: others may be at work.

    Args:
        late: how many frames took longer than 50 ms while it was scrolled.
        frame: the longest of them all.
        scroll: for each turn of the wheel.
        key: for each key in its middle.
        row: for a new row.
        block: for a block of as many rows.
    """

    late: float
    frame: float
    scroll: float
    key: float
    row: float
    block: float


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours = stack.enter_context(started("webform", folder=folder, counts=[], more=[TOOL]))
        url = f"{ours.url}/tools/grid"
        limit = stack.enter_context(started("bare", pages=by_hand({"grid": url}, Path(folder))))
        chromium = stack.enter_context(browser())
        yield from beside(chromium, url, f"{limit.url}/grid")


def beside(chromium: Browser, ours: str, limit: str) -> Iterator[Figure]:
    """Yield what happens in the page *ours*, beside the page *limit*."""
    tasks = {
        "ours": partial(look, chromium, ours, "press", "paste"),
        "limit": partial(look, chromium, limit, "clone", "put"),
    }
    seen = interleaved(tasks, ROUNDS)
    mine, least = (Seen(*map(median, zip(*seen[name], strict=True))) for name in tasks)
    found = f"{mine.late:.0f} frames of more than {LONGEST} ms, the longest {mine.frame:.0f}"
    yield Figure(what="scrolled from end to end", found=f"{found}; by hand {least.late:.0f} and {least.frame:.0f} ms")
    yield ratio("a turn of the wheel", (mine.scroll, least.scroll), "by hand", MOST)
    yield ratio("a key", (mine.key, least.key), "by hand", MOST)
    for what, both in (("a new row", (mine.row, least.row)), (f"a block of {ROWS:,} rows", (mine.block, least.block))):
        yield ratio(what, both, "the same, nothing said or checked", MOST_CHANGED)


def look(chromium: Browser, url: str, add: str, fill: str) -> Seen:
    """Open *url*, scroll its table, type into it, *add* a row to it and *fill* it; return what that took."""
    with new_page(chromium) as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent() -> float:
            page.wait_for_timeout(SETTLED)
            metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
            return float(metrics["TaskDuration"]) * 1000

        page.add_init_script(path=HERE / "watch.js")
        page.goto(url, wait_until="load")
        page.wait_for_load_state("networkidle")
        frame, cells = page.locator(".scroll:has(> .grid)"), page.locator("tbody .ctl:not(.num)")
        frame.hover()
        times, turns = [spent()], 0
        page.evaluate(NOTE_FRAMES)
        while not frame.evaluate(IS_AT_END):
            page.mouse.wheel(0, TURN)
            page.wait_for_timeout(16)
            turns += 1
        frames = page.evaluate("() => watched.stop()")
        times.append(spent())
        cells.nth(ROWS // 2).focus()
        times.append(spent())
        page.keyboard.type(KEYS, delay=30)
        times.append(spent())
        page.locator("[data-add-row]").evaluate(ACTS[add])
        times.append(spent())
        cells.first.evaluate(ACTS[fill], BLOCK)
        page.wait_for_function(
            "() => [...document.querySelectorAll('tbody .ctl')].some(each => each.value === 'pasted 999')"
        )
        times.append(spent())
        scroll, _, keys, row, block = (after - before for before, after in pairwise(times))
        late = sum(frame > LONGEST for frame in frames)
        return Seen(late, max(frames), scroll / turns, keys / len(KEYS), row, block)


if __name__ == "__main__":
    main()
