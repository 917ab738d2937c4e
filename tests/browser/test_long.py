"""The cost of large forms in a browser: Alpine where something depends on another, layout where one looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import quiet

MODE = {"key": "mode", "type": "checkbox", "label": "Tuned"}
HEAT = {"key": "heat", "type": "text", "label": "Heat", "show_if": {"key": "mode", "equals": True}}
MANY = [{"key": f"k{number}", "type": "text", "label": f"Field {number}"} for number in range(260)]


@pytest.mark.parametrize(("inputs", "loaded"), [([MODE], 0), ([MODE, HEAT], 1)], ids=["none", "one"])
def test_alpine_comes_where_something_depends_on_another(served, page, inputs, loaded):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served(*inputs))
    quiet(page)

    assert sum("/alpine-" in request for request in asked) == loaded


def laid_out(field):
    return field.evaluate("field => field.checkVisibility({ contentVisibilityAuto: true })")


# Up to 200 fields the browser lays out all of them by itself, once it is at rest.
@pytest.mark.parametrize(("count", "all_of_it"), [(50, True), (260, False)])
def test_a_long_form_is_laid_out_where_one_looks(opened, count, all_of_it):
    page = opened(*MANY[:count])
    first, last = page.get_by_label("Field 0", exact=True), page.get_by_label(f"Field {count - 1}", exact=True)

    assert [laid_out(first), laid_out(last)] == [True, all_of_it]
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    assert laid_out(last)


def test_a_long_form_is_as_high_before_it_is_laid_out_as_after(opened):
    page = opened(*MANY)
    heights = "slices => slices.map(slice => slice.offsetHeight)"
    slices = page.locator(".slice")
    before = slices.evaluate_all(heights)
    slices.evaluate_all("slices => slices.forEach(slice => { slice.style.contentVisibility = 'visible' })")
    after = slices.evaluate_all(heights)

    assert len(after) > 5
    assert before == pytest.approx(after, rel=0.25)


def test_fields_under_a_condition_are_in_no_slice_of_a_long_form(opened):
    hidden = [name | {"show_if": {"key": "mode", "equals": True}} for name in MANY[200:240]]
    page = opened(MODE, *MANY[:200], *hidden, *MANY[240:])
    last = page.get_by_label("Field 239", exact=True)
    page.get_by_label("Tuned").check()
    last.scroll_into_view_if_needed()

    expect(last).to_be_in_viewport()
    expect(page.locator(".slice [data-show-if]")).to_have_count(0)
    expect(page.locator(".slice [data-at]")).to_have_count(260 - 24 - 40)


def test_what_has_the_focus_in_a_long_form_may_reach_beyond_its_slice(opened):
    page = opened(*MANY)
    last = page.get_by_label("Field 259", exact=True)
    last.focus()

    assert last.evaluate("field => getComputedStyle(field.closest('.slice')).contentVisibility") == "visible"


def test_however_much_is_wrong_in_a_long_form_its_summary_fits_into_the_window(opened):
    page = opened(*MANY)
    page.locator("[data-run]").click()

    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator("[data-summary]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-summary] li")).to_have_count(len(MANY))


def test_without_scripts_it_fits_as_well(served, new_page):
    page = new_page(java_script_enabled=False, viewport={"width": 390, "height": 640})
    numbers = [{"key": f"n{number}", "type": "number", "label": f"Number {number}"} for number in range(60)]
    page.goto(served(*numbers) + "?" + "&".join(f"/n{number}=many" for number in range(60)))

    expect(page.locator("[data-summary] li")).to_have_count(60)
    expect(page.locator("[data-summary]")).to_be_in_viewport(ratio=1)
    last = page.locator("[data-summary] a").last
    last.focus()
    expect(last).to_be_in_viewport()


def test_a_link_of_the_summary_leads_to_the_end_of_a_long_form(opened):
    page = opened(*MANY)
    page.locator("[data-run]").click()
    page.get_by_role("link", name="Field 259", exact=True).click()
    last = page.get_by_label("Field 259", exact=True)

    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
