"""The element that embeds a panel: its attributes, methods and events, driven by a page of another site."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.alive import quiet
from webform.language import gettext, use_language
from webform.web.access import Access

NAME = {"key": "name", "type": "text", "label": "Name"}
NOTE = {"key": "note", "type": "textarea", "label": "Note", "required": False}
FAST = {"key": "fast", "type": "checkbox", "label": "Fast", "required": False}
SIZE = {"key": "size", "type": "select", "label": "Size", "required": False, "options": ["S", "M", "L"], "default": "M"}
CITY = {"key": "city", "type": "autocomplete", "label": "City", "required": False, "options": ["Oslo", "Rome"]}
SHARE = {"key": "share", "type": "slider", "label": "Share", "required": False, "min": 0, "max": 9, "default": 4}
PARTS = {
    "key": "parts", "type": "table", "label": "Parts", "required": False, "columns": [{"key": "k", "label": "Part"}],
    "default": [{"k": "one"}],
}  # fmt: skip
FORM = (NAME, NOTE, FAST, SIZE, SHARE, PARTS)
#: What happens on the element is noted; `values` are set before its script is there; `run` is asked for without a gesture.
PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>A market</title><link rel="icon" href="data:,">
<body style="margin: 0; color-scheme: light"><button onclick="panel.run()">Run it from here</button>{body}
<script>messages = []; heights = []; panel = document.querySelector('quick-execute')
for (const name of ['ready', 'change', 'run', 'progress', 'result', 'error', 'authorize'])
panel.addEventListener(name, ({ type, detail }) => messages.push([type, detail]))
panel.addEventListener('resize', ({ detail }) => heights.push(detail.height))
panel.addEventListener('ready', () => console.log('begun', panel.run()), { once: true })
panel.values = { name: 'Ada' }</script><script src="{site}/embed.js"></script></html>"""
ONE = '<quick-execute src="{site}/tools/t/panel"></quick-execute>'


@pytest.fixture
def market(new_app, serve, page, violations):
    """`market(body, *inputs) -> Page`: of another site that embeds tool `t`, whose address `{site}` stands for."""

    def start(body, *inputs, lang="en", ancestors=None, declared=None, **config):
        shop, pages = Flask("market"), [""]
        shop.add_url_rule("/", "index", lambda: pages[-1])
        elsewhere = serve(shop).replace("127.0.0.1", "localhost")
        app = new_app(
            {"id": "t", "name": "Trial", "inputs": list(inputs)} | (declared or {}),
            frame_ancestors=(elsewhere,) if ancestors is None else ancestors,
            **config,
        )
        pages.append(PAGE.replace("{body}", body).replace("{site}", serve(app)).replace("{lang}", lang))
        page.app, page.shop = app, elsewhere
        page.goto(elsewhere)
        return page

    yield start
    # The browser writes down what it refused.
    refused = ("Failed to load resource", "frame-ancestors")
    assert [violation for violation in violations if not any(words in violation for words in refused)] == []


def panel(page):
    return page.locator("quick-execute")


def inside(page, index=0):
    return page.frame_locator("iframe").nth(index)


def hear(page, name, where="true"):
    """Return the detail of the first event *name* of which *where* is true, and forget the messages up to it."""
    page.wait_for_function(f"messages.some(([type, detail]) => type === '{name}' && ({where}))")
    return page.evaluate(
        f"messages.splice(0, 1 + messages.findIndex(([type, detail]) => type === '{name}' && ({where}))).at(-1)[1]"
    )


def settled(page, index=0):
    """Wait until a frame is as high as what is in it, and has no scroll bar."""
    quiet(page)
    frame = page.locator("iframe").nth(index).element_handle()
    page.wait_for_function(
        "([frame, height]) => frame.offsetHeight >= height && frame.offsetHeight < height + 9",
        arg=[frame, frame.content_frame().evaluate("Math.ceil(document.body.getBoundingClientRect().height)")],
    )
    assert frame.content_frame().evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.clientWidth === innerWidth"
    )


def test_methods_and_events_from_the_first_look_to_the_end_of_a_run(market, page, acting):
    # To look into the page is a gesture, as Playwright does it.
    with page.expect_console_message(lambda message: message.text.startswith("begun")) as begun:
        market(ONE, *FORM)
    form, button = inside(page), page.get_by_role("button", name="Run it from here")
    assert hear(page, "error")["reason"] == "no-gesture"
    assert begun.value.text == "begun false"
    assert hear(page, "change", "detail.body.name === 'Ada'")["problems"] == []
    assert acting.bodies == []
    expect(form.get_by_label("Name")).to_have_value("Ada")
    expect(page.locator("iframe")).to_have_attribute("title", "Trial")
    settled(page)
    heights = page.evaluate("heights")
    assert heights[-1] == page.locator("iframe").bounding_box()["height"]
    assert len(heights) <= 4

    acting.hold()
    button.click()
    assert hear(page, "progress", "detail.state === 'running'")["part"] is None
    assert hear(page, "run")["run"]
    acting.begun()
    page.evaluate("panel.cancel()")
    assert hear(page, "result")["status"] == "cancelled"
    acting.let_go()

    acting.answer = ("no", 500)
    button.click()
    assert "500" in hear(page, "error", "detail.reason === 'error'")["message"]
    acting.answer = {"y": 7}
    button.click()
    assert hear(page, "result", "detail.status === 'ok'")["value"] == {"y": 7}
    # It stays at the button that was pressed, in a page that did not move.
    assert page.evaluate("[document.activeElement.localName, scrollY]") == ["button", 0]

    page.evaluate("panel.reset()")
    found = hear(page, "change", "!detail.body.name")
    assert found["problems"][0]["at"] == "/name"
    expect(form.get_by_label("Name")).to_have_value("")


@pytest.mark.slow
def test_attributes_take_effect_without_a_reload_and_keep_what_was_typed(market, acting):
    page = market(ONE, *FORM)
    form, frame = inside(page), page.frames[1]
    hear(page, "change", "detail.body.name === 'Ada'")
    frame.evaluate("window.same = true")
    page.evaluate("panel.values = { name: 'Ada', fast: true, size: 'M', share: 4, parts: [{ k: 'one' }] }")
    hear(page, "change", "detail.body.size === 'M'")
    form.get_by_label("Note").fill("typed")
    form.get_by_role("button", name="Run", exact=True).click()
    expect(form.locator("[data-result]")).to_have_attribute("data-status", "ok")
    tall = form.get_by_label("Name").bounding_box()["height"]
    expect(form.get_by_role("tab", name="JSON")).to_be_visible()

    def put(name, value):
        panel(page).evaluate("(panel, [name, value]) => panel.setAttribute(name, value)", [name, value])

    put("hide", "json")
    expect(form.get_by_role("tab", name="JSON")).to_be_hidden()
    expect(form.get_by_role("tab", name="Result")).to_be_visible()
    put("hide", "result, title history")
    expect(form.locator("[data-result]")).to_be_hidden()
    expect(form.get_by_role("heading", name="Trial")).to_be_hidden()
    put("density", "compact")
    expect(form.locator("html")).to_have_css("--density", "0.75")
    assert form.get_by_label("Name").bounding_box()["height"] < tall
    page.evaluate("document.body.style.colorScheme = 'dark'")
    expect(form.locator("html")).to_have_attribute("data-theme", "dark")
    settled(page)

    put("readonly", "")
    expect(form.get_by_label("Name")).not_to_be_editable()
    for key in ("x", "Backspace", "Delete"):
        form.get_by_label("Note").press(key)
    for name, key in (("Fast", " "), ("Size", "ArrowDown"), ("Share", "ArrowRight")):
        form.get_by_label(name, exact=True).first.press(key)
    form.locator("label", has_text="Fast").first.click(force=True)
    form.locator("tbody input[type=text]").first.press("x")
    expect(form.get_by_role("button", name="Add row")).to_be_hidden()
    expect(form.get_by_role("button", name="Reset")).to_be_hidden()
    form.get_by_role("button", name="Run", exact=True).click()
    acting.begun()
    acting.begun()
    assert acting.bodies[0] == acting.bodies[1]
    assert acting.bodies[1] == {
        "name": "Ada", "note": "typed", "fast": True, "size": "M", "share": 4, "parts": [{"k": "one"}],
    }  # fmt: skip
    # Of several in a row the last one stays.
    page.evaluate("for (const name of ['Al', 'Ben', 'Bea']) panel.values = { ...panel.values, name }")
    expect(form.get_by_label("Name")).to_have_value("Bea")
    expect(form.get_by_label("Name")).not_to_be_editable()

    panel(page).evaluate("panel => panel.removeAttribute('readonly')")
    form.get_by_label("Name").fill("Cleo")
    assert frame.evaluate("window.same")


WORD = {"key": "word", "type": "password", "label": "Word", "required": False}
COUNT = {"key": "count", "type": "number", "label": "Count", "required": False}
FILE = {"key": "file", "type": "file", "label": "File", "required": False}


@pytest.mark.slow
def test_another_language_keeps_all_that_was_typed_chosen_and_shown(market, acting, words_in):
    page = market(ONE, NAME, WORD, COUNT, FILE, PARTS, NOTE)
    form, frame = inside(page), page.frames[1]
    hear(page, "change", "detail.body.name === 'Ada'")
    frame.evaluate("window.same = true")
    form.get_by_label("Word").fill("hunter2x")
    form.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"salaries"})
    form.get_by_role("button", name="Add row").click()
    form.locator("tbody input[type=text]").first.fill("two")
    form.locator("[data-run]").click()
    expect(form.locator("[data-result]")).to_have_attribute("data-status", "ok")
    form.get_by_role("tab", name="JSON").click()
    form.get_by_label("Count").fill("12e")
    form.get_by_label("Note").fill("half typed")
    wrong = form.locator("[data-problem-for='/count']")
    expect(wrong).to_be_visible()
    form.get_by_label("Note").press("Home")
    hear(page, "result")

    def assert_kept(language):
        expect(form.locator("html")).to_have_attribute("lang", language)
        assert hear(page, "ready")["name"] == "Trial"
        expect(form.locator("[data-run]")).to_contain_text(words_in(language, "Run"))
        for label, value in {"Name": "Ada", "Word": "hunter2x", "Count": "12e", "Note": "half typed"}.items():
            expect(form.get_by_label(label, exact=True)).to_have_value(value)
        expect(form.locator("tbody input[type=text]").first).to_have_value("two")
        expect(form.locator("[data-chosen] button").last).to_have_text(words_in(language, "Remove"))
        # What was found wrong still is, in that language, and so is the part of the result that was chosen.
        expect(wrong).to_be_visible()
        expect(form.locator("[role=tab]").first).to_have_text(words_in(language, "Result"))
        expect(form.get_by_role("tab", name="JSON")).to_have_attribute("aria-selected", "true")
        expect(form.get_by_label("Note")).to_be_focused()
        assert frame.evaluate("[document.activeElement.selectionStart, window.same]") == [0, True]

    for language in ("ar", "en", "ar"):
        panel(page).evaluate("(panel, language) => panel.setAttribute('locale', language)", language)
        assert_kept(language)
        expect(form.locator("html")).to_have_css("direction", "rtl" if language == "ar" else "ltr")
    settled(page)
    kept = frame.evaluate(
        "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href])"
    )
    messages = page.evaluate("JSON.stringify(messages)")
    assert not any(hidden in kept + messages for hidden in ("hunter2x", "salaries", "c2FsYXJpZXM"))
    assert [found for found in page.evaluate("messages") if found[0] in ("error", "result", "run")] == []

    # What is sent now has all of it, and what comes of it is in that language.
    form.get_by_label("Count").fill("12")
    form.locator("[data-run]").click()
    acting.begun()
    acting.begun()
    assert acting.bodies[1] == {
        "name": "Ada", "word": "hunter2x", "count": 12, "file": "data:text/plain;base64,c2FsYXJpZXM=", "note": "half typed",
        "parts": [{"k": "two"}],
    }  # fmt: skip
    expect(form.locator("[role=tab]").first).to_have_text(words_in("ar", "Result"))

    # In another place of the page it is loaded anew.
    page.evaluate("document.body.prepend(panel)")
    expect(form.locator("html")).to_have_attribute("lang", "ar")
    expect(form.get_by_label("Note")).to_have_value("half typed")


PLACES = """<div dir="rtl" style="inline-size: 320px"><div id="fold" style="display: none">{one}</div>
<div style="block-size: 300px; overflow: auto">{one}</div></div>
<div style="block-size: 20000px"></div><quick-execute src="{site}/tools/t/panel?late" loading="lazy"></quick-execute>"""


def test_it_fits_where_it_is_hidden_at_first_narrow_scrolled_and_far_below(market):
    page = market(PLACES.replace("{one}", ONE), *FORM)
    settled(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert [frame.url for frame in page.frames if "late" in frame.url] == []

    page.evaluate("document.getElementById('fold').style.display = ''")
    settled(page, 0)
    box = page.locator("iframe").first.bounding_box()
    assert box["width"] == 320
    page.evaluate("heights = []; panel.hidden = true")
    expect(panel(page).first).to_be_hidden()
    quiet(page)
    page.evaluate("panel.hidden = false")
    settled(page, 0)
    assert page.locator("iframe").first.bounding_box() == box
    assert page.evaluate("heights") == []

    page.locator("quick-execute").last.scroll_into_view_if_needed()
    expect(inside(page, 2).get_by_label("Name")).to_be_visible()
    settled(page, 2)


def test_a_list_of_options_has_room_in_a_low_panel(market):
    options = [{"value": str(number), "label": f"City {number}"} for number in range(40)]
    page = market(ONE, NAME, {"key": "city", "type": "select", "label": "City", "options": options})
    panel(page).evaluate("panel => panel.setAttribute('hide', 'title result')")
    expect(inside(page).get_by_role("heading", name="Trial")).to_be_hidden()
    settled(page)
    low = page.locator("iframe").bounding_box()["height"]

    inside(page).get_by_role("combobox").click()
    expect(inside(page).get_by_role("option").nth(5)).to_be_in_viewport()
    assert low < 300 < page.locator("iframe").bounding_box()["height"]
    page.keyboard.press("Escape")
    page.wait_for_function("low => document.querySelector('iframe').offsetHeight === low", arg=low)


def test_a_page_that_may_not_embed_it_says_so_in_its_language(market, page):
    page.clock.install()
    market(ONE, NAME, lang="ja", ancestors=("'self'",))
    page.wait_for_load_state()
    page.clock.run_for(10_000)
    use_language("ja")
    words, link = gettext("This tool can’t be shown in this page."), gettext("Open it in a new tab")
    use_language("en")

    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_role("link", name=link)).to_have_attribute("href", re.compile("/tools/t/panel$"))
    expect(page.locator("iframe")).to_be_hidden()
    assert [hear(page, "error")["reason"], panel(page).bounding_box()["height"] < 100] == ["not-shown", True]


def test_a_panel_that_anyone_may_show_talks_to_nobody(market, page):
    page.clock.install()
    market(ONE, NAME, ancestors=("*",))
    expect(inside(page).get_by_label("Name")).to_be_visible()
    quiet(page)
    page.clock.run_for(10_000)

    assert hear(page, "error")["reason"] == "not-named"
    assert page.evaluate("messages") == []
    expect(page.locator("iframe")).to_have_css("opacity", "1")


KEY = "a key of thirty-two characters, or more"


def test_a_page_makes_a_new_token_where_one_is_missing_or_does_not_count(market, acting):
    page = market(ONE, NAME, auth=Access(signing_key=KEY))
    hear(page, "change", "detail.body.name === 'Ada'")
    form = inside(page)
    form.get_by_role("button", name="Run", exact=True).click()
    assert hear(page, "authorize")["code"] == "no-token"
    token = page.app.extensions["webform"].tokens.make(user="ada")
    page.evaluate("token => { panel.token = token }", token)
    assert hear(page, "result")["status"] == "ok"
    assert [found for found in page.evaluate("messages") if found[0] == "error"] == []

    panel(page).evaluate(
        "panel => { panel.token = 'wrong'; panel.setAttribute('src', panel.getAttribute('src') + '?') }"
    )
    found = hear(page, "authorize")
    assert found["code"] == "bad-token"
    expect(form.get_by_text(found["message"])).to_be_visible()
    page.evaluate("token => { panel.token = token }", token)
    expect(form.get_by_label("Name")).to_be_visible()
    assert len(acting.bodies) == 1
