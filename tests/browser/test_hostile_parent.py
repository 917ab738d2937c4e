"""A hostile page around a panel, a foreign frame between, and a tool whose answers want out: they get nowhere."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.alive import quiet

NAME = {"key": "name", "type": "text", "label": "Name", "default": "mine"}
SECRET = {"key": "key", "type": "password", "label": "Key", "required": False}
FILE = {"key": "photo", "type": "file", "label": "Photo", "required": False}
#: A page that notes all that it is told, by whichever window.
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Parent</title><link rel="icon" href="data:,">
<script>told = []; addEventListener('message', ({ data, origin }) => told.push({ data, origin }))</script>BODY</html>"""
#: What a panel makes of a message that it believes.
SPEAK = "detail => frames[0].postMessage({type: 'webform:values', version: 1, detail}, '*')"


@pytest.fixture
def site(serve):
    """`site() -> address, show`: another site, whose page has what *show* is called with."""

    def start():
        app, shown = Flask("site"), [""]
        app.add_url_rule("/", "index", lambda: PAGE.replace("BODY", shown[0]))
        return serve(app).replace("127.0.0.1", "localhost"), lambda body: shown.__setitem__(0, body)

    return start


@pytest.fixture
def framed(new_app, serve, site, page):
    """`framed(*inputs, hosts=…, **manifest)`: at a page of a site that frames the panel of such a tool."""

    def start(*inputs, hosts="{parent}", **manifest):
        parent, show = site()
        declared = {"id": "t", "name": "T", "inputs": list(inputs)} | manifest
        ours = serve(new_app(declared, frame_ancestors=(hosts.format(parent=parent),)))
        show(f'<iframe src="{ours}/tools/t/panel" height="900" width="700"></iframe>')
        page.goto(parent)
        page.frame_locator("iframe").locator("[data-run]").wait_for()
        quiet(page)
        page.wait_for_function("told.some(({ data }) => data.type === 'webform:hello')")
        return page.frame_locator("iframe")

    return start


def names(page):
    """Return the names of what the page was told."""
    return {message["data"]["type"] for message in page.evaluate("told")}


def ran(form):
    form.locator("[data-run]").click()
    expect(form.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_who_may_frame_a_panel_and_is_nobody_it_knows_says_and_hears_nothing(framed, page, acting):
    form = framed(NAME, hosts="*")

    page.evaluate(SPEAK, {"name": "theirs"})
    page.evaluate("frames[0].postMessage({type: 'webform:run', version: 1}, '*')")
    form.get_by_label("Name").fill("typed")
    ran(form)

    expect(form.get_by_label("Name")).to_have_value("typed")
    assert names(page) == {"webform:hello", "webform:height"}
    assert acting.bodies == [{"name": "typed"}]


MALFORMED = """() => {
    const cyclic = {}
    cyclic.self = cyclic
    const types = ['webform:constructor', 'webform:__proto__', 'webform:toString', 'webform:', 'webform:tell', '', 5, null, {}, 'webform:run\\n']
    const details = [undefined, null, 5, 'x'.repeat(100000), [], cyclic, new Map([[1, 2]]), {theme: {}, hide: 7, accent: []}]
    for (const data of [null, undefined, 0, '', 'webform:run', [], {}, cyclic, new Date(), new Uint8Array(9)]) frames[0].postMessage(data, '*')
    for (const type of types) for (const version of [1, '1', 2, null]) frames[0].postMessage({ type, version, detail: {} }, '*')
    for (const detail of details) frames[0].postMessage({ type: 'webform:look', version: 1, detail }, '*')
    for (const version of [0, 2, '1', [1], null]) frames[0].postMessage({ type: 'webform:run', version, detail: {} }, '*')
}"""
FLOOD = """() => { for (let count = 0; count < 3000; count++)
    frames[0].postMessage({ type: `webform:${['look', 'values', 'reset', 'cancel'][count % 4]}`, version: 1, detail: { name: `flood ${count}` } }, '*') }"""


def test_what_is_malformed_or_a_flood_does_nothing_and_the_panel_lives_on(framed, page, watch, acting):
    form, seen, sent = framed(NAME), watch(page), []
    page.on("request", lambda request: sent.append(request.url))

    page.evaluate(MALFORMED)
    form.get_by_label("Name").fill("typed")
    assert acting.bodies == []
    page.evaluate(FLOOD)
    quiet(page)
    form.get_by_label("Name").fill("typed again")
    ran(form)

    assert acting.bodies == [{"name": "typed again"}]
    # Of three thousand messages few are requests.
    assert len(sent) < 200
    assert seen == []


def test_a_parent_sets_and_learns_no_secret_and_no_file(framed, page, acting):
    form = framed(NAME, SECRET, SECRET | {"key": "pin", "label": "Pin"}, FILE)
    form.get_by_label("Key").fill("hunter-22")
    form.get_by_label("Photo").set_input_files({"name": "p.txt", "mimeType": "text/plain", "buffer": b"private-bytes"})

    # One that was not typed is not filled in either.
    theirs = "data:text/plain;base64,dGhlaXJz"
    page.evaluate(SPEAK, {"name": "theirs", "key": "of the host", "pin": "of the host", "photo": theirs})
    expect(form.get_by_label("Name")).to_have_value("theirs")
    ran(form)
    page.wait_for_function("told.some(({ data }) => data.type === 'webform:result')")

    (body,) = acting.bodies
    assert (body["key"], body.get("pin")) == ("hunter-22", None)
    assert "dGhlaXJz" not in str(body["photo"])
    messages = str(page.evaluate("told"))
    assert "hunter-22" not in messages
    assert "private-bytes" not in messages
    assert "cHJpdmF0ZS1ieXRlcw" not in messages
    # The browser keeps the rest of the panel from it.
    reached = "() => { try { return frames[0].document.title } catch (error) { return error.name } }"
    assert page.evaluate(reached) == "SecurityError"


def test_the_element_runs_nothing_unless_a_person_does(new_app, serve, site, page, acting):
    parent, show = site()
    ours = serve(new_app({"id": "t", "name": "T", "inputs": [NAME]}, frame_ancestors=(parent,)))
    show(
        f"<script src='{ours}/embed.js'></script><quick-execute src='{ours}/tools/t/panel' title='T'></quick-execute>"
        "<script>const tool = document.querySelector('quick-execute'), reasons = [];"
        "tool.addEventListener('error', ({ detail }) => reasons.push(detail.reason));"
        "tool.addEventListener('ready', () => console.log('ran', tool.run(), ...reasons))</script>"
    )
    # A look of the test into the page would count as a gesture of a person.
    with page.expect_console_message(lambda message: message.text.startswith("ran")) as ran:
        page.goto(parent)

    assert ran.value.text == "ran false no-gesture"
    assert acting.bodies == []


@pytest.mark.parametrize("between", ["foreign", "allowed"])
def test_a_foreign_frame_anywhere_above_a_panel_keeps_it_empty(new_app, serve, site, page, between):
    allowed, show_in_allowed = site()
    foreign, show_in_foreign = site()
    panel = serve(new_app({"id": "t", "name": "T", "inputs": [NAME]}, frame_ancestors=(allowed,))) + "/tools/t/panel"
    inner = f'<iframe src="{panel}"></iframe>'
    top, show_top, middle, show_middle = (
        (allowed, show_in_allowed, foreign, show_in_foreign)
        if between == "foreign"
        else (foreign, show_in_foreign, allowed, show_in_allowed)
    )
    show_middle(inner)
    show_top(f'<iframe src="{middle}"></iframe>')

    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(top)

    expect(page.frame_locator("iframe").frame_locator("iframe").locator("form")).to_have_count(0)


#: What wants to reach the page around the panel, or to leave the frame.
ESCAPES = """<script>top.postMessage('pwned', '*'); parent.parent.postMessage('pwned', '*'); top.location = '/pwned'</script>
<img src=x onerror="top.postMessage('pwned', '*')"><meta http-equiv="refresh" content="0;url=javascript:top.postMessage('pwned','*')">
<a id="out" href="/pwned" target="_top">out</a><form action="/pwned" target="_top"><button id="send">send</button></form>
<iframe srcdoc="<script>top.postMessage('pwned', '*')</script>"></iframe><base target="_top">"""


def test_no_answer_of_a_tool_reaches_the_page_around_its_panel(framed, page, acting):
    form = framed(NAME)
    acting.answer = Response(ESCAPES, content_type="text/html")
    before = page.url
    page.evaluate(SPEAK, {"name": "theirs"})
    ran(form)
    page.wait_for_function("told.some(({ data }) => data.type === 'webform:result')")
    form.locator("[data-result] iframe").scroll_into_view_if_needed()
    shown = form.frame_locator("[data-result] iframe")
    for escape in ("#out", "#send"):
        shown.locator(escape).dispatch_event("click")
    quiet(page)

    assert "pwned" not in [message["data"] for message in page.evaluate("told")]
    assert page.url == before
    assert len(acting.bodies) == 1
    assert {message["origin"] for message in page.evaluate("told")} == {page.frames[1].evaluate("origin")}
