"""Free objects, filled in by people: GitHub's `actions_run_trigger`, and tools without inputs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import set_up

TRIGGER = {
    "name": "actions_run_trigger",
    "description": "Trigger GitHub Actions workflow operations",
    "inputSchema": {
        "type": "object",
        "properties": {
            "inputs": {"type": "object", "description": "Inputs the workflow accepts"},
            "method": {"type": "string", "enum": ["run_workflow", "cancel_workflow_run"]},
            "owner": {"type": "string"},
            "ref": {"type": "string"},
        },
        "required": ["method", "owner"],
    },
}


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def visit(request, new_page, new_app, serve, watch):
    """`visit(tool) -> Page`: at the page of an MCP tool, with and without scripts."""
    seen = []

    def go(tool):
        page = new_page(java_script_enabled=request.param)
        seen.append(watch(page))
        page.goto(serve(new_app(tool)) + f"/tools/{tool['name']}")
        set_up(page)
        return page

    yield go
    assert not any(seen)


def scripted(page) -> bool:
    return page.evaluate("matchMedia('(scripting: enabled)').matches")


def look(page, axe) -> None:
    """Look at the page with axe, which is a script itself."""
    if scripted(page):
        axe(page)


def kind(page, at: str, value: str) -> None:
    """Choose the kind of the value at *at*; without scripts a button shows it."""
    show = page.locator(f'[value="choose{at}"]')
    if scripted(page):
        expect(show).to_be_hidden()
    page.locator(f'[name="to{at}"]').select_option(value)
    if not scripted(page):
        show.click()
    expect(page.locator(f'[name="is{at}"]')).to_have_value(value)


def test_inputs_of_a_workflow_are_filled_in_and_arrive_as_meant(visit, acting, axe):
    page = visit(TRIGGER)
    page.get_by_label("Owner").fill("octo")
    page.get_by_label("Method").select_option("run_workflow")
    page.get_by_role("button", name="Add Inputs").click()
    page.get_by_label("Name").fill("environment")
    page.locator('[name="/inputs/+1"]').fill("main")
    page.get_by_role("button", name="Add a value").click()
    page.get_by_label("Name").nth(1).fill("count")
    page.locator('[name="/inputs/+2"]').fill("5")
    kind(page, "/inputs/+2", "number")
    page.get_by_role("button", name="Add a value").click()
    page.get_by_label("Name").nth(2).fill("tags")
    kind(page, "/inputs/+3", "list")
    page.locator('[name="/inputs/+3"]').fill("one")
    look(page, axe)
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    body = {"method": "run_workflow", "owner": "octo", "inputs": {"environment": "main", "count": 5, "tags": ["one"]}}
    assert acting.bodies == [body]


def test_the_object_is_written_as_json(visit, acting, axe):
    page = visit(TRIGGER)
    page.get_by_label("Owner").fill("octo")
    page.get_by_label("Method").select_option("run_workflow")
    page.get_by_role("button", name="Add Inputs").click()
    page.get_by_role("button", name="Edit Inputs as JSON").click()
    page.locator('textarea[name="/inputs"]').fill('{"a": [1, "x"]}')
    look(page, axe)
    page.get_by_role("button", name="Show it in controls").click()
    expect(page.get_by_label("Name")).to_have_value("a")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"method": "run_workflow", "owner": "octo", "inputs": {"a": [1, "x"]}}]


def test_a_tool_without_inputs_runs_at_once_and_takes_values_under_more(visit, acting, axe):
    page = visit({"name": "bare", "inputSchema": {}})
    expect(page.get_by_text("No inputs needed.")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Add a value").click()
    page.get_by_label("Name").fill("a")
    page.locator('[name="/+1"]').fill("b")
    look(page, axe)
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"a": "b"}]


def test_a_root_that_must_hold_something_shows_its_rows(visit, acting):
    page = visit({"name": "some", "inputSchema": {"type": "object", "minProperties": 1}})
    page.get_by_role("button", name="Add a value").click()
    page.get_by_label("Name").fill("a")
    kind(page, "/+1", "boolean")
    page.get_by_role("checkbox", name="Value").check()
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"a": True}]
