"""The result is where one looks after Run, nothing covers Run, and no page is wider than a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from benchmarks.ten import ANSWER, TOOL
from tests.journeys.person import LAPTOP, PHONE, assert_fits, result, run, settled, visit
from tests.journeys.test_examples import TOOLS, assert_media_is_shown
from webform.web.demo import start_examples

#: The sizes of a screen, and the part of its height in which the top of the result has to be.
SCREENS = ((LAPTOP, 0.3), (PHONE, 0.1))
#: All are laid out alike from 992 pixels on: the longest of them stands for the others on a wider screen.
WIDER, LONGEST = ({"width": 1440, "height": 900}, 0.3), "kitchen-sink"
LONG = [{"key": f"field{index}", "type": "text", "label": f"Field {index}", "required": False} for index in range(30)]


@pytest.fixture(scope="module")
def examples():
    """The example tools, running."""
    return start_examples()


@pytest.fixture
def at_demo(started, examples):
    """The address of an app that serves the example tools as `webform demo` does."""
    return started(*((example.tool, example.target) for example in examples))


def top_of(page, selector) -> float:
    """Return how far below the top of the window *selector* begins, as a part of its height."""
    return page.locator(selector).evaluate("each => each.getBoundingClientRect().top / innerHeight")


def uncovered(page, selector) -> bool:
    """Tell whether *selector* is in the window, and nothing lies over its middle."""
    return page.locator(selector).evaluate("""each => {
        const { x, y, width, height, bottom } = each.getBoundingClientRect()
        return y >= 0 && bottom <= innerHeight && each.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }""")


def load_example(page, name) -> None:
    page.locator("summary", has_text="Load example").click()
    page.get_by_role("button", name=name, exact=True).click()
    settled(page)


@pytest.mark.slow
@pytest.mark.parametrize("name", TOOLS)
def test_after_run_the_top_of_the_result_is_in_sight(at_demo, new_page, name):
    lively = new_page()
    visit(lively, f"{at_demo}/tools/{name}")

    for size, most in (*SCREENS, WIDER) if name == LONGEST else SCREENS:
        lively.set_viewport_size(size)
        lively.evaluate("scrollTo(0, 0)")
        load_example(lively, TOOLS[name].example)
        expect(lively.locator(".toast")).to_contain_text("Example loaded")
        assert uncovered(lively, "[data-run]"), size
        lively.get_by_role("button", name="Dismiss").click()
        run(lively)
        expect(result(lively)).to_contain_text(TOOLS[name].answer)
        assert_media_is_shown(lively)
        assert 0 <= top_of(lively, "[data-result]") <= most, size
        assert uncovered(lively, ".rhead .state"), size
        assert_fits(lively)
        if size is LAPTOP:
            lively.evaluate("scrollTo(0, 1e6)")
            assert uncovered(lively, ".rhead .state"), "at the end of the page"


def test_who_went_on_is_not_taken_to_the_result(served, acting, lively):
    acting.hold()
    lively.set_viewport_size(PHONE)
    visit(lively, served(*LONG))
    lively.locator("[data-run]").click()
    expect(lively.locator("[data-result] [data-cancel], [data-result] .running button")).to_be_visible()
    acting.begun()
    lively.get_by_label("Field 2", exact=True).fill("x")
    lively.get_by_label("Field 2", exact=True).press("Tab")
    before = lively.evaluate("scrollY")

    acting.let_go()

    result(lively)
    assert lively.evaluate("scrollY") == before
    expect(lively.get_by_label("Field 3", exact=True)).to_be_focused()


def test_who_dictates_or_pastes_meanwhile_is_not_taken_to_the_result(served, acting, lively):
    """Text comes without a key then."""
    acting.hold()
    lively.set_viewport_size(PHONE)
    visit(lively, served(*LONG))
    lively.locator("[data-run]").click()
    acting.begun()
    lively.get_by_label("Field 2", exact=True).fill("x")

    acting.let_go()

    result(lively)
    expect(lively.get_by_label("Field 2", exact=True)).to_be_focused()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["wide", "phone"])
def test_run_is_within_reach_and_covers_no_field_that_has_the_focus(served, lively, size):
    lively.set_viewport_size(size)
    visit(lively, served(*LONG))

    assert uncovered(lively, "[data-run]")
    if size is LAPTOP:
        # What is folded below the form takes one line.
        folds = lively.locator(".form-card > :is(.body-json, .batch-link)").all()
        assert len({fold.bounding_box()["y"] for fold in folds}) == 1
    lively.get_by_label("Field 0", exact=True).focus()
    for index in range(1, 30):
        lively.keyboard.press("Tab")
        if index > 5 and index % 3:
            continue
        assert lively.evaluate("document.activeElement.getBoundingClientRect().bottom") <= lively.locator(
            ".go"
        ).evaluate("bar => bar.getBoundingClientRect().top")


def test_without_scripts_a_run_leads_to_its_result(served, plain):
    plain.set_viewport_size(PHONE)
    plain.goto(served(*LONG))

    run(plain)

    result(plain)
    assert 0 <= top_of(plain, "[data-result]") <= 0.1
    assert_fits(plain)


def test_what_passes_by_is_gone_after_three_seconds_or_when_it_is_dismissed(served, lively):
    visit(lively, served(*LONG))
    toast = lively.locator(".toast:not(.visually-hidden)")
    reset = lively.get_by_role("button", name="Reset")
    reset.click()
    lively.get_by_role("button", name="Dismiss").click()
    expect(toast).to_have_count(0)
    lively.clock.install()

    reset.click()
    expect(toast).to_be_visible()
    lively.clock.run_for(3200)

    expect(toast).to_have_count(0)
    # Who goes by the keyboard still comes to Undo.
    lively.get_by_role("button", name="Undo").focus()
    expect(lively.get_by_role("button", name="Undo")).to_be_in_viewport()


def test_what_passes_by_leaves_run_free_where_the_page_is_scrolled_meanwhile(served, lively):
    lively.set_viewport_size(PHONE)
    visit(lively, served(*LONG))
    lively.locator(".foot").scroll_into_view_if_needed()
    lively.get_by_role("button", name="Reset").click()
    expect(lively.locator(".toast:not(.visually-hidden)")).to_be_visible()
    lively.evaluate("scrollTo({ top: 0, behavior: 'instant' })")

    assert uncovered(lively, "[data-run]")


def test_ten_inputs_and_their_result_need_little_room(served, lively, acting):
    acting.answer = ANSWER
    lively.set_viewport_size(LAPTOP)
    visit(lively, served(*TOOL["inputs"], outputs=TOOL["outputs"]))
    lively.get_by_label("Title", exact=True).fill("Summer")
    run(lively)
    result(lively)
    past = lively.locator("[data-history] summary")

    expect(past).to_contain_text("1")
    assert lively.evaluate("document.documentElement.scrollHeight") < 1400
    past.click()
    expect(lively.locator("[data-history] .state")).to_be_visible()


@pytest.mark.slow
def test_no_page_and_no_state_of_one_is_wider_than_a_phone(at_demo, new_page):
    lively = new_page(viewport=PHONE)

    # Forms as they are opened are in test_accessibility. Left blank, one has problems; another runs, and once more fails,
    # as the query is none.
    visit(lively, f"{at_demo}/tools/csv-stats")
    run(lively)
    expect(lively.locator("[data-summary]")).to_be_visible()
    assert_fits(lively)
    visit(lively, f"{at_demo}/tools/sql-library")
    run(lively)
    result(lively)
    for tab in lively.get_by_role("tab").all():
        tab.click()
        assert_fits(lively)
    address = lively.url
    visit(lively, f"{at_demo}/tools/sql-library?/query=" + "no" * 200)
    run(lively)
    expect(lively.locator(".failure, [data-summary]:not([hidden])").first).to_be_visible()
    assert_fits(lively)
    for details in lively.locator(".body-json > summary").all():
        details.click()
    assert_fits(lively)

    run_id = address.rpartition("/")[2]
    for path in (
        "/", "/runs", f"/runs/{run_id}", f"/runs/{run_id}/use", f"/runs/compare?a={run_id}",
        f"/runs/compare?a={run_id}&b={run_id}", "/chains", "/tools/sql-library/batch", "/tools/none", "/runs/none",
        "/tools/sql-library/panel",
    ):  # fmt: skip
        visit(lively, at_demo + path)
        assert_fits(lively)
    visit(lively, f"{at_demo}/tools/unit-chat")
    lively.get_by_label("Message").fill("5 km in " + "miles" * 60)
    lively.get_by_role("button", name="Send").click()
    expect(lively.locator(".msg")).to_have_count(2)
    assert_fits(lively)
