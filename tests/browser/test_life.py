"""Scripts over the life of a page: the policy, two forms, forms that come and go, and how much is loaded."""

from __future__ import annotations

import gzip
import threading

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.alive import come_alive, quiet, set_up
from webform import load, render
from webform.inputs import INPUTS

PLAIN = [
    {"key": "title", "type": "text", "label": "Title"},
    {"key": "n", "type": "number", "label": "Number"},
    {"key": "c", "type": "checkbox", "label": "Yes"},
    {"key": "s", "type": "select", "label": "One", "options": [{"value": "a", "label": "A"}]},
    {"key": "d", "type": "date", "label": "Day"},
    {"key": "x", "type": "textarea", "label": "More", "show_if": {"key": "c", "equals": True}},
]
NEEDS = {
    "select": {"options": [{"value": "a", "label": "A"}]},
    "radio": {"options": [{"value": "a", "label": "A"}]},
    "multiselect": {"options": [{"value": "a", "label": "A"}]},
    "slider": {"min": 0, "max": 10},
    "table": {"columns": [{"key": "k", "label": "K"}], "min_rows": 1},
    "autocomplete": {"endpoint": "/autocomplete/a"},
    "tags": {"suggestions": ["a"]},
    "hidden": {"default": 1},
}
EVERY = [
    {"key": kind, "type": kind, "label": kind.title(), **NEEDS.get(kind, cls.examples[0][0])}
    for kind, cls in INPUTS.items()
]
TWO = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Two</title><link rel="icon" href="data:,">
<script type="module" src="{script}"></script><main>
<div class="cols">{first}<section data-result data-status="blank" tabindex="-1"></section></div>
<div class="cols">{second}<section data-result data-status="blank" tabindex="-1"></section></div></main></html>"""


def test_every_input_works_under_the_policy_and_passes_axe(opened, axe):
    page = opened(*EVERY)

    axe(page)


@pytest.mark.slow
def test_every_input_with_its_problem_passes_axe(opened, axe):
    page = opened(*EVERY)
    page.locator("[data-run]").click()
    expect(page.locator("[data-summary]")).to_be_focused()

    axe(page)


def test_a_form_of_plain_inputs_takes_five_requests(served, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(served(*PLAIN))
    quiet(page)

    assert len([request for request in asked if not request.startswith("data:")]) <= 5


def test_the_core_script_is_at_most_36_kib_with_all_it_imports(page, served):
    asked = []
    page.on(
        "response",
        lambda response: response.url.endswith(".js") and asked.append(len(gzip.compress(response.body(), 9))),
    )

    page.goto(served({"key": "t", "type": "text", "label": "T"}))
    quiet(page)

    assert sum(asked) <= 36 * 1024


def test_two_forms_of_a_page_know_nothing_of_each_other(new_app, serve, page, acting, violations):
    flag = {"key": "c", "type": "checkbox", "label": "Show"}
    inputs = [
        flag,
        {"key": "x", "type": "number", "label": "Extra", "default": 1, "show_if": {"key": "c", "equals": True}},
    ]
    declared = [{"id": word, "name": word, "inputs": inputs} for word in ("first", "second")]
    app = new_app(*declared)
    asset = app.extensions["webform"].asset
    forms = {name["id"]: render(load(name)[0].form) for name in declared}
    app.add_url_rule("/two", "two", lambda: TWO.format(script=asset("core.js"), **forms))
    page.goto(serve(app) + "/two")
    quiet(page)
    first, second = page.locator(".cols").first, page.locator(".cols").last

    extra = second.locator('[name="/x"]')
    second.locator('[name="/c"]').check()
    expect(extra).to_be_visible()
    expect(first.locator('[name="/x"]')).to_be_hidden()
    extra.fill("x")
    second.locator("[data-run]").click()
    expect(second.locator("[data-summary]")).to_be_focused()
    second.get_by_role("link", name="Extra").click()
    expect(extra).to_be_focused()
    extra.fill("2")
    first.locator("[data-run]").click()
    expect(first.locator("[data-result]")).to_have_attribute("data-status", "ok")
    second.locator("[data-run]").click()

    expect(second.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"c": False, "x": 1}, {"c": True, "x": 2}]
    assert violations == []


def reset(page):
    """Reset the form, and wait for the new one and its modules."""
    page.evaluate("window.before = document.querySelector('form[data-webform]')")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function("() => document.querySelector('form[data-webform]') !== window.before")
    set_up(page)
    page.evaluate("delete window.before")


@pytest.mark.slow
def test_forms_that_are_gone_leave_nothing_behind(opened, page):
    opened(*EVERY)
    client = page.context.new_cdp_session(page)

    def counts():
        client.send("HeapProfiler.collectGarbage")
        found = client.send("Memory.getDOMCounters")
        return found["jsEventListeners"], found["nodes"]

    def replace(times):
        for _ in range(times):
            reset(page)
        quiet(page)

    replace(2)
    first = settled(page, counts, lambda _: True)
    # One form more, the one before, may still be held by the way back.
    most = (first[0] + 80, first[1] + 1.5 * page.locator("form *").count())
    replace(6)

    # What is only late is gone in a while; what leaks never is.
    settled(page, counts, lambda found: all(one < other for one, other in zip(found, most, strict=True)))


def settled(page, counts, fine):
    """Return what *counts* gives once it stays what it is and is *fine*."""
    seen = []
    for _ in range(100):
        # No event tells that something was forgotten: it is looked for again.
        page.wait_for_timeout(100)
        seen.append(counts())
        if len(seen) >= 3 and len(set(seen[-3:])) == 1 and fine(seen[-1]):
            return seen[-1]
    pytest.fail(f"the counts of listeners and nodes were {seen}")


#: Each tells which it is, where it runs.
HOSTILE = ["' + (window.__pwned=1) + '", "{{7*7}}", "x onfocus=window.__pwned=2", "</script><script>window.__pwned=3</script>",
           '"><img src=x onerror=window.__pwned=4>', "`${window.__pwned=5}`", "javascript:window.__pwned=6"]  # fmt: skip


def hostile(text, number):
    """Inputs whose every text is *text*; the keys of all but the first end in *number*."""
    return [
        {"key": text, "type": "text", "label": text, "description": text, "default": text, "group": text, "placeholder": text},
        {"key": f"s{number}", "type": "select", "label": text, "options": [{"value": text, "label": text}], "show_if": {"key": text, "equals": text}},
        {"key": f"t{number}", "type": "tags", "label": text, "suggestions": [text], "default": [text]},
        {"key": f"a{number}", "type": "autocomplete", "label": text, "endpoint": "/autocomplete/a"},
        {"key": f"r{number}", "type": "table", "label": text, "columns": [{"key": text, "label": text}]},
        {"key": f"m{number}", "type": "number", "label": text, "unit": text},
    ]  # fmt: skip


def test_hostile_text_in_a_declaration_runs_nowhere(opened, acting):
    acting.answer = {f"y{number}": text for number, text in enumerate(HOSTILE)}
    acting.suggestions = [{"value": text, "label": text} for text in HOSTILE]
    inputs = [declared for number, text in enumerate(HOSTILE) for declared in hostile(text, number)]
    page = opened(*inputs, name=" ".join(HOSTILE))

    for number, text in enumerate(HOSTILE):
        expect(page.locator(f'[data-at="/s{number}"]')).to_be_visible()
        page.locator(f'[data-at="/r{number}"]').get_by_role("button", name="Add row").click()
        choice = page.locator(f'[data-at="/a{number}"]')
        choice.get_by_role("combobox").fill("x")
        choice.get_by_role("option", name=text, exact=True).click()
    page.locator("[data-run]").click()
    expect(page.locator("[data-summary]")).to_be_visible()
    for number, text in enumerate(HOSTILE):
        page.locator(f'[name="/m{number}"]').fill("1")
        page.locator(f'[name="/s{number}"]').select_option(text)
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert page.evaluate("window.__pwned") is None
    assert {text: acting.bodies[0][text] for text in HOSTILE} == {text: text for text in HOSTILE}


def test_motion_is_spared_where_it_is_not_wanted(new_page, served, acting):
    page = new_page(reduced_motion="reduce", viewport={"width": 390, "height": 500})
    page.goto(served(*[{"key": f"t{n}", "type": "text", "label": f"T {n}", "required": False} for n in range(12)]))
    page.evaluate(
        """() => { window.ways = []; Element.prototype.scrollIntoView = function (how) { ways.push(how.behavior) } }"""
    )

    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert page.evaluate("ways[0]") == "instant"


def test_a_script_that_is_there_before_the_form_is_waits_for_it(new_app, serve, acting, page, violations):
    app, rest = new_app({"id": "t", "name": "Trial", "inputs": PLAIN[:2]}), threading.Event()

    def slowly(environ, start_response):
        answer = Response.from_app(app, environ)
        if environ["PATH_INFO"] == "/tools/t":
            whole = answer.get_data()
            middle = whole.index(b'data-at="/title"')
            answer.response = (part() for part in (lambda: whole[:middle], lambda: rest.wait(20) and whole[middle:]))
        return answer(environ, start_response)

    page.set_extra_http_headers({"Accept-Encoding": "identity"})
    page.goto(serve(slowly) + "/tools/t", wait_until="commit")
    page.locator("script[data-core]").wait_for(state="attached")
    page.evaluate("() => import(document.querySelector('script[data-core]').dataset.core)")
    before = page.evaluate("[document.readyState, document.querySelector('form')?.noValidate ?? false]")
    rest.set()
    come_alive(page)
    page.get_by_label("Title").fill("x")
    page.get_by_label("Number").fill("2")
    page.get_by_label("Number").press("ArrowUp")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert before == ["loading", False]
    assert acting.bodies == [{"title": "x", "n": 3}]
    assert violations == []


@pytest.mark.parametrize("lost", ["theme", None])
def test_the_script_of_a_page_is_asked_for_once_and_needs_no_other(served, page, lost):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    if lost:
        page.route(f"**/static/{lost}-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(*PLAIN[:2]))
    come_alive(page)

    page.locator("[data-run]").click()

    expect(page.locator("[data-summary-list] li")).to_have_count(2)
    assert sum("/core-" in request for request in asked) == 1
