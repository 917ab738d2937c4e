"""JSON in an editor: what is wrong is marked at its place, as the server says it; formatting keeps every number."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.editors import FILTER, NEXT, editor, field, home, rewrite
from webform.messages import message
from webform.values import NotJSONError, read_json

HOSTILE = [
    "", "{", "[1, 2,]", '{"a": 1,}', "{'a': 1}", "{a: 1}", '{"a" 1}', '{"a": True}', "None", "[1 2]", '{"a": 1 "b": 2}',
    "// x", '"abc', '"a\nb"', '"\\x"', '"\\u12"', "01", "+1", ".5", "1.", "[1", '{\n"a": [\n1', "\u201ca\u201d", "tru", "1 2", "NaN",
    "-Infinity", "1e999", "9" * 5000, "[" * 200, '"\x01"', "\u00a0", '{"a": 1}}', "[,]", '{"a": }', "\x00", "🙂", "-", "'a'", "[1,\n\n2\n",
    '{"k": 1.2.3}', "undefined", "nul", '"\\', "{1: 2}", "\ufeff{}", "é", "[" * 256 + "]" * 256, '"\ud83d"', "1e400", "1E5", "-0", "[]]",
]  # fmt: skip


def fault(text):
    """What the server says of a text that is no JSON, without the place; None where it is JSON."""
    try:
        read_json(text)
    except NotJSONError as error:
        return re.sub(r" \(line \d+, column \d+\)$", "", error.message)
    return None


def test_a_fault_is_said_as_the_server_says_it(source):
    found = source(
        """const { scan } = await load('inputs/editor/scan.js')
        return argument.map(text => scan(text).fault?.message ?? null)""",
        HOSTILE,
    )

    assert dict(zip(HOSTILE, found, strict=True)) == {text: fault(text) for text in HOSTILE}


def state(page, key="j"):
    return field(page, key).locator(".editor-state:visible")


def test_a_fault_is_marked_at_its_place_as_it_is_typed_and_a_button_leads_there(opened):
    page = opened(FILTER, NEXT)

    rewrite(page, "Filter", '{\n  "name": "Ada",\n}')

    expect(state(page)).to_have_text(f"Line 2: {message('json.trailing-comma', {})}")
    expect(field(page, "j").locator(".cm-wrong")).to_have_text(",")
    expect(field(page, "j").locator(".cm-wrong-line")).to_have_text("2")
    page.get_by_label("After").focus()
    state(page).click()
    expect(editor(page, "Filter")).to_be_focused()
    page.keyboard.press("Delete")
    expect(state(page)).to_have_text("Valid")
    expect(home(page, "j")).to_have_value('{\n  "name": "Ada"\n}')


def test_what_the_server_finds_by_the_schema_is_marked_at_its_line(opened, acting):
    page = opened(FILTER)

    rewrite(page, "Filter", '{\n  "age": 1.5,\n  "nmae": "Ada"\n}')

    expect(state(page)).to_contain_text("(1 of 3)")
    expect(field(page, "j").locator(".cm-wrong")).to_have_text(["{", "1.5", '"nmae"'])
    expect(field(page, "j").locator(".cm-wrong-line")).to_have_text(["1", "2", "3"])
    state(page).click()
    state(page).click()
    expect(page.locator("[data-announced]")).to_have_text(re.compile("Line 2: Enter a whole number"))
    assert acting.bodies == []


def test_what_a_run_finds_is_marked_too(opened, acting):
    page = opened(FILTER)
    rewrite(page, "Filter", '{\n  "name": 1}')

    page.locator("[data-run]").click()

    expect(page.locator('[data-problem-for="/j"]')).to_contain_text("Enter text")
    expect(field(page, "j").locator(".cm-wrong")).to_have_text("1")
    expect(editor(page, "Filter")).to_have_attribute("aria-invalid", "true")


def test_formatting_keeps_every_number_as_it_is_written(opened, acting):
    page = opened(FILTER | {"schema": True})
    rewrite(page, "Filter", '{"a":[1.50,9007199254740993,1e2,{}],"b":"\\u00e9"}')

    page.get_by_role("button", name="Format").click()

    expect(home(page, "j")).to_have_value(
        '{\n  "a": [\n    1.50,\n    9007199254740993,\n    1e2,\n    {}\n  ],\n  "b": "é"\n}'
    )
    expect(page.locator("[data-announced]")).to_have_text("Formatted.")
    editor(page, "Filter").focus()
    page.keyboard.press("ControlOrMeta+z")
    expect(home(page, "j")).to_have_value('{"a":[1.50,9007199254740993,1e2,{}],"b":"\\u00e9"}')


def test_what_is_no_json_is_not_formatted_and_its_fault_is_shown(opened):
    page = opened(FILTER)
    rewrite(page, "Filter", '{"a": 1')

    page.get_by_role("button", name="Format").click()

    expect(page.locator("[data-announced]")).to_have_text(
        f"Line 1: {message('json.ends', {'expected': message('json.comma', {'closing': '}'})})}"
    )
    expect(home(page, "j")).to_have_value('{"a": 1')
