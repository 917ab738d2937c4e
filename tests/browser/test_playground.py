"""The playground in a browser: the page follows the editor, and a link has the whole declaration."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.browser.editors import editor, rewrite
from webform.web import Config, create_app

NAME = {"key": "name", "type": "text", "label": "Name"}
DECLARED = {"id": "t", "name": "Trial", "inputs": [NAME], "outputs": [{"key": "n", "type": "number", "label": "N"}]}


@pytest.fixture
def address(tmp_path, serve):
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", playground=True)
    app = create_app([], config)
    yield serve(app) + "/playground?example=input-text"
    app.extensions["webform"].close()


def test_the_page_follows_the_editor_and_a_link_has_it_all(address, page, new_page, violations, axe, words_in):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    quiet(page)
    # The page ends with its foot: what an editor stands in for takes no room.
    assert page.evaluate(
        "document.documentElement.scrollHeight <= Math.max(innerHeight, scrollY + Math.ceil("
        "document.querySelector('footer').getBoundingClientRect().bottom))"
    )
    rewrite(page, "Declaration", json.dumps(DECLARED))
    page.get_by_label("Name", exact=True).fill("Grace")

    page.get_by_role("tab", name="Result").click()
    expect(page.get_by_role("region", name="Result", exact=True)).to_have_attribute("data-status", "sample")
    page.get_by_role("tab", name="Body").click()
    expect(page.get_by_role("region", name="Body")).to_contain_text("Grace")

    rewrite(page, "Declaration", json.dumps(DECLARED | {"inputs": [NAME, NAME | {"key": "b", "type": "slidr"}]}))
    expect(page.get_by_role("tab", name="Problems")).to_contain_text("1")
    expect(page.get_by_role("button", name="Line 1: Expected a type")).to_be_visible()
    expect(page.locator(".cm-wrong")).to_have_text('"slidr"')
    page.get_by_role("tab", name="Form").click()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Grace")

    rewrite(page, "Declaration", "{")
    expect(page.get_by_text("No form can be built of the declaration now.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Grace")
    axe(page)

    rewrite(page, "Declaration", json.dumps(DECLARED | {"name": "Linked"}))
    expect(page.get_by_role("heading", name="Linked")).to_be_visible()
    page.wait_for_function("() => location.hash.startsWith('#doc=')")
    page.evaluate("window.stays = true")
    page.locator(".languages a[hreflang=de]").click()
    expect(page.get_by_role("tab", name=words_in("de", "Form"))).to_be_visible()
    expect(page.get_by_text(words_in("de", "The playground runs no tool."))).to_be_visible()
    expect(page.get_by_role("heading", name="Linked")).to_be_visible()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Grace")
    assert page.evaluate("window.stays")
    page.locator(".languages a[hreflang=en]").click()
    expect(page.get_by_role("tab", name="Form")).to_be_visible()
    other = new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
    other.goto(page.url)
    expect(other.get_by_role("heading", name="Linked")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(other)
    assert not [url for url in asked if "doc=" in url or not url.startswith(address.partition("/playground")[0])]
    assert violations == []


def test_on_a_phone_all_tabs_and_what_is_wrong_are_in_sight(address, new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(address)
    expect(page.get_by_role("combobox", name="Example")).not_to_have_value("")
    rewrite(page, "Declaration", json.dumps(DECLARED | {"inputs": [NAME | {"type": "txet"}]}))
    fault = page.get_by_role("button", name="Line 1: Expected a type")
    expect(fault).to_be_visible()

    expect(page.get_by_role("tab", name="Problems")).to_contain_text("1")
    tabs = page.get_by_role("tablist", name="What it becomes")
    assert tabs.evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")
    room = page.locator(".editor-bar").filter(has=fault).evaluate("bar => bar.clientWidth")
    assert fault.evaluate("fault => fault.clientWidth") > 0.85 * room
    # What was typed is no example.
    expect(page.get_by_role("combobox", name="Example")).to_have_value("")


def test_an_edit_that_leaves_the_form_as_it_is_keeps_what_was_typed(address, page, violations, subtests):
    page.goto(address)
    rewrite(page, "Declaration", json.dumps(DECLARED))
    page.get_by_label("Name", exact=True).fill("Grace")
    for edit in ({}, {"name": "Changed"}, {"name": "Changed", "description": "More of it."}):
        with subtests.test(edit=edit):
            with page.expect_response("**/playground/update*"):
                rewrite(page, "Declaration", json.dumps(DECLARED | edit) + "\n")
            quiet(page)

            expect(page.get_by_label("Name", exact=True)).to_have_value("Grace")
    assert violations == []


def test_a_conversation_becomes_a_form_again(address, page, violations):
    page.goto(address)
    rewrite(page, "Declaration", json.dumps(DECLARED | {"layout": "chat"}))
    expect(page.locator("#preview-form .chat")).to_be_visible()
    rewrite(page, "Declaration", json.dumps(DECLARED))
    expect(page.locator("#preview-form .chat")).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    assert violations == []


def test_an_edit_stays_in_the_language_that_was_chosen(address, page, violations, words_in):
    page.goto(f"{address}&lang=de")
    quiet(page)

    rewrite(page, words_in("de", "Declaration"), json.dumps(DECLARED | {"name": "Linked"}))
    page.wait_for_function("() => location.hash.startsWith('#doc=')")
    rewrite(page, words_in("de", "Declaration"), json.dumps(DECLARED | {"name": "Again"}))

    expect(page.get_by_role("heading", name="Again")).to_be_visible()
    expect(page.get_by_role("tab", name=words_in("de", "Problems"))).to_be_visible()
    assert "/playground?lang=de#doc=" in page.url
    assert violations == []


def test_keys_types_and_options_are_completed(address, page, violations):
    page.goto(address)
    quiet(page)
    rewrite(page, "Declaration", '{"inputs": [{"type": "slider", "key": "a", ')
    text = editor(page, "Declaration")
    text.press_sequentially('"ran')
    options = page.locator(".cm-tooltip-autocomplete").get_by_role("option")
    expect(options).to_have_text(["rangeboolean"])
    options.click()
    expect(text).to_contain_text('"range": ')
    options.filter(has_text="true").click()
    expect(text).to_contain_text('"range": true')

    rewrite(page, "Declaration", '{"inputs": [{"type": "sli')
    page.keyboard.press("Control+Space")
    options.filter(has_text="slider").click()
    expect(text).to_contain_text('{"inputs": [{"type": "slider"')
    assert violations == []


def test_yaml_is_completed_and_its_problems_are_marked(address, page, violations):
    page.goto(address)
    quiet(page)
    text = editor(page, "Declaration")
    options = page.locator(".cm-tooltip-autocomplete").get_by_role("option")
    rewrite(page, "Declaration", "id: t\nname: Trial\n")
    text.press_sequentially("inp")
    options.filter(has_text="inputs").click()
    text.press_sequentially("ty")
    options.filter(has_text="type").click()
    text.press_sequentially("sli")
    options.filter(has_text="slider").click()
    expect(text.locator(".tok-atom").first).to_have_text("id")
    text.press_sequentially("\nran")
    expect(options).to_have_text(["rangeboolean"])
    options.click()
    options.filter(has_text="true").click()
    expect(page.locator("#declaration")).to_have_value(
        "id: t\nname: Trial\ninputs: \n  - type: slider\n    range: true".replace(": \n", ":\n")
    )

    text.press_sequentially("\nkey: a\nlabel: A\nmin: 0\nmax: 9\nuni: kg")
    expect(page.get_by_role("button", name="Line 10: ")).to_be_visible()
    expect(page.locator(".cm-wrong")).to_have_text("uni")
    expect(page.locator(".cm-lineNumbers .cm-wrong-line")).to_have_text("10")
    page.get_by_role("tab", name="Form").click()
    expect(page.get_by_label("From", exact=True)).to_be_visible()
    assert violations == []


def test_yaml_within_braces_is_completed(address, page, violations):
    page.goto(address)
    quiet(page)
    text = editor(page, "Declaration")
    options = page.locator(".cm-tooltip-autocomplete").get_by_role("option")
    rewrite(page, "Declaration", "id: t\nname: Trial\ninputs: [{key: a, type: slider},\n  {key: b, type: te")
    text.press("Control+Space")
    options.filter(has_text="textarea").click()
    text.press_sequentially(", la")
    options.filter(has_text="label").click()
    text.press_sequentially("B, opt")
    expect(options).to_have_count(0)
    for _ in range(5):
        text.press("Backspace")
    expect(page.locator("#declaration")).to_have_value(
        "id: t\nname: Trial\ninputs: [{key: a, type: slider},\n  {key: b, type: textarea, label: B"
    )

    rewrite(page, "Declaration", "id: t\ninputs: [{key: a}]\noutputs: [{key: n, ")
    text.press_sequentially("ty")
    options.filter(has_text="type").click()
    options.filter(has_text="gantt").click()
    text.press_sequentially("}]\nna")
    options.filter(has_text="name").click()

    expect(page.locator("#declaration")).to_have_value(
        "id: t\ninputs: [{key: a}]\noutputs: [{key: n, type: gantt}]\nname: "
    )
    assert violations == []


def test_without_scripts_a_button_shows_the_form(address, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(address)
    page.get_by_role("textbox", name="Declaration").fill(json.dumps([NAME | {"label": "Full name"}]))
    page.get_by_role("button", name="Show the form").click()

    expect(page.get_by_label("Full name")).to_be_visible()
    page.get_by_label("Full name").fill("Grace")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("Full name")).to_have_value("")


def test_a_link_that_unfolds_to_too_much_is_none(address, page, violations):
    page.goto(address)
    quiet(page)
    packed = zlib.compress(b" " * 10_000_000, wbits=-15)
    for fragment in (base64.urlsafe_b64encode(packed).decode().rstrip("="), "no base64!", "AAAA"):
        page.evaluate("fragment => { location.hash = `doc=${fragment}` }", fragment)
        expect(page.get_by_text("The link is incomplete.").first).to_be_visible()

    expect(editor(page, "Declaration")).to_contain_text('"try-text"')
    assert violations == []
