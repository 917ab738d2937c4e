"""
Forms in Chromium, beside the same HTML with a listener of ten lines instead of our script.

Each page is opened in a browser that has seen nothing yet, and whose window has settled. Interactive is the first
frame drawn once the script has set the form up; work is what the main thread did until it was at rest, in time of
the processor. Blocking time is what tasks take beyond 50 ms each. Of a long form only the slices near the window
are laid out. A task may take 50 ms, or 1.3 times what it takes by hand where the browser needs more for that.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections import Counter
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin
from urllib.request import urlopen

from benchmarks.apps import started
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, interleaved, ratio
from tests.html.parsed import Parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

#: Fields of a form, and rounds.
SIZES = ((10, 15), (100, 15), (1000, 9))
MOST, LONGEST = 1.3, 50
#: Milliseconds in which a new window makes its own surroundings, which are pages as well, and no work of the form's.
SETTLED = 1000
KEYS = "a word or two here"
HERE = Path(__file__).parent


class Seen(NamedTuple):
    """
    What happened in a page, in milliseconds and megabytes.

    Args:
        interactive: until the first frame that is drawn once its script has set it up.
        longest: its longest task of more than 50 ms by the clock, else 0.
        blocked: its blocking time, which is what tasks take beyond 50 ms each.
        key: from a key to the frame that shows it.
        work: of its main thread until it was at rest, in time of the processor: others may be at work on this machine.
        heap: of its script, once it was tidied up.
        whole: that, and its elements.
    """

    interactive: float
    longest: float
    blocked: float
    key: float
    work: float
    heap: float
    whole: float


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        counts = [count for count, _ in SIZES]
        ours = stack.enter_context(started("webform", folder=folder, counts=counts))
        pages = {f"plain-{count}": f"{ours.url}/tools/plain-{count}" for count in counts}
        limit = stack.enter_context(started("bare", pages=by_hand(pages, Path(folder))))
        chromium = stack.enter_context(browser())
        for count, rounds in SIZES:
            yield from beside(chromium, count, rounds, pages[f"plain-{count}"], f"{limit.url}/plain-{count}")


def by_hand(pages: dict[str, str], folder: Path) -> dict[str, Any]:
    """Keep *pages* in *folder* with a script written by hand instead of ours; return what the bare server serves."""
    kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}
    kept: dict[str, bytes] = {"limit.js": (HERE / "limit.js").read_bytes()}
    for name, url in pages.items():
        html = _get(url).decode()
        first, script = Parsed(html).of("script")
        (style,) = Parsed(html).of("link", rel="stylesheet")
        kept[style["href"].lstrip("/")] = _get(urljoin(url, style["href"]))
        html = html.replace(f'<script src="{first["src"]}" data-core="{script["src"]}"></script>', "")
        kept[name] = html.replace(script["src"], "/limit.js").encode()
    served = {}
    for number, (path, content) in enumerate(kept.items()):
        file = folder / f"by-hand-{number}"
        file.write_bytes(gzip.compress(content, 9))
        headers = {"Content-Type": kinds[Path(path).suffix or ".html"], "Content-Encoding": "gzip"}
        served[path] = {"file": str(file), "headers": headers}
    return served


def _get(url: str) -> bytes:
    with urlopen(url) as answer:
        content: bytes = answer.read()
        return content


def beside(chromium: Browser, count: int, rounds: int, ours: str, limit: str) -> Iterator[Figure]:
    """Yield what happens in the page *ours*, of *count* fields, beside the page *limit*."""
    seen = interleaved({"ours": partial(look, chromium, ours), "limit": partial(look, chromium, limit)}, rounds)
    mine, least = (Seen(*map(median, zip(*seen[name], strict=True))) for name in ("ours", "limit"))
    what = f"{count:,} fields: "
    yield ratio(what + "interactive", (mine.interactive, least.interactive), "by hand", MOST)
    yield ratio(what + "work to get there", (mine.work, least.work), "by hand", MOST)
    yield ratio(what + "key to paint", (mine.key, least.key), "by hand", MOST)
    yield ratio(what + "heap of scripts", (mine.heap, least.heap), "by hand", MOST, unit="MB")
    yield ratio(what + "heap, elements included", (mine.whole, least.whole), "by hand", MOST, unit="MB")
    found = f"{mine.blocked:.0f} ms; by hand {least.blocked:.0f} ms"
    yield Figure(what=what + "blocking time", found=found, value=mine.blocked, most=LONGEST, unit=" ms")
    tasks = {"ours": partial(longest_task, chromium, ours), "limit": partial(longest_task, chromium, limit)}
    taken = {name: median(times) for name, times in interleaved(tasks, rounds).items()}
    found = f"{taken['ours']:.1f} ms; by hand {taken['limit']:.1f} ms"
    most = _most_of(taken["limit"])
    yield Figure(what=what + "longest task", found=found, value=taken["ours"], most=most, unit=" ms")
    found = f"{_clock(mine.longest)}; by hand {_clock(least.longest)}"
    most = _most_of(least.longest)
    yield Figure(what=what + "that, by the clock", found=found, value=mine.longest, most=most, unit=" ms")


def _most_of(by_hand: float) -> float:
    """Return how long a task may be where one takes *by_hand* in the page by hand, which is mostly layout."""
    return round(max(LONGEST, MOST * by_hand))


def _clock(longest: float) -> str:
    return f"{longest:.0f} ms" if longest else f"at most {LONGEST} ms"


def look(chromium: Browser, url: str) -> Seen:
    """Open *url* in a browser that has seen nothing yet, type into a field in its middle, and return what happened."""
    with new_page(chromium) as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.add_init_script(path=HERE / "watch.js")
        page.wait_for_timeout(SETTLED)
        page.goto(url, wait_until="load")
        interactive = page.evaluate("() => watched.interactive")
        page.wait_for_load_state("networkidle")
        metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        fields = page.locator("[data-input=text] input[type=text]")
        fields.nth(fields.count() // 2).focus()
        page.keyboard.type(KEYS, delay=30)
        page.wait_for_timeout(100)
        keys, tasks = page.evaluate("() => [watched.keys, watched.tasks]")
        session.send("HeapProfiler.collectGarbage")
        used = session.send("Runtime.getHeapUsage")
        heap = used["usedSize"] / 1e6
        whole = heap + used["embedderHeapUsedSize"] / 1e6
        blocked = sum(task - LONGEST for task in tasks)
        work = metrics["TaskDuration"] * 1000
        return Seen(interactive, max(tasks, default=0), blocked, median(keys), work, heap, whole)


def longest_task(chromium: Browser, url: str) -> float:
    """
    Open *url* in a browser that has seen nothing yet; return the longest task of its main thread.

    In milliseconds of the processor: by the clock a task also waits for the browser's other processes, and for ours.
    """
    with new_page(chromium) as page:
        page.wait_for_timeout(SETTLED)
        chromium.start_tracing(page=page, categories=["-*", "toplevel", "devtools.timeline"])
        page.goto(url, wait_until="networkidle")
        events = json.loads(chromium.stop_tracing())["traceEvents"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "UpdateLayoutTree")
    ((main, _),) = threads.most_common(1)
    tasks = (event for event in events if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) == main)
    return max(float(task.get("tdur", 0)) for task in tasks) / 1000


if __name__ == "__main__":
    main()
