"""A panel in another site's page: as high as it is, and deaf to everyone else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

TITLE = {"key": "title", "type": "text", "label": "Title"}


@pytest.fixture
def host(new_app, serve, page, violations):
    """`host(*inputs)`: at a page of another site that embeds the panel, whose policy lets it do no more than that."""

    def start(*inputs):
        app = new_app({"id": "t", "name": "T", "inputs": list(inputs)}, frame_ancestors=("*",))
        ours = serve(app)
        html = (
            "<!doctype html><html lang='en'><title>Host</title><link rel='icon' href='data:,'>"
            f"<script src='{ours}/embed.js'></script><quick-execute src='{ours}/tools/t/panel' title='T'></quick-execute>"
        )
        policy = {"Content-Security-Policy": f"default-src 'none'; script-src {ours}; frame-src {ours}; img-src data:"}
        page.goto(serve(Response(html, content_type="text/html", headers=policy)).replace("127.0.0.1", "localhost"))
        page.frame_locator("iframe").get_by_role("button", name="Run", exact=True).wait_for()

    yield start
    assert [violation for violation in violations if "Content Security Policy" in violation] == []


def height(page):
    return page.locator("quick-execute iframe").evaluate("frame => frame.getBoundingClientRect().height")


def inner(page):
    return page.frames[1].evaluate("document.body.getBoundingClientRect().height")


def settled(page):
    """Wait until the frame is as high as its panel."""
    page.frames[1].evaluate("new Promise(requestAnimationFrame)")
    for _ in range(200):
        if abs(height(page) - inner(page)) < 8:
            return
    raise AssertionError


def test_the_frame_is_as_high_as_its_panel_and_follows_it(host, page):
    host(TITLE)
    settled(page)
    assert height(page) == pytest.approx(inner(page), abs=8)
    before = height(page)

    page.frame_locator("iframe").get_by_role("button", name="Run", exact=True).click()

    page.wait_for_function("before => document.querySelector('iframe').offsetHeight > before + 8", arg=before)
    settled(page)
    assert height(page) == pytest.approx(inner(page), abs=8)


LAST, BETWEEN = 777, 555


def heights(page, tell):
    """Return the heights the frame takes after *tell*, which tells of some, until it is told of `LAST`."""
    page.evaluate(
        "() => { window.heights = []; window.watching?.disconnect(); const frame = document.querySelector('iframe');"
        " window.watching = new MutationObserver(() => heights.push(frame.offsetHeight));"
        " watching.observe(frame, {attributeFilter: ['style']}) }"
    )
    tell()
    send_height(page, LAST)
    page.wait_for_function(f"() => heights.at(-1) === {LAST}")
    return page.evaluate("heights")


def send_height(page, height):
    """Have the panel tell of a *height*, which is JavaScript."""
    page.frames[1].evaluate(
        f"parent.postMessage({{type: 'webform:height', version: 1, detail: {{height: {height}}}}}, '*')"
    )


SENT = {"NaN": [], "Infinity": [], "'900'": [], "null": [], "undefined": [], "1e9": [20000], "-5": [120]}


def test_a_height_is_a_number_within_reason(host, page, subtests):
    host(TITLE)
    settled(page)
    for sent, taken in SENT.items():
        with subtests.test(sent):
            assert heights(page, lambda sent=sent: send_height(page, sent)) == [*taken, LAST]
        send_height(page, BETWEEN)
        page.wait_for_function(f"() => document.querySelector('iframe').offsetHeight === {BETWEEN}")


def test_shrinking_by_a_trace_is_ignored(host, page):
    host(TITLE)
    settled(page)
    less = height(page) - 3

    assert heights(page, lambda: send_height(page, less)) == [LAST]


FOREIGN = """() => {
    const frame = document.querySelector('iframe'), origin = new URL(frame.src).origin
    const other = document.body.appendChild(document.createElement('iframe')), data = {type: 'webform:height', version: 1, detail: {height: 5000}}
    postMessage(data, '*')
    dispatchEvent(new MessageEvent('message', {source: other.contentWindow, origin, data}))
    dispatchEvent(new MessageEvent('message', {source: frame.contentWindow, origin: 'https://evil.example', data}))
}"""


def test_other_windows_are_not_heard(host, page):
    host(TITLE)
    settled(page)

    assert heights(page, lambda: page.evaluate(FOREIGN)) == [LAST]


def test_a_panel_runs_in_its_frame(host, page, acting):
    host({**TITLE, "default": "x"})
    frame = page.frame_locator("iframe")

    frame.get_by_role("button", name="Run", exact=True).click()

    expect(frame.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "x"}]


def test_an_element_that_is_taken_away_listens_no_more(host, page):
    host(TITLE)

    page.evaluate("() => { window.tool = document.querySelector('quick-execute'); tool.remove() }")
    assert page.evaluate("tool.children.length") == 0
    page.evaluate("document.body.append(tool)")

    page.frame_locator("iframe").get_by_role("button", name="Run", exact=True).wait_for()


def test_no_address_but_of_the_web_is_framed(host, page):
    host(TITLE)
    framed = page.locator("iframe").get_attribute("src")

    for address in ("javascript:parent.pwned=1", "data:text/html,<script>parent.pwned=1</script>"):
        page.locator("quick-execute").evaluate("(tool, address) => tool.setAttribute('src', address)", address)

        assert page.locator("iframe").get_attribute("src") is None, address
        assert page.evaluate("window.pwned") is None, address
        page.locator("quick-execute").evaluate("(tool, address) => tool.setAttribute('src', address)", framed)
        expect(page.locator("iframe")).to_have_attribute("src", framed)


def test_an_element_that_is_put_elsewhere_is_as_high_as_its_panel_again(host, page):
    host(*({"key": f"t{number}", "type": "text", "label": f"Title {number}"} for number in range(9)))
    settled(page)

    page.evaluate("document.body.append(document.createElement('div'))")
    page.evaluate("document.querySelector('body > div').append(document.querySelector('quick-execute'))")
    page.frame_locator("iframe").get_by_role("button", name="Run", exact=True).wait_for()

    page.wait_for_function("() => document.querySelector('quick-execute iframe').style.height > '480px'")
    settled(page)
