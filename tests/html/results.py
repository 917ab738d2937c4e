"""A tool of every output and a run of it, and what a tool might say that means harm."""

from __future__ import annotations

from tests.outputs.embedding import HTML, SVG, url
from tests.outputs.showing import DECLARED, tool
from webform.runs import Run

TOOL = tool(*DECLARED)
CALL = "https://example.org/tools/t/run"

PAYLOADS = [
    "<script>window.__pwned=1</script>",
    "' + (window.__pwned=1) + '",
    '"><img src=x onerror=window.__pwned=1>',
    "x onfocus=window.__pwned=1 autofocus=",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "javascript:window.__pwned=1",
    "JaVa\tScript:window.__pwned=1",
    "//evil.example/x",
    "https://evil.example/\"onmouseover='window.__pwned=1'",
    "[x](javascript:window.__pwned=1) ![b](https://evil.example/beacon)\n\n# <svg onload=window.__pwned=1>",
    "<form action=//evil.example><input name=x></form><style>*{display:none}</style>",
    "</code></pre></textarea></title><iframe src=//evil.example>",
    "__proto__",
    "\u202e\x00\ud800\u200b\x1b]0;",
    url("text/html", HTML),
    url("image/png", HTML),
    url("image/svg+xml", SVG),
    "data:text/html,<script>window.__pwned=1</script>",
    "data:image/svg+xml,<svg onload='window.__pwned=1'>",
]


def run(state: str = "done", **more) -> Run:
    return Run(id="AbC-_9" * 3, tool_id="t", body={}, state=state, created=0.0, **more)


def spoiled(value: object, payload: str) -> object:
    """Return *value* with *payload* for every text and as one more key of every object."""
    match value:
        case str():
            return payload
        case list():
            return [spoiled(part, payload) for part in value]
        case dict():
            return {key: spoiled(value, payload) for key, value in value.items()} | {payload: payload}
    return value
