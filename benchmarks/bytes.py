"""
What a form weighs: scripts and styles over the wire, and the number of requests.

Sizes are KiB, gzipped, from the manifest of the build and from what Chromium asks for when it opens a page.
Alpine is a request of its own, made by forms that use it; so is a module for one kind of input or result.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import Request, urlopen

from benchmarks.apps import started
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, counted
from examples import EXAMPLES
from webform.places import static

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Response

KIB = 1024
#: Milliseconds after which a page asks for nothing more.
SETTLED = 1000
MOST_SCRIPT, MOST_STYLE, MOST_REQUESTS, MOST_EMBED = 36, 14, 5, 4
_EVERYWHERE = ("core.js", "alpine.js", "app.css")


OPTIONS = [{"value": index, "label": str(index)} for index in range(20)]
MOST_CODE = 135
#: Language -> a text in it.
CODE = {
    "python": "def f(): pass",
    "js": "const a = 1",
    "html": "<style>a { color: red }</style><script>const a = 1</script>",
    "sql": "SELECT 1",
    "json": "{}",
    "plain": "text",
}
#: Inputs that a page loads more for: their options, what is there then, and how many KiB beyond the core that may be.
HEAVY: dict[str, tuple[dict[str, Any], str, float]] = {
    "combobox": ({"type": "select", "options": OPTIONS}, "[role=combobox]", 4),
    "table": ({"type": "table", "columns": [{"key": "a", "label": "A", "type": "text"}]}, "table", 6),
    "map": ({"type": "map_polygon"}, ".leaflet-container", 60),
    **{
        f"code-{language}": ({"type": "code", "language": language, "default": text}, ".cm-editor", MOST_CODE)
        for language, text in CODE.items()
    },
    "json": ({"type": "json", "default": {"a": 1}}, ".cm-editor", MOST_CODE),
    "markdown": ({"type": "markdown", "default": "# Title"}, ".cm-editor", MOST_CODE),
}
#: Results that a page loads more for: the type of each output, and how many KiB beyond the core that may be.
RESULTS: dict[str, tuple[dict[str, str], float]] = {
    "results without chart or map": (
        {"t": "table", "m": "markdown", "d": "diff", "g": "gantt", "i": "timeline", "r": "tree", "k": "kv"},
        8,
    ),
    "a chart": ({"c": "chart_line"}, 260),
}
ANSWER = {
    "t": {"columns": [{"key": "a", "label": "A", "type": "number"}], "rows": [{"a": index} for index in range(30)]},
    "m": "# Title\n\nText.", "d": "-old\n+new\n", "k": {"a": 1},
    "g": [{"id": "1", "label": "Phase 1", "start": "2026-01-01", "end": "2026-02-01"}],
    "i": [{"date": "2026-01-01", "label": "Started"}],
    "r": {"label": "/", "children": [{"label": "a"}]},
    "c": {"x": [1, 2, 3], "series": [{"name": "a", "y": [1, 2, 3]}]},
}  # fmt: skip
#: How the manifest calls what draws the ground of a map, and its parts: they are loaded once the map is there.
_GROUND = ("inputs/map/basemap.js", "ground/")


class Answer(NamedTuple):
    """An answer that a page got: its address, its kind, and its bytes as they were sent."""

    url: str
    kind: str
    size: int


def main() -> Iterator[Figure]:
    """Yield the figures."""
    yield from built()
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        more = [heavy(name, input_) for name, (input_, _, _) in HEAVY.items()]
        with started("webform", folder=folder, counts=[10], more=more) as server:
            yield from plain(chromium, f"{server.url}/tools/plain-10")
            yield from heavy_figures(chromium, server.url)
        outputs = [
            [{"key": key, "type": type_, "label": key.upper()} for key, type_ in types.items()]
            for types, _ in RESULTS.values()
        ]
        more = [
            {"id": f"results-{index}", "name": "Results", "inputs": [], "outputs": declared}
            for index, declared in enumerate(outputs)
        ]
        with (
            started("tool", answer=ANSWER) as tool,
            started("webform", folder=folder, counts=[10], run_url=f"{tool.url}/run", more=more) as server,
        ):
            yield from result_figures(chromium, server.url)
        with started("examples", folder=folder) as server:
            yield from example_figures(chromium, server.url)


def built() -> Iterator[Figure]:
    """Yield the sizes that the build put down."""
    manifest: dict[str, dict[str, Any]] = json.loads((static() / "manifest.json").read_text("utf-8"))
    script, alpine, style = (manifest[name]["gzip"] / KIB for name in _EVERYWHERE)
    element = manifest["embed.js"]["gzip"] / KIB
    for what, size, most in (
        ("core script", script, MOST_SCRIPT),
        ("with Alpine, where inputs have conditions", script + alpine, MOST_SCRIPT),
        ("styles", style, MOST_STYLE),
        ("the element for other sites", element, MOST_EMBED),
    ):
        yield Figure(what=what, found=f"{size:.1f} KiB", value=size, most=most, unit=" KiB")
    others = {name: asset["gzip"] for name, asset in manifest.items() if name not in _EVERYWHERE}
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


def heavy(name: str, input_: dict[str, Any]) -> dict[str, Any]:
    """Return the tool.json of a tool with one input, *input_*."""
    return {"id": name, "name": name, "inputs": [{"key": "it", "label": "It", **input_}], "outputs": []}


def heavy_figures(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what Chromium asks for beyond the core to show each of `HEAVY`."""
    core = {request.url for request in requests(chromium, f"{url}/tools/plain-10")}
    manifest: dict[str, dict[str, Any]] = json.loads((static() / "manifest.json").read_text("utf-8"))
    ground = tuple(row["file"] for name, row in manifest.items() if name.startswith(_GROUND))
    for name, (_, there, most) in HEAVY.items():
        more = [request for request in requests(chromium, f"{url}/tools/{name}", there) if request.url not in core]
        parts = [(request.size, request.url.endswith(ground)) for request in more if "/static/" in request.url]
        size = sum(size for size, is_map in parts if not is_map) / KIB
        after = sum(size for size, is_map in parts if is_map) / KIB
        its_ground = f", its ground {after:.1f} KiB after" if after else ""
        found = f"{size:.1f} KiB in {counted(len(parts), 'request')}{its_ground}"
        yield Figure(what=f"{name}, beyond the core", found=found, value=size, most=most, unit=" KiB")


def result_figures(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what Chromium asks for beyond the core to show each of `RESULTS`."""
    core = {request.url for request in requests(chromium, f"{url}/tools/plain-10")}
    for index, (what, (_, most)) in enumerate(RESULTS.items()):
        asked = Request(f"{url}/tools/results-{index}/run", b"{}", {"Content-Type": "application/json"})
        with urlopen(asked) as answer:
            run = json.load(answer)["run"]
        more = [request for request in requests(chromium, f"{url}/runs/{run}") if request.url not in core]
        size = sum(request.size for request in more if "/static/" in request.url) / KIB
        found = f"{size:.1f} KiB in {counted(len(more), 'request')}, its page included"
        yield Figure(what=f"{what}, beyond the core", found=found, value=size, most=most, unit=" KiB")


def example_figures(chromium: Browser, url: str) -> Iterator[Figure]:
    """Yield what Chromium asks for to show each example."""
    for name in EXAMPLES:
        yield Figure(what=name, found=words(requests(chromium, f"{url}/tools/{name}")))


def requests(chromium: Browser, url: str, there: str = "form[novalidate]") -> list[Answer]:
    """Return what the page *url* asks for is answered, once *there* is there."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    with new_page(chromium) as page:
        page.on("response", note)
        page.goto(url)
        page.locator(there).first.wait_for(state="attached")
        # What the script asks for once it is there.
        page.wait_for_timeout(SETTLED)
        return [
            Answer(answer.url, answer.request.resource_type, int(answer.all_headers().get("content-length", 0)))
            for answer in answers
            if answer.url.startswith("http")
        ]


def words(asked: list[Answer]) -> str:
    """Say how many requests these are, and what their kinds weigh."""
    sizes: Counter[str] = Counter()
    for request in asked:
        sizes[request.kind] += request.size
    parts = ", ".join(f"{kind} {size / KIB:.1f}" for kind, size in sizes.items())
    return f"{counted(len(asked), 'request')}, KiB: {parts}"


if __name__ == "__main__":
    main()
