"""
An author's preview in Chromium over 500 random edits of its file: good, broken, empty and huge ones.

From the end of writing the file to the change of the page, by the clock. After each edit the page is looked at: no
answer of the server is an error, and what was typed into four inputs, half a number among them, is still there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure
from tests.author_edits import TYPED, edits, first
from webform.web.preview_file import stamp_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

EDITS, SEED = 500, 21
#: Milliseconds until the newest state is shown.
MOST = 200
#: Notes when the page shows another state of the file.
WATCH = """() => {
    const part = document.querySelector('.preview')
    window.changed = new Map()
    const note = () => changed.set(part.dataset.version, Date.now())
    new MutationObserver(note).observe(part, { attributeFilter: ['data-version'] })
}"""
VALUES = """keys => Object.fromEntries(keys.map(key => [key, document.getElementsByName('/' + key)[0]?.value]))"""


class Seen(NamedTuple):
    """What became of some edits: milliseconds until each was shown, values that were lost, answers that were errors."""

    times: list[float]
    lost: int
    errors: int


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as folder, browser() as chromium, new_page(chromium) as page:
        file = Path(folder) / "tool.json"
        file.touch()
        with previewing(file) as url:
            seen = follow(page, url, file, EDITS)
    slowest = quantiles(seen.times, n=20)[-1]
    found = f"{median(seen.times):.0f} ms; 19 of 20 within {slowest:.0f} ms"
    yield Figure(what="edit to the page, median", found=found, value=median(seen.times), most=MOST, unit=" ms")
    yield Figure(what="typed values that were lost", found=f"{seen.lost}", value=seen.lost, most=0)
    yield Figure(what="error pages, errors of scripts", found=f"{seen.errors}", value=seen.errors, most=0)


@contextmanager
def previewing(file: Path) -> Iterator[str]:
    """Start the preview of *file*, and end it; its address."""
    command = [sys.executable, "-m", "webform", "preview", str(file), "--port", "0"]
    env = {**os.environ, "PYTHONPATH": ".", "XDG_STATE_HOME": str(file.parent)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout
        address = re.search(r"http://\S+", process.stdout.readline())
        if address is None:
            raise SystemExit("the preview did not start")
        yield address[0]
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout:
            process.stdout.close()


def follow(page: Page, url: str, file: Path, count: int) -> Seen:
    """Make *count* edits of *file*, whose preview is at *url*; return what became of them."""
    errors: list[str] = []
    page.on("response", lambda answer: errors.append(answer.url) if answer.status >= 400 else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    file.write_bytes(first())
    page.goto(url)
    page.wait_for_load_state("load")
    for key, text in TYPED.items():
        page.locator(f'[name="/{key}"]').fill(text)
    page.evaluate(WATCH)
    times, lost = [], 0
    for content in edits(SEED, count):
        file.write_bytes(content)
        written, version = time() * 1000, stamp_of(file)
        shown = page.wait_for_function("version => changed.get(version)", arg=version, polling=5).json_value()
        times.append(shown - written)
        values = page.evaluate(VALUES, list(TYPED))
        lost += sum(values[key] != text for key, text in TYPED.items())
    return Seen(times, lost, len(errors))


if __name__ == "__main__":
    main()
