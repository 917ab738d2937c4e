"""Names that every object of JavaScript has: keys like others, in a form, a link, an answer, and what is kept."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.alive import quiet

KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"]
TEXT = {"type": "text", "required": False}
HARM = {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "toString": "x"}
#: Whether anything was added to what all objects share, or taken from it.
UNTOUCHED = """() => [
    {}.polluted, [].polluted, ''.polluted, (() => 0).polluted, Object.prototype.polluted,
    {}.toString === Object.prototype.toString, typeof Object.prototype.hasOwnProperty, Object.keys(Object.prototype).length,
]"""


@pytest.fixture
def form(opened):
    """A form whose inputs have such names, some with a condition on them, opened by a link that fills it in."""
    texts = [{"key": key, "label": f"L{index}", **TEXT} for index, key in enumerate(KEYS)]
    columns = [{"key": key, "label": key} for key in KEYS]
    more = [
        {"key": "rows", "type": "table", "label": "Rows", "columns": columns, "required": False},
        {"key": "data", "type": "json", "label": "Data", "required": False},
        {"key": "pick", "type": "autocomplete", "label": "Pick", "endpoint": "/autocomplete/x", "required": False},
        {"key": "a", "label": "A if so", "show_if": {"key": "data", "equals": HARM}, **TEXT},
        {"key": "b", "label": "B if so", "show_if": {"key": "rows", "equals": [{"__proto__": "cell"}]}, **TEXT},
    ]
    page = opened(*texts, *more)
    link = urlencode({f"/{key}": f"v {key}" for key in KEYS} | {"/__proto__/x": "y", "/rows/0/__proto__": "cell"})
    page.goto(f"{page.url}?{link}")
    quiet(page)
    yield page
    assert page.evaluate(UNTOUCHED) == [None] * 5 + [True, "function", 0]


def test_they_are_filled_in_shown_sent_and_answered_as_what_they_are(form, acting):
    acting.suggestions = json.dumps([{"value": "v", "label": "<b>", **HARM}]), 200, {"Content-Type": "application/json"}
    acting.answer = {**HARM, "rows": [HARM, dict.fromkeys(KEYS, 1)]}
    expect(form.get_by_text("which no link can fill in")).to_be_visible()
    form.get_by_label("Data").fill(json.dumps(HARM))
    form.get_by_label("Data").blur()
    form.get_by_label("A if so").fill("it is")
    form.get_by_label("B if so").fill("this too")
    form.get_by_role("combobox", name="Pick").press_sequentially("v")
    form.locator('[role="option"]', has_text="<b>").click()
    form.locator("[data-body-json] summary").click()
    expect(form.locator("[data-body-json] textarea")).to_have_value(re.compile('"__proto__": "v __proto__"'))
    form.locator("[data-run]").click()

    expect(form.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(form.locator("[data-result]")).to_contain_text("__defineGetter__")
    assert acting.bodies == [
        {key: f"v {key}" for key in KEYS}
        | {"rows": [{"__proto__": "cell"}], "data": HARM, "pick": "v", "a": "it is", "b": "this too"}
    ]


def test_what_a_tool_finds_wrong_with_them_is_shown_at_them(form, acting):
    details = [{"loc": ["body", key], "msg": f"not {key}", "type": "x"} for key in KEYS]
    acting.answer = {"detail": details, **HARM}, 422
    form.locator("[data-run]").click()

    for key in KEYS:
        expect(form.locator(f'[data-problem-for="/{key}"]')).to_have_text(f"not {key}")


def test_what_this_browser_keeps_under_such_names_comes_back(form):
    form.get_by_label("L0").fill("kept")
    form.get_by_label("L1").fill("kept too")
    form.get_by_label("L1").blur()
    form.wait_for_function("() => Object.keys(localStorage).some(name => name.startsWith('webform:unsent:'))")
    form.reload()
    form.get_by_role("button", name="Restore").click()

    expect(form.get_by_label("L0")).to_have_value("kept")
    expect(form.get_by_label("L1")).to_have_value("kept too")
