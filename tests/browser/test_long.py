"""What a form costs grows with what it needs: Alpine where something depends on another, layout where one looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

MODE = {"key": "mode", "type": "checkbox", "label": "Tuned"}
HEAT = {"key": "heat", "type": "text", "label": "Heat", "show_if": {"key": "mode", "equals": True}}
LONG = [{"key": f"k{number}", "type": "text", "label": f"Field {number}"} for number in range(160)]


@pytest.mark.parametrize(("inputs", "loaded"), [([MODE], 0), ([MODE, HEAT], 1)], ids=["none", "one"])
def test_alpine_comes_where_something_depends_on_another(served, page, inputs, loaded):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served(*inputs))
    page.wait_for_load_state("networkidle")

    assert sum("/alpine-" in each for each in asked) == loaded


def visibility(field):
    return field.evaluate("field => getComputedStyle(field.closest('.field')).contentVisibility")


@pytest.mark.parametrize(("count", "spared"), [(10, "visible"), (160, "auto")])
def test_a_long_form_is_laid_out_where_one_looks(opened, count, spared):
    page = opened(*LONG[:count])
    first, last = page.get_by_label("Field 0", exact=True), page.get_by_label(f"Field {count - 1}", exact=True)
    first.focus()

    assert [visibility(first), visibility(last)] == ["visible", spared]


def test_a_link_of_the_summary_leads_to_the_end_of_a_long_form(opened):
    page = opened(*LONG)
    page.locator("[data-run]").click()
    page.get_by_role("link", name="Field 159", exact=True).click()
    last = page.get_by_label("Field 159", exact=True)

    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
