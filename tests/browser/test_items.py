"""Long forms in a browser: items that fold, the table of contents, and how high a workflow of GitHub is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import set_up
from tests.journeys.hands import Hands
from tests.published import workflow

TEXT = {"type": "string"}
STEP = {"type": "object", "properties": {"name": TEXT, "env": {"type": "object", "properties": {"deep": TEXT}}}}
PARTS = {name: {"type": "object", "properties": {f"{name} {number}": TEXT for number in range(11)}} for name in "pqr"}
LONG = {"type": "object", "properties": {**PARTS, "r": {**PARTS["r"], "required": ["r 10"]}}, "required": [*PARTS]}


@pytest.fixture
def visit(new_page, new_app, serve):
    """`visit(schema, **options) -> Page` of the tool with that input schema."""

    def go(schema, **options):
        page = new_page(**{"viewport": {"width": 1280, "height": 900}} | options)
        page.goto(serve(new_app({"name": "t", "inputSchema": schema})) + "/tools/t")
        set_up(page)
        return page

    return go


@pytest.mark.slow
def test_two_steps_of_a_workflow_are_lines_and_not_a_page_of_fifteen_thousand_pixels(visit, axe):
    page = visit(workflow())
    person = Hands(page, scripts=True)
    person.write("/name", "CI")
    person.choose("/on", "Object")
    person.open("/on/push")
    person.tags("/on/push/branches", "main")
    person.add("/jobs")
    person.name("/jobs/+1", "build")
    person.choose("/jobs/+1", "normalJob")
    person.choose("/jobs/+1/runs-on", "Text")
    person.write("/jobs/+1/runs-on", "ubuntu-latest")
    person.open("/jobs/+1/steps")
    person.choose("/jobs/+1/steps/0", "Object with Uses")
    person.write("/jobs/+1/steps/0/name", "Checkout code")
    person.write("/jobs/+1/steps/0/uses", "actions/checkout@v4")
    person.add("/jobs/+1/steps")
    person.choose("/jobs/+1/steps/1", "Object with Run")
    person.write("/jobs/+1/steps/1/run", "make build")

    assert page.evaluate("document.documentElement.scrollHeight") < 4000
    first, second = page.locator("details.item > summary").all()
    expect(first).to_have_text("1. Checkout code · actions/checkout@v4")
    expect(page.locator('[name="/jobs/+1/steps/0/uses"]')).to_be_hidden()
    second.focus()
    page.keyboard.press("Enter")
    expect(second).to_have_text("2. make build")
    expect(page.locator('[name="/jobs/+1/steps/1/run"]')).to_be_hidden()
    axe(page)
    # The deeper the form, the wider it is: that of one level has a good third.
    assert page.locator("form[data-webform]").bounding_box()["width"] > 600


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_item_that_is_worked_in_stays_open(visit, scripts):
    steps = {"type": "object", "properties": {"steps": {"type": "array", "items": STEP}}, "required": ["steps"]}
    page = visit(steps, java_script_enabled=scripts)
    hands = Hands(page, scripts=scripts)
    for number in (0, 1):
        hands.add("/steps")
        hands.write(f"/steps/{number}/name", f"Step {number}")
    hands.open("/steps/0/env")

    expect(page.locator('[name="/steps/0/name"]')).to_be_visible()
    expect(page.locator("details.item")).to_have_count(2)
    page.locator('button[value="down/steps/0"]').click()
    expect(page.locator("details.item > summary")).to_have_text(["1. Step 1", "2. Step 0"])


def test_the_summary_says_in_which_item_a_problem_is(visit):
    step = {**STEP, "title": "Step", "required": ["name"]}
    page = visit({"type": "object", "properties": {"steps": {"type": "array", "items": step}}, "required": ["steps"]})
    hands = Hands(page, scripts=True)
    hands.add("/steps")
    hands.add("/steps")
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator("[data-summary-list] a")).to_have_text(["1. Step, Name", "2. Step, Name"])


def test_a_table_of_contents_leads_to_parts_and_marks_those_with_problems(visit, axe):
    page = visit(LONG)
    contents = page.get_by_role("navigation", name="Contents")
    links = contents.get_by_role("link")
    expect(links).to_have_text(["p", "q", "r"], use_inner_text=True)
    expect(contents.locator("summary")).to_be_hidden()
    axe(page)
    page.locator("[data-run]").click()
    expect(contents.locator("[data-bad]")).to_have_text(["r, has problems"])
    page.get_by_label("r 10").fill("x")
    expect(contents.locator("[data-bad]")).to_have_count(0)
    links.last.click()
    expect(page.locator('[data-at="/r"]')).to_be_in_viewport()
    expect(links.last).to_be_in_viewport()


def test_on_a_phone_the_table_of_contents_is_asked_for(visit):
    page = visit(LONG, viewport={"width": 390, "height": 700}, java_script_enabled=False)
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link")).to_have_count(0)
    contents.locator("summary").click()
    expect(contents.get_by_role("link")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


SKY = [{"value": sky, "label": sky} for sky in ("Sun", "Rain", "Drizzle", "Fog", "Snow", "Hail")]


def test_short_fields_stand_side_by_side_and_short_choices_in_a_row(opened):
    options = [{"value": word, "label": word} for word in ("soft", "hard", "linen")]
    page = opened(
        {"key": "count", "type": "number", "label": "Count"},
        {"key": "by", "type": "date", "label": "By"},
        {"key": "cover", "type": "radio", "label": "Cover", "options": options},
        {"key": "name", "type": "text", "label": "Name"},
        {"key": "sky", "type": "multiselect", "label": "Sky", "options": SKY},
    )
    tops = {at: page.locator(f'[data-at="/{at}"]').bounding_box()["y"] for at in ("count", "by", "cover", "name")}
    rows = {element.bounding_box()["y"] for element in page.locator('[data-at="/cover"] .choice').all()}

    assert tops["count"] == tops["by"] < tops["cover"] < tops["name"]
    assert len(rows) == 1
    sky = [choice.bounding_box() for choice in page.locator('[data-at="/sky"] .choice').all()]
    # Short ones that do not fit into one row stand below each other in columns.
    assert 1 < len({box["y"] for box in sky}) < len(sky)
    assert sky[0]["x"] in {box["x"] for box in sky[1:]}
