"""Large answers in Chromium: a table of 100,000 rows, and a tree of 50 MB; what a person waits for, and the server."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.apps import started
from benchmarks.browser import HERE
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure
from benchmarks.files import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, CDPSession, Page

    from benchmarks.apps import Started

ROWS, SIZE = 100_000, 50_000_000
#: Milliseconds of the server's processor: for a table to be shown, for a tree, and for another look at them.
MOST_SHOWN, MOST_LOOK = {"table": 2000, "tree": 15_000}, {"table": 1000, "tree": 5000}
#: Milliseconds of the longest task of the page, and megabytes of its scripts and elements.
MOST_TASK, MOST_HEAP = 200, 30
#: Times its size that an answer may cost the server in memory: as values, as text, and as bytes.
MOST_GROWN = 25
_PATIENCE = 120_000
_MILLI, _MEGA = 1000, 1_000_000
_TICK = os.sysconf("SC_CLK_TCK")


class Step(NamedTuple):
    """What a person does, and the selector of what is there once it is done."""

    what: str
    act: Callable[[Page], Any]
    shown: str


class Answer(NamedTuple):
    """What kind of answer it is, and in words; its value, the selector of what then is there, and what is done then."""

    kind: str
    what: str
    value: Any
    shown: str
    steps: tuple[Step, ...]


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as folder, browser(unbound=False) as chromium:
        for make in (table, tree):
            answer, file = make(), Path(folder) / f"{make.__name__}.json"
            file.write_text(json.dumps(answer.value), "utf-8")
            manifest = {"id": "large", "name": "Large", "inputs": [], "outputs": []}
            with (
                started("tool", file=str(file)) as tool,
                started("webform", folder=folder, counts=[], run_url=f"{tool.url}/run", more=[manifest]) as server,
            ):
                yield from looked(chromium, server, answer, file.stat().st_size)


def table() -> Answer:
    """Return rows of numbers, words, days and truths."""
    rows = [
        {"id": number, "name": f"name of row {number}", "share": number * 7919 % 10_007 / 100,
         "day": f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}", "done": number % 3 == 0}
        for number in range(ROWS)
    ]  # fmt: skip
    steps = (
        Step("sorted", lambda page: page.get_by_role("link", name="share", exact=True).click(), "th[aria-sort]"),
        Step("the next page", lambda page: page.get_by_role("link", name="Next").click(), "a[rel=prev]"),
        Step("a search", _search, 'a:text-is("Show all")'),
    )
    return Answer("table", f"{ROWS:,} rows", {"rows": rows}, "table.data tbody tr", steps)


def _search(page: Page) -> None:
    page.get_by_role("searchbox").fill("row 777")
    page.get_by_role("searchbox").press("Enter")


def tree() -> Answer:
    """Return branches within branches, of `SIZE` bytes."""
    leaf = {
        "id": 12_345,
        # An answer of more than a million values is kept as a file.
        "words": "a few words of a leaf and " * 60,
        "numbers": list(range(20)),
        "in": {"deep": {"deeper": None}},
    }
    branches = SIZE // (100 * (len(json.dumps(leaf)) + 2)) - 1
    value = {"branches": [[leaf] * 100] * branches}
    steps = (
        Step("the next page", lambda page: page.get_by_role("link", name="Next").click(), "a[rel=prev]"),
        Step("a branch opened", _open, ".pages code"),
    )
    return Answer("tree", f"JSON of {SIZE / _MEGA:g} MB", value, "[data-view=json] .tree", steps)


def _open(page: Page) -> None:
    page.locator(".tree li li > a[data-look]").first.click()


def looked(chromium: Browser, server: Started, answer: Answer, size: int) -> Iterator[Figure]:
    """Yield what a person waits for who runs the tool of *server*, and looks at its *answer* of *size* bytes."""
    what = answer.what + ": "
    with new_page(chromium) as page:
        page.set_default_timeout(_PATIENCE)
        session = page.context.new_cdp_session(page)
        page.add_init_script(path=HERE / "watch.js")
        page.goto(f"{server.url}/tools/large", wait_until="networkidle")
        before = _begin(server)
        run = Step("from Run to shown", lambda page: page.locator("[data-run]").click(), answer.shown)
        yield _timed(page, server, run, what, MOST_SHOWN[answer.kind])
        grown = _grown(server, before)
        times = grown / (size / _MEGA)
        found = f"at most {grown:.0f} MB more, {times:.1f} × its {size / _MEGA:.1f} MB"
        yield Figure(what=what + "memory of the server", found=found, value=times, most=MOST_GROWN, unit=" ×")
        for step in answer.steps:
            yield _timed(page, server, step, what, MOST_LOOK[answer.kind])
        yield _downloaded(page, server, what, MOST_LOOK[answer.kind])
        longest = max(page.evaluate("() => watched.tasks"), default=0)
        yield Figure(what=what + "longest task", found=f"{longest:.0f} ms", value=longest, most=MOST_TASK, unit=" ms")
        heap = _heap(session)
        found = f"{heap:.1f} MB, elements included"
        yield Figure(what=what + "heap", found=found, value=heap, most=MOST_HEAP, unit=" MB")


def _timed(page: Page, server: Started, step: Step, what: str, most: float) -> Figure:
    """Do *step*; return what it took until it was shown."""
    spent = _spent(server)
    start = perf_counter()
    step.act(page)
    page.locator(step.shown).first.wait_for()
    took = (perf_counter() - start) * _MILLI
    spent = _spent(server) - spent
    found = f"{took:.0f} ms, {spent:.0f} ms of the server's processor"
    return Figure(what=what + step.what, found=found, value=spent, most=most, unit=" ms")


def _downloaded(page: Page, server: Started, what: str, most: float) -> Figure:
    """Take all of the answer away as JSON; return what that took."""
    link = page.locator('.view a[download$=".json"]').first
    # A table has its downloads in a menu.
    if not link.is_visible():
        link.locator("xpath=ancestor::details[1]/summary").click()
    spent, start = _spent(server), perf_counter()
    with page.expect_download() as coming:
        link.click()
    size = coming.value.path().stat().st_size
    took, spent = (perf_counter() - start) * _MILLI, _spent(server) - spent
    found = f"{took:.0f} ms, {spent:.0f} ms of the server's processor, {size / _MEGA:.1f} MB"
    return Figure(what=what + "downloaded as JSON", found=found, value=spent, most=most, unit=" ms")


def _begin(server: Started) -> dict[int, float]:
    """Return what memory the server has, by its processes; what the most was is forgotten."""
    for pid in server.memory_pids:
        Path(f"/proc/{pid}/clear_refs").write_text("5", "ascii")
    return {pid: memory(pid, "VmRSS") for pid in server.memory_pids}


def _grown(server: Started, before: dict[int, float]) -> float:
    """Return by how many megabytes the server has grown at most."""
    return sum(memory(pid, "VmHWM") - before.get(pid, 0) for pid in server.memory_pids)


def _spent(server: Started) -> float:
    """Return how many milliseconds of the processor the server has taken."""
    stats = (Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split() for pid in server.memory_pids)
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) * _MILLI / _TICK


def _heap(session: CDPSession) -> float:
    """Return the megabytes of the scripts of a page and its elements, once it was tidied up."""
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")
    return float(used["usedSize"] + used["embedderHeapUsedSize"]) / _MEGA


if __name__ == "__main__":
    main()
