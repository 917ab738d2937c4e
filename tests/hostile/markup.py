"""Attacks with markup, in a browser: declared texts, links and answers that want to run, to load, or to look like more."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.alive import quiet
from tests.hostile.harm import ALL_HARM, HARM, RAN, answered, data_url
from tests.hostile.lab import Tried
from tests.html.results import PAYLOADS, spoiled
from tests.outputs.embedding import HTML, SVG, url
from tests.outputs.showing import DECLARED, RESPONSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.hostile.lab import Lab

LINKS = (
    "javascript:window.__pwned=1", "JaVa\tScript:window.__pwned=1", " javascript:window.__pwned=1", "\x01javascript:alert(1)",
    "java\nscript:window.__pwned=1", "vbscript:x", "data:text/html,<script>parent.__pwned=1</script>", "//evil.example",
    "/\\evil.example", "https:evil.example", "http://user:password@evil.example", "file:///etc/passwd", "blob:null/x",
    "view-source:https://evil.example", "https://evil.example/\u202egnp.exe", "https://evil.example/\u200b", "filesystem:x",
    "https://evil.example\r\nSet-Cookie: a=b", "intent://x", "about:blank", "ht\ttps://evil.example", "x" * 5000,
)  # fmt: skip
POINT = {"type": "Point", "coordinates": [10.7, 59.9]}
#: Answers of other kinds than JSON, as media type and text.
DOCUMENTS = {
    "image/svg+xml": SVG.decode(),
    "text/html": HTML.decode()
    + "<img src=//evil.example/x><link rel=stylesheet href=//evil.example><form action=//evil.example>",
    "application/xhtml+xml": HTML.decode(),
    "text/markdown": "[a](javascript:window.__pwned=1) ![b](https://evil.example/b.png) <script>window.__pwned=1</script>",
    "text/csv": "a,b\n=HYPERLINK(1),<script>window.__pwned=1</script>\n",
    "application/xml": f"<?xml-stylesheet href='//evil.example'?>{SVG.decode()}",
    "text/plain": ALL_HARM,
    'application/x-"><script>window.__pwned=1</script>': ALL_HARM,
    "text/javascript": "window.__pwned=1",
}
#: What may be in an address that is shown, and would make it look like another.
TRICKS = "\u202e\u202a\u2066\u200b\ufeff"


@contextmanager
def watched(lab: Lab, tried: Tried, **options: Any) -> Iterator[Page]:
    """Open a page of which every request to elsewhere, every dialog and every window is a fault."""
    before = lab.forbidden.hits
    with lab.page(**options) as page:
        page.on("dialog", lambda dialog: (tried.faults.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda popup: tried.faults.append(f"a window: {popup.url[:100]}"))
        yield page
        tried.expect(lab.forbidden.hits == before, f"another site was asked {lab.forbidden.hits - before} times")


def seen(page: Page, path: str, lab: Lab, tried: Tried) -> None:
    """Open *path*, with all that can be opened in it, and note what ran."""
    page.goto(lab.address + path)
    quiet(page)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate("document.querySelectorAll('[role=tab]').forEach(each => each.click())")
    quiet(page)
    found = page.evaluate(RAN)
    tried.expect(not found, f"{path[:60]}: {found}")


def declarations(lab: Lab) -> Tried:
    """Open the pages of a declaration that means harm in every text it has, also filled in by links that do."""
    tried, link = Tried(), quote(ALL_HARM)
    places = [
        "",
        "/panel",
        "/batch",
        f"?/text{link}={link}&/{link}={link}&{link}={link}",
        f"?%23={quote(json.dumps({ALL_HARM: ALL_HARM}))}",
    ]
    with watched(lab, tried) as page:
        for place in places:
            seen(page, f"/tools/harm{place}", lab, tried)
        for path in (
            "/",
            f"/?q={link}",
            f"/tools/{link}",
            f"/runs/{link}",
            f"/chains?from={link}",
            f"/runs?ids={link}",
        ):
            seen(page, path, lab, tried)
    return tried


def answers(lab: Lab) -> Tried:
    """Show answers that mean harm in every field of every view, as declared and as nobody declared them."""
    tried = Tried()
    values: list[tuple[str, Any]] = []
    for payload in [*PAYLOADS, *HARM.values(), ALL_HARM]:
        text = payload.replace("\ud800", "")
        values.append(
            (
                "views",
                spoiled(RESPONSE, text) | {output.key: spoiled(RESPONSE[output.key], text) for output in DECLARED},
            )
        )
    values.append(("harm", {f"{kind}{ALL_HARM}": value for kind, (_, value) in answered(ALL_HARM).items()}))
    values += [("small", {"place": {"type": "Feature", "geometry": POINT, "properties": {text: text, "name": text}},
                          "chart": {"type": "bar", "labels": [text], "series": [{"name": text, "data": [1]}]},
                          "rows": [{text: text}] * 3, "link": text, "resource_link": {"uri": text, "name": text},
                          "file": {"filename": text, "mime_type": text, "data": data_url("text/html", text)}})
               for text in (ALL_HARM, TRICKS, *LINKS)]  # fmt: skip
    with watched(lab, tried) as page:
        for tool, value in values:
            seen(page, lab.answered(value, tool), lab, tried)
    return tried


def documents(lab: Lab) -> Tried:
    """Show, frame and download answers that are documents: HTML, SVG, Markdown, XML, scripts, under false types too."""
    tried = Tried()
    with watched(lab, tried) as page:
        for media, text in DOCUMENTS.items():
            for named in dict.fromkeys((media, "image/png", "text/plain")):
                path = lab.answered((text, 200, {"Content-Type": named}))
                seen(page, path, lab, tried)
                for place in (f"{path}/frame?at=", f"{path}/download?at=&format=file", f"{path}/download?part=raw"):
                    answer = lab.ask("GET", place)
                    policy = "".join(answer.header("Content-Security-Policy"))
                    tried.expect("sandbox" in policy or answer.status >= 400, f"{place}: {answer.status} {policy}")
                    if "/download" in place and answer.status == 200:
                        disposition = "".join(answer.header("Content-Disposition"))
                        tried.expect(disposition.startswith("attachment"), f"{place}: {disposition!r}")
        for kind in ("text/html", "image/svg+xml", "application/xhtml+xml", "text/xml"):
            harm = HTML if "html" in kind else SVG
            value = {"image": url("image/png", harm), "file": url(kind, harm), "html": harm.decode()}
            seen(page, lab.answered(value), lab, tried)
    return tried


def links(lab: Lab) -> Tried:
    """Answer addresses in every spelling that leads elsewhere than it seems; none becomes a link or a picture."""
    tried = Tried()
    with lab.page(java_script_enabled=False) as page:
        for link in LINKS:
            value = {
                "link": link,
                "artifact": {"url": link},
                "rows": [{"a": link, "b": 1}] * 2,
                "md": f"[a]({link})",
                "uri": link,
            }
            page.goto(lab.address + lab.answered(value))
            found = page.locator("[data-result] :is(a[href], img[src], iframe[src])").evaluate_all(
                "all => all.map(each => each.getAttribute('href') ?? each.getAttribute('src'))"
            )
            for address in found:
                ours = address.startswith(("/", "#")) and not address.startswith(("//", "/\\"))
                plain = address.startswith(("http://", "https://", "mailto:", "data:")) and not any(
                    trick in address for trick in TRICKS + "\r\n\t"
                )
                tried.expect(ours or plain, f"{link!r} became {address!r}")
            tried.expect(True, "")
    return tried
