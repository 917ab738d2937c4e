"""Answers by their media type in a browser: shown without running, loading or leaving, and usable without scripts."""

from __future__ import annotations

import socket
import threading

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.web.test_media_types import ANSWERS

UNDECLARED = {"outputs": []}


@pytest.fixture
def elsewhere():
    """`(port, hits)` of a place on another port: who connects is counted."""
    hits = []
    server = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            hits.append(1)
            connection.close()

    threading.Thread(target=accept, daemon=True).start()
    yield server.getsockname()[1], hits
    server.shutdown(socket.SHUT_RDWR)
    server.close()


@pytest.fixture
def ran(opened, acting):
    """`ran(body, media) -> Page`: at a page whose tool answered so."""

    def start(body, media):
        acting.answer = Response(body, content_type=media)
        page = opened(**UNDECLARED)
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        return page

    return start


def hostile(port: int) -> str:
    address = f"http://127.0.0.1:{port}"
    return f"""<!doctype html><html><head><meta http-equiv=refresh content="0;url={address}/refresh">
<link rel=preconnect href="{address}"><link rel=dns-prefetch href="{address}"><link rel=preload as=image href={address}/p>
<link rel=prefetch href="{address}/f"><link rel=stylesheet href="{address}/s.css"><base href="{address}/">
<style>@import url({address}/i.css); body {{ background: url({address}/b.png); font-family: x }}
@font-face {{ font-family: x; src: url({address}/x.woff) }}</style></head>
<body onload="parent.__pwned = 1"><script>parent.__pwned = 1; top.location = "{address}"</script>
<img src="{address}/a.png" onerror="parent.__pwned = 1"><svg onload="parent.__pwned = 1"><image href="{address}/v.svg"/></svg>
<iframe src="{address}/frame"></iframe><iframe srcdoc="&lt;link rel=preconnect href='{address}'>"></iframe><object data="{address}/o"></object><embed src="{address}/e">
<video src="{address}/v.mp4" autoplay></video><form action="{address}/form"><button id=send>Send</button></form>
<a id=away href="{address}/away">Away</a> <a id=new target=_blank href="{address}/new">New</a> <p id=words>Hello there</p>"""


def test_a_hostile_page_is_drawn_and_can_do_nothing(ran, elsewhere, violations):
    port, hits = elsewhere
    page = ran(hostile(port), "text/html")
    frame = page.frame_locator("iframe")

    expect(frame.locator("#words")).to_have_text("Hello there")
    address, pages = page.url, page.context.pages
    for name in ("#send", "#new", "#away"):
        frame.locator(name).click()
    # What the clicks began would have come before this answer.
    assert page.evaluate("fetch('/healthz').then(answer => answer.status)") == 200
    assert (page.url, page.evaluate("window.__pwned"), page.context.pages) == (address, None, pages)
    assert hits == []
    # The browser writes down what it refused.
    violations.clear()


def test_no_file_runs_anything(opened, acting, subtests, violations):
    page = opened(**UNDECLARED)
    for number, name in enumerate(("svg", "disguised", "pdf", "xml"), 1):
        with subtests.test(name):
            media, body, _ = ANSWERS[name]
            acting.answer = Response(body, content_type=media)
            page.locator("[data-run]").click()
            expect(page.locator("[data-history] li")).to_have_count(number)
            expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
            if name == "svg":
                image = page.locator("[data-result] img")
                expect(image).to_be_visible()
                expect(image).not_to_have_js_property("naturalWidth", 0)

            assert page.evaluate("window.__pwned") is None
            assert page.locator("[data-result] :is(iframe, object, embed)").count() == 0


def test_a_picture_is_seen(ran):
    media, body, _ = ANSWERS["png"]
    image = ran(body, media).locator("[data-result] img")

    expect(image).to_be_visible()
    assert image.evaluate("image => image.complete && image.naturalWidth > 0")


def test_a_large_picture_is_seen_from_its_address(ran):
    media, body, _ = ANSWERS["png"]
    image = ran(body + b"\0" * 2_000_000, media).locator("[data-result] img")

    expect(image).to_be_visible()
    assert image.evaluate("image => [image.src.includes('/download?'), image.naturalWidth]") == [True, 3]


def test_without_scripts_each_is_there_and_has_its_source(served, acting, new_page):
    page = new_page(java_script_enabled=False)
    for name, words in (("html", "Hello"), ("csv", "HYPERLINK"), ("xml", "<a>"), ("pdf", "application/pdf")):
        media, body, _ = ANSWERS[name]
        acting.answer = Response(body, content_type=media)
        page.goto(served(**UNDECLARED))
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        expect(page.locator("[data-result] #tab-result")).to_contain_text(words)
