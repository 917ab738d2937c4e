"""What a form weighs: scripts and styles over the wire, and how many requests they are."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.apps import started
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, show
from examples import EXAMPLES
from webform.places import static

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Response

KIB = 1024
#: Milliseconds after which a page asks for nothing more.
SETTLED = 1000
MOST_SCRIPT, MOST_STYLE, MOST_REQUESTS = 36, 14, 5
_EVERYWHERE = ("core.js", "alpine.js", "app.css")


def main() -> None:
    """Print the figures."""
    show(built())
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        with started("webform", folder=folder, counts=[10]) as server:
            show(plain(chromium, f"{server.url}/tools/plain-10"))
        with started("examples", folder=folder) as server:
            show(each_example(chromium, server.url))


def built() -> Iterator[Figure]:
    """Yield the sizes that the build put down."""
    manifest: dict[str, dict[str, Any]] = json.loads((static() / "manifest.json").read_text("utf-8"))
    script, alpine, style = (manifest[name]["gzip"] / KIB for name in _EVERYWHERE)
    for what, size, most in (
        ("core script", script, MOST_SCRIPT),
        ("with Alpine, where inputs have conditions", script + alpine, MOST_SCRIPT),
        ("styles", style, MOST_STYLE),
    ):
        yield Figure(what=what, found=f"{size:.1f} KiB", value=size, most=most, unit=" KiB")
    others = {name: each["gzip"] for name, each in manifest.items() if name not in _EVERYWHERE}
    if others:
        largest = max(others, key=lambda name: others[name])
        total = sum(others.values()) / KIB
        found = f"{len(others)} files, {total:.1f} KiB; the largest {largest}, {others[largest] / KIB:.1f} KiB"
        yield Figure(what="loaded only where they are needed", found=found)


def plain(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what Chromium asks for to show a form of plain inputs."""
    asked = requests(chromium, url)
    count = len(asked)
    yield Figure(
        what="a form of 10 plain inputs", found=words(asked), value=count, most=MOST_REQUESTS, unit=" requests"
    )


def each_example(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what Chromium asks for to show each example."""
    for name in EXAMPLES:
        yield Figure(what=name, found=words(requests(chromium, f"{url}/tools/{name}")))


def requests(chromium: Browser, url: str) -> list[tuple[str, int]]:
    """Return what the page *url* asks for: the kind of each answer, and its bytes as they were sent."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    with new_page(chromium) as page:
        page.on("response", note)
        page.goto(url)
        page.locator("form[novalidate]").first.wait_for(state="attached")
        # What the script asks for once it is there.
        page.wait_for_timeout(SETTLED)
        return [
            (each.request.resource_type, int(each.all_headers().get("content-length", 0)))
            for each in answers
            if each.url.startswith("http")
        ]


def words(asked: list[tuple[str, int]]) -> str:
    """Say how many requests these are, and what their kinds weigh."""
    sizes: Counter[str] = Counter()
    for kind, size in asked:
        sizes[kind] += size
    parts = ", ".join(f"{kind} {size / KIB:.1f}" for kind, size in sizes.items())
    return f"{len(asked)} requests, KiB: {parts}"


if __name__ == "__main__":
    main()
