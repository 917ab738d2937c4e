"""Panels in pages of another site: two beside each other, their height, and where they may stand."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.alive import quiet
from webform.colours import contrast, hex_of, read_colour

NAME = {"key": "name", "type": "text", "label": "Name", "required": False}
KEEN = {**NAME, "key": "keen", "label": "Keen", "show_if": {"key": "name", "equals": "yes"}}
PARTS = {"key": "t", "type": "table", "label": "Parts", "required": False, "columns": [{"key": "k", "label": "Part"}]}
NO_PAGES = ["javascript:alert(1)", "data:text/html,<p>x", "blob:x", "https://[", ""]
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A market</title><link rel="icon" href="data:,">
<script src="{site}/embed.js"></script>{body}</html>"""


@pytest.fixture
def embedded(new_app, serve, page, violations):
    """`embedded(body, *inputs, **manifest) -> Page`: of another site; `{site}` in its *body* is ours, tool `t` has the inputs."""

    def start(body, *inputs, **manifest):
        market = Flask("market")
        declared = [{"id": name, "name": name.upper(), "inputs": list(inputs)} | manifest for name in ("t", "u")]
        elsewhere = serve(market).replace("127.0.0.1", "localhost")
        site = serve(new_app(*declared, frame_ancestors=(elsewhere,)))
        market.add_url_rule("/", "index", lambda: PAGE.replace("{body}", body).replace("{site}", site))
        page.goto(elsewhere)
        quiet(page)
        return page

    yield start
    assert violations == []


def height(page, index=0):
    return page.locator("iframe").nth(index).bounding_box()["height"]


def inside(page, index=0):
    return page.frame_locator("iframe").nth(index)


def fits(page, index=0):
    """Return when the frame is as high as what is in it."""
    frame = page.locator("iframe").nth(index).element_handle().content_frame()
    expect(page.locator("iframe").nth(index)).to_have_css("height", f"{content(frame)}px")


def content(frame):
    return frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")


ONE = '<quick-execute src="{site}/tools/t/panel" title="Trial"></quick-execute>'


def test_a_panel_is_as_high_as_what_is_in_it(embedded):
    page = embedded(ONE, NAME, KEEN)
    fits(page)
    low = height(page)

    inside(page).get_by_label("Name").fill("yes")

    expect(inside(page).get_by_label("Keen")).to_be_visible()
    fits(page)
    assert height(page) > low + 40
    inside(page).get_by_label("Name").fill("no")
    expect(inside(page).get_by_label("Keen")).to_be_hidden()
    fits(page)
    assert height(page) < low + 9


OWN = '<input id="own" aria-label="Search the shop">'
AMOUNT = {"key": "n", "type": "number", "label": "Amount", "default": 5}
TOO_SMALL = ({"detail": [{"loc": ["body", "n"], "msg": "is too small", "type": "x"}]}, 422)


def test_the_answer_of_a_conversation_leaves_the_focus_in_the_page_around_it(embedded, acting):
    outputs = [{"key": "reply", "type": "markdown", "label": "Reply"}]
    page = embedded(OWN + ONE, layout="chat", outputs=outputs)
    acting.answer = {"reply": "Hello"}
    acting.hold()
    inside(page).get_by_label("Message").fill("Hi")
    inside(page).get_by_label("Message").press("Enter")
    acting.begun()
    page.locator("#own").click()
    acting.let_go()

    expect(inside(page).locator("[data-transcript] .msg .prose")).to_have_text(["Hi", "Hello"])
    expect(page.locator("#own")).to_be_focused()


def test_problems_of_values_that_a_host_sets_leave_the_focus_in_its_page(embedded):
    page = embedded(OWN + ONE, AMOUNT)
    page.locator("#own").click()
    page.locator("quick-execute").evaluate("panel => { panel.values = { n: 'many' } }")

    expect(inside(page).locator("[data-summary]")).to_be_visible()
    expect(page.locator("#own")).to_be_focused()


def test_what_the_tool_finds_wrong_leaves_the_focus_in_the_page_around_it(embedded, acting):
    page = embedded(OWN + ONE, AMOUNT)
    acting.answer = TOO_SMALL
    acting.hold()
    inside(page).locator("[data-run]").click()
    acting.begun()
    page.locator("#own").click()
    acting.let_go()

    expect(inside(page).locator("[data-summary]")).to_be_visible()
    expect(page.locator("#own")).to_be_focused()


def test_an_address_that_is_no_page_is_not_loaded(embedded):
    page = embedded("".join(f'<quick-execute src="{address}"></quick-execute>' for address in NO_PAGES), NAME)

    found = page.locator("iframe").evaluate_all("frames => frames.map(frame => frame.getAttribute('src'))")

    assert found == [None] * len(NO_PAGES)


def test_a_panel_follows_its_address_and_goes_with_its_element(embedded):
    page = embedded(ONE, NAME)
    expect(inside(page).get_by_role("heading", name="T", exact=True)).to_be_visible()
    page.locator("quick-execute").evaluate(
        "each => { each.setAttribute('src', each.firstChild.src.replace('/t/', '/u/')) }"
    )
    expect(inside(page).get_by_role("heading", name="U", exact=True)).to_be_visible()

    page.evaluate("document.querySelector('quick-execute').remove()")

    expect(page.locator("iframe")).to_have_count(0)


def test_two_panels_do_not_disturb_each_other(embedded, acting):
    page = embedded(ONE + ONE.replace("/t/", "/u/"), NAME, KEEN, PARTS)
    first, second = inside(page, 0), inside(page, 1)

    first.get_by_label("Name").fill("yes")
    first.get_by_role("button", name="Add row").click()
    second.get_by_label("Name").fill("Ada")
    second.get_by_role("button", name="Run", exact=True).click()

    expect(second.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(first.locator("[data-result]")).to_have_attribute("data-status", "blank")
    expect(first.get_by_label("Keen")).to_be_visible()
    expect(second.get_by_label("Keen")).to_be_hidden()
    expect(second.locator("tbody tr")).to_have_count(0)
    fits(page, 0)
    fits(page, 1)
    assert height(page, 0) != height(page, 1)
    assert acting.bodies == [{"name": "Ada"}]


def test_a_site_that_may_not_embed_has_no_form(new_app, serve, page):
    market = Flask("market")
    site = serve(new_app({"id": "t", "name": "T", "inputs": [NAME]}))
    market.add_url_rule("/", "index", lambda: PAGE.replace("{body}", ONE).replace("{site}", site))

    page.goto(serve(market).replace("127.0.0.1", "localhost"))
    quiet(page)

    expect(inside(page).locator("form[data-webform]")).to_have_count(0)


HEARD = """<script>heard = []; for (const name of ['ready', 'change', 'run', 'result', 'error'])
document.querySelector('quick-execute').addEventListener(name, ({ type, detail }) => heard.push([type, detail]))</script>"""
SECRET = {"key": "key", "type": "password", "label": "Key", "required": False}


def test_a_host_sets_values_and_looks_and_hears_what_happens(embedded, acting):
    page = embedded(ONE + HEARD, NAME, SECRET)
    element, form = page.locator("quick-execute"), inside(page)
    page.wait_for_function("heard.some(([type]) => type === 'change')")
    form.get_by_label("Key").fill("typed")
    own = "form => [...form.querySelectorAll(':scope > [type=hidden]')].map(({name, value}) => [name, value])"
    own_before = form.locator("form[data-webform]").evaluate(own)

    element.evaluate("element => { element.values = {name: 'Ada', key: 'of the host'} }")

    expect(form.get_by_label("Name")).to_have_value("Ada")
    expect(form.get_by_label("Key")).to_have_value("typed")
    assert form.locator("form[data-webform]").evaluate(own) == own_before != []
    expect(form.get_by_text("came from a link")).to_have_count(0)
    page.wait_for_function("document.querySelector('quick-execute').values?.name === 'Ada'")
    assert element.evaluate("element => element.values") == {"name": "Ada"}
    looks = {"theme": "dark", "accent": "#a03", "radius": "99", "font": "x;}", "hide": "title body"}
    element.evaluate("(element, looks) => Object.entries(looks).forEach(pair => element.setAttribute(...pair))", looks)
    expect(form.locator("html")).to_have_attribute("data-theme", "dark")
    expect(form.locator("body")).to_have_attribute("data-hide", "title")
    expect(form.locator("html")).to_have_attribute("style", re.compile(r"--accent: light-dark\("))
    style = form.locator("html").get_attribute("style")
    assert "--radius: 24px" in style
    assert "--font" not in style
    expect(form.get_by_label("Name")).to_have_value("Ada")
    form.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function("heard.some(([type]) => type === 'result')")
    assert next(detail["status"] for name, detail in page.evaluate("heard") if name == "result") == "ok"
    assert "typed" not in str(page.evaluate("heard.filter(([type]) => type !== 'result')"))


#: The accent, and what it stands on, as the browser draws them.
DRAWN = """mark => ['var(--accent)', 'var(--bg)', 'var(--surface)', 'var(--hover)', 'var(--accent-soft)', 'var(--accent-ink)']
    .map(value => {
        const pen = document.createElement('canvas').getContext('2d')
        mark.style.color = value
        pen.fillStyle = getComputedStyle(mark).color
        pen.fillRect(0, 0, 1, 1)
        return `rgb(${[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ')})`
    })"""


def test_an_accent_is_changed_until_it_can_be_read(embedded):
    page = embedded('<quick-execute src="{site}/tools/t/panel" theme="light" accent="#ffcc00" density="compact">', NAME)
    form = inside(page)
    expect(form.locator("html")).to_have_css("--density", "0.75")

    for theme in ("light", "dark"):
        page.locator("quick-execute").evaluate("(element, theme) => element.setAttribute('theme', theme)", theme)
        expect(form.locator("html")).to_have_attribute("data-theme", theme)
        accent, *grounds = map(read_colour, form.locator(".mark").evaluate(DRAWN))
        assert min(contrast(accent, ground) for ground in grounds) >= 4.45
    assert hex_of(accent) == "#ffcc00"


def test_a_panel_obeys_only_the_page_that_frames_it(embedded, acting):
    page = embedded(ONE + HEARD, NAME)
    page.wait_for_function("heard.some(([type]) => type === 'change')")
    frame = page.locator("iframe").element_handle().content_frame()

    frame.evaluate("postMessage({type: 'webform:run', version: 1}, '*')")
    page.evaluate("""() => {
        const other = document.body.appendChild(document.createElement('iframe'))
        other.contentWindow.eval(`parent.frames[0].postMessage({type: 'webform:run', version: 1}, '*')`)
        frames[0].postMessage({type: 'webform:run', version: 2}, '*')
        frames[0].postMessage({type: 'webform:values', version: 1, detail: {name: 'last'}}, '*')
    }""")

    expect(inside(page).get_by_label("Name")).to_have_value("last")
    assert acting.bodies == []
