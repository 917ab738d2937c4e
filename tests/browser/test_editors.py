"""Code, JSON and Markdown in editors; the textarea behind each stays the home of the value."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.browser.editors import FILTER, NEXT, NOTES, PLAIN, editor, field, home, preview, rewrite, run
from webform import places

SQL = {"key": "q", "type": "code", "label": "Query", "language": "sql", "default": "SELECT 1"}


def paste(locator, text):
    locator.evaluate(
        """(element, text) => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', text)
        element.focus()
        element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }""",
        text,
    )


# The value and its home


def test_an_editor_that_is_not_touched_gives_back_what_it_shows(opened, acting):
    page = opened(SQL, FILTER, NOTES)
    for declared in (SQL, FILTER, NOTES):
        editor(page, declared["label"])

    run(page)

    assert acting.bodies == [{declared["key"]: declared["default"] for declared in (SQL, FILTER, NOTES)}]


@pytest.mark.parametrize("by", ["keyboard", "mouse"])
def test_code_json_and_markdown_are_filled_in(opened, acting, by):
    page = opened(SQL | {"default": ""}, FILTER | {"default": {}}, NOTES | {"default": ""}, NEXT)
    wanted = {"q": "SELECT 2\nFROM t", "j": {"name": "Eve"}, "m": "- one\n- two"}
    typed = {"Query": ["SELECT 2", "FROM t"], "Filter": ['{"name": "Eve"}'], "Notes": ["- one", "two"]}

    for label, lines in typed.items():
        if by == "mouse":
            editor(page, label).click()
        else:
            editor(page, label).focus()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(lines[0])
        for line in lines[1:]:
            page.keyboard.press("Enter")
            page.keyboard.type(line)
    if by == "mouse":
        run(page)
    else:
        page.keyboard.press("ControlOrMeta+Enter")
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")

    assert acting.bodies == [wanted]


def test_the_textarea_has_every_change_at_once_and_the_editor_follows_it(opened):
    page = opened(PLAIN)

    editor(page, "Text").press_sequentially("ab")
    expect(home(page, "p")).to_have_value("ab")
    page.keyboard.press("ControlOrMeta+z")
    expect(home(page, "p")).to_have_value("")

    home(page, "p").evaluate(
        "control => { control.value = 'from elsewhere'; control.dispatchEvent(new Event('input')) }"
    )
    expect(editor(page, "Text")).to_have_text("from elsewhere")
    home(page, "p").evaluate("control => { control.value = 'quietly' }")
    field(page, "p").evaluate("field => field.dispatchEvent(new Event('webform:sync'))")
    expect(editor(page, "Text")).to_have_text("quietly")
    home(page, "p").evaluate("control => control.form.reset()")

    expect(editor(page, "Text")).to_have_text("")


def test_who_types_before_the_editor_is_there_goes_on_in_it(served, page, acting):
    requests = []
    page.route("**/static/inputs/code-*.js", lambda route: requests.append(route))
    with page.expect_request("**/static/inputs/code-*.js"):
        page.goto(served(PLAIN))
    page.get_by_label("Text", exact=True).press_sequentially("ad")
    page.keyboard.press("ArrowLeft")

    requests[0].continue_()
    expect(editor(page, "Text")).to_be_focused()
    page.keyboard.type("n")

    expect(home(page, "p")).to_have_value("and")
    run(page)
    assert acting.bodies == [{"p": "and"}]


def test_a_reset_gives_an_editor_with_the_default(opened):
    page = opened(SQL)
    rewrite(page, "Query", "DROP")

    page.get_by_role("button", name="Reset").click()

    expect(editor(page, "Query")).to_have_text("SELECT 1")


PASTED = ["a\r\nb\rc\nd", "\tx\u00a0y\u2028z\u200b", "<b>&amp;</b>", "tail \n\n", "é👩‍👩‍👧\u0301", '"' * 50 + "{[("]


def test_what_is_pasted_is_what_a_native_control_makes_of_it(opened, acting):
    page = opened(*[PLAIN | {"key": f"p{number}", "label": f"Text {number}"} for number in range(len(PASTED))])

    for number, text in enumerate(PASTED):
        paste(editor(page, f"Text {number}"), text)

    native = page.evaluate(
        """texts => texts.map(text => {
            const area = document.createElement('textarea'); area.value = text; return area.value })""",
        PASTED,
    )
    wanted = {f"p{number}": text for number, text in enumerate(native)}
    assert {key: home(page, key).input_value() for key in wanted} == wanted
    run(page)
    assert acting.bodies == [wanted]


def test_two_editors_of_a_kind_do_not_disturb_each_other(opened, acting):
    page = opened(
        SQL, SQL | {"key": "r", "label": "Other", "default": "SELECT 2"}, FILTER, FILTER | {"key": "k", "label": "More"}
    )

    rewrite(page, "Query", "one")
    rewrite(page, "Other", "two")
    rewrite(page, "More", '{"name": 1}')

    expect(field(page, "k").locator(".editor-state:visible")).to_have_text("Line 1: Enter text")
    assert field(page, "j").locator(".cm-wrong").count() == 0
    assert [home(page, key).input_value() for key in "qrjk"] == ["one", "two", '{\n  "name": "Ada"\n}', '{"name": 1}']


@pytest.mark.slow
def test_a_megabyte_stays_usable(opened, acting):
    page = opened(SQL, FILTER)
    lines = "\n".join(f"SELECT {number} FROM somewhere; -- the line of that number" for number in range(20_000))
    assert len(lines) > 1_000_000

    paste(editor(page, "Query"), lines)
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("-- the end")

    # What is not on the screen is not in the page, and costs nothing at a key.
    assert page.locator('[data-at="/q"] .cm-line').count() < 200
    assert home(page, "q").evaluate("control => getComputedStyle(control).contentVisibility") == "hidden"
    run(page)
    assert sorted(acting.bodies[0]["q"].removesuffix("-- the end")) == sorted("SELECT 1" + lines)


# Keyboard and focus


def test_tab_moves_on_until_enter_was_pressed_at_the_door(opened):
    page = opened(PLAIN | {"default": "x"}, NEXT)
    editor(page, "Text").focus()

    page.keyboard.press("Tab")
    expect(page.get_by_label("After")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(editor(page, "Text")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-announced]")).to_have_text("Tab indents. Escape leaves.")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("y")
    expect(home(page, "p")).to_have_value("  x\n  y")
    page.keyboard.press("Shift+Tab")
    expect(home(page, "p")).to_have_value("  x\ny")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")

    expect(page.get_by_label("After")).to_be_focused()


def test_typing_and_clicking_trap_no_tab(opened):
    page = opened(PLAIN, NEXT)
    editor(page, "Text").click()
    page.keyboard.type("x")
    page.keyboard.press("Enter")

    page.keyboard.press("Tab")

    expect(page.get_by_label("After")).to_be_focused()
    expect(home(page, "p")).to_have_value("x\n")


def test_a_window_that_comes_back_leaves_the_keys_as_they_were(opened):
    page = opened(PLAIN, NEXT)
    editor(page, "Text").click()
    page.keyboard.type("x")
    # What a browser tells when another window takes the focus, and gives it back.
    editor(page, "Text").evaluate(
        "text => { for (const name of ['blur', 'focus']) text.dispatchEvent(new FocusEvent(name)) }"
    )

    page.keyboard.press("Enter")
    expect(home(page, "p")).to_have_value("x\n")
    page.keyboard.press("Tab")

    expect(page.get_by_label("After")).to_be_focused()
    expect(home(page, "p")).to_have_value("x\n")


def test_a_pointer_enters_and_leaves_by_a_button(opened):
    page = opened(PLAIN, NEXT)
    enter = field(page, "p").locator("[data-tabbing]")

    enter.click()
    expect(enter).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.type("x")
    expect(home(page, "p")).to_have_value("  x")
    enter.click()
    page.keyboard.press("Tab")

    expect(page.get_by_label("After")).to_be_focused()


@pytest.mark.slow
def test_the_label_and_the_summary_lead_into_the_editor(opened):
    page = opened(PLAIN)
    editor(page, "Text")
    page.get_by_text("Text", exact=True).click()
    expect(editor(page, "Text")).to_be_focused()

    page.locator("[data-run]").click()
    page.locator("[data-summary]").get_by_role("link", name="Text").click()

    expect(editor(page, "Text")).to_be_focused()


def test_an_editor_says_its_label_its_help_and_its_problem(opened):
    page = opened(PLAIN | {"description": "Anything at all."})
    text = editor(page, "Text")
    about = field(page, "p").locator("#about")
    expect(text).to_have_attribute("aria-describedby", "about")
    expect(text).to_have_attribute("aria-required", "true")
    expect(about).to_have_text("Anything at all. Tab moves on. Press Enter to indent with Tab, Escape to leave.")

    page.locator("[data-run]").click()

    expect(text).to_have_attribute("aria-invalid", "true")
    expect(about).to_contain_text("Required")
    text.press_sequentially("x")
    expect(text).not_to_have_attribute("aria-invalid", "true")
    expect(about).not_to_contain_text("required")


def test_finding_reaches_what_is_not_on_the_screen(opened):
    page = opened(PLAIN)
    paste(editor(page, "Text"), "\n".join(f"line {number}" for number in range(2000)))

    page.keyboard.press("ControlOrMeta+f")
    find = page.get_by_role("textbox", name="Find")
    find.press_sequentially("line 1777")
    find.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("found")

    expect(home(page, "p")).to_have_value(re.compile("^found$", re.MULTILINE))


# Everywhere


@pytest.mark.slow
def test_editors_are_accessible_in_every_state(served, new_page, watch, axe_light_and_dark):
    page = new_page()
    violations = watch(page)
    page.goto(
        served(
            SQL | {"default": "-- a note"},
            PLAIN | {"required": False},
            FILTER,
            NOTES | {"default": "# Hello *you*\n> `there`"},
        )
    )
    for label in ("Query", "Text", "Filter", "Notes"):
        editor(page, label)
    axe_light_and_dark(page)
    rewrite(page, "Filter", '{\n"name": 1}')
    expect(field(page, "j").locator(".cm-wrong")).to_have_text("1")
    axe_light_and_dark(page)
    page.locator("[data-run]").click()
    expect(page.locator('[data-problem-for="/j"]')).to_contain_text("Enter text")
    page.get_by_role("tab", name="Preview").click()
    expect(preview(page).get_by_role("heading")).to_have_text("Hello you")
    axe_light_and_dark(page)
    editor(page, "Query").focus()
    page.keyboard.press("ControlOrMeta+f")
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()
    axe_light_and_dark(page)

    assert violations == []


def test_an_editor_is_used_by_touch_on_a_phone(served, new_page, acting):
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto(served(SQL, FILTER, NOTES))
    editor(page, "Query").tap()
    page.keyboard.insert_text(";")

    assert editor(page, "Query").evaluate("text => getComputedStyle(text).fontSize") == "16px"
    page.get_by_role("tab", name="Preview").tap()
    expect(preview(page).get_by_role("heading")).to_have_text("Hello you")
    page.get_by_role("button", name="Format").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for target in page.locator(".editor-bar button:visible").all():
        assert target.bounding_box()["height"] >= 24
    run(page)
    assert acting.bodies[0]["m"] == NOTES["default"]
    assert ";" in acting.bodies[0]["q"]


def test_what_is_typed_stays_above_what_sticks_to_the_end_of_the_page(served, new_page):
    page = new_page(viewport={"width": 360, "height": 480}, has_touch=True, is_mobile=True)
    page.goto(served(NOTES | {"default": ""}, NEXT))
    editor(page, "Notes").tap()

    for number in range(20):
        page.keyboard.insert_text(f"line {number}")
        page.keyboard.press("Enter")
    page.keyboard.insert_text("the last")

    expect(page.locator(".cm-activeLine")).to_have_text("the last")
    line, bar = page.locator(".cm-activeLine").bounding_box(), page.locator(".go").bounding_box()
    assert line["y"] + line["height"] <= bar["y"]


@pytest.mark.parametrize("lost", ["inputs/*.js", "chunk-*.js"])
def test_without_its_module_an_input_is_its_native_control(served, page, acting, lost):
    page.route(f"**/static/{lost}", lambda route: route.fulfill(status=500))
    page.goto(served(SQL, FILTER, NOTES))
    quiet(page)

    page.get_by_label("Query").fill("SELECT 3")
    page.get_by_label("Filter").fill('{"name": "Eve"}')
    page.get_by_label("Notes").fill("native")
    run(page)

    assert acting.bodies == [{"q": "SELECT 3", "j": {"name": "Eve"}, "m": "native"}]


def test_without_its_language_an_editor_still_edits(served, page, acting):
    manifest = json.loads((places.static() / "manifest.json").read_text(encoding="utf-8"))
    page.route(f"**/{manifest['inputs/editor/languages/sql.js']['file']}", lambda route: route.fulfill(status=500))
    page.goto(served(SQL, FILTER))

    rewrite(page, "Query", "SELECT 4")
    run(page)

    assert acting.bodies == [{"q": "SELECT 4", "j": FILTER["default"]}]
    expect(field(page, "j").locator(".tok-string")).to_have_text('"Ada"')
    assert field(page, "q").locator("[class^=tok-]").count() == 0


def test_an_editor_goes_with_its_form(opened):
    page = opened(FILTER, NOTES)
    editor(page, "Notes")

    left = page.evaluate(
        """() => { const form = document.querySelector('form[data-webform]'), place = form.parentNode, next = form.nextSibling
        form.remove()
        return new Promise(done => setTimeout(() => done([form.querySelectorAll('.editor-host, [role=tablist], [hidden] > [name=do]').length,
            [...form.querySelectorAll('textarea[data-editor]')].map(home => home.className + home.tabIndex + home.ariaHidden),
            [...form.querySelectorAll('.editor-bar')].map(bar => bar.innerText ?? bar.textContent)]))) }"""
    )

    assert left == [0, ["ctl mono0null", "ctl0null"], ["JSON", "Preview"]]
