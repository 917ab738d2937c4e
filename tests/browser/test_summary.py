"""The summary in the browser leads to what people see: also for problems of the whole body and of unseen constants."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.messages import message

KINDS = [
    {"type": "object", "properties": {"kind": {"const": kind}, key: {"type": "string"}}, "required": ["kind", key]}
    for kind, key in (("a", "x"), ("b", "y"))
]
#: `u` is an `a` by its variant, and must be a `b`.
UNION = {
    "type": "object",
    "minProperties": 2,
    "properties": {"u": {"oneOf": KINDS}, "t": {"type": "string"}},
    "allOf": [{"properties": {"u": {"properties": {"kind": {"not": {"const": "a"}}}}}}],
}


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def scripted(request):
    """Whether scripts run."""
    return request.param


@pytest.fixture
def page_of(scripted, new_app, serve, new_page):
    """`page_of(schema) -> Page` at the tool of that schema."""

    def start(schema):
        page = new_page(java_script_enabled=scripted)
        page.goto(serve(new_app({"name": "t", "inputSchema": schema})) + "/tools/t")
        if scripted:
            come_alive(page)
        return page

    return start


def run(page):
    page.get_by_role("button", name="Run", exact=True).click()


def links(page):
    return page.locator("[data-summary-list] a")


def test_a_problem_of_the_whole_body_leads_to_the_form(page_of):
    page = page_of(UNION)
    run(page)

    expect(links(page)).to_have_text(["The whole form"])
    expect(page.locator(f"[id='{links(page).get_attribute('href')[1:]}']")).to_have_count(1)
    links(page).click()
    expect(page.get_by_label("Kind of u")).to_be_in_viewport()


def test_a_problem_at_a_constant_that_nobody_sees_is_said_at_the_choice(page_of, scripted):
    page = page_of(UNION)
    page.get_by_label("Kind of u").select_option("object")
    if not scripted:
        page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_label("x", exact=True).fill("1")
    page.get_by_label("t", exact=True).fill("1")
    run(page)

    expect(links(page)).to_have_count(1)
    expect(page.locator("[data-problem-for='/u']")).to_contain_text(message("not", {}))
    links(page).click()
    expect(page.get_by_label("Kind of u")).to_be_in_viewport()


def test_a_body_without_a_title_has_a_name_and_its_problem(page_of):
    page = page_of({"type": "string", "minLength": 3})
    page.get_by_label("Value").fill("ab")
    run(page)

    expect(links(page)).to_have_text(["Value"])
    expect(page.locator("[data-problem-for='']")).to_have_text(message("minLength", {"limit": 3, "length": 2}))
    expect(page.get_by_label("Value")).to_have_attribute("aria-invalid", "true")
