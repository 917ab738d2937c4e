"""Days, times and ranges of them: native controls, the usual spans beside a range."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.until import until
from webform.messages import message

PERIOD = {"key": "r", "type": "date_range", "label": "Period", "required": False}
TODAY = "2026-03-01T12:00:00"


def ends(page):
    return [page.locator(f'[name="/r/{part}"]') for part in (0, 1)]


def problem(page, at):
    return page.locator(f'[data-problem-for="{at}"]')


def close(page, picker):
    """Press Escape until *picker* is closed: its window may not take the key as soon as it is open."""

    def is_closed():
        page.keyboard.press("Escape")
        return picker.count() == 0

    until(is_closed)


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


@pytest.fixture
def dated(page, opened):
    """The page of a range of days, on the first of March."""
    page.clock.set_fixed_time(TODAY)
    return opened(PERIOD)


SPANS = [
    ("Today", "2026-03-01", "2026-03-01"),
    ("Last 7 days", "2026-02-23", "2026-03-01"),
    ("Last 30 days", "2026-01-31", "2026-03-01"),
    ("This month", "2026-03-01", "2026-03-31"),
    ("Last month", "2026-02-01", "2026-02-28"),
    ("This year", "2026-01-01", "2026-12-31"),
]


def test_a_usual_span_is_a_button(page, opened, acting, subtests):
    page.clock.set_fixed_time(TODAY)
    opened(*[PERIOD | {"key": words, "label": f"Period of {words}"} for words, _, _ in SPANS])
    for words, first, last in SPANS:
        with subtests.test(words):
            spans = page.get_by_role("group", name=f"Period of {words}: usual spans", exact=True)
            span = spans.get_by_role("button", name=words)

            span.click()

            expect(span).to_have_attribute("aria-pressed", "true")
            expect(page.locator("[data-announced]")).to_have_text(f"{words}: from {first} to {last}")

    run(page)
    assert acting.bodies == [{words: [first, last] for words, first, last in SPANS}]


def test_spans_follow_what_is_typed_and_the_picker_begins_at_the_first_day(dated):
    page = dated
    first, last = ends(page)
    page.get_by_role("button", name="Last 7 days").press("Enter")
    last.click()
    expect(last).to_have_attribute("min", "2026-02-23")

    first.fill("2026-02-24")

    expect(page.get_by_role("button", name="Last 7 days")).to_have_attribute("aria-pressed", "false")
    last.click()
    expect(last).to_have_attribute("min", "2026-02-24")
    # A year that is begun is before any first day.
    last.press("2")
    expect(last).not_to_have_attribute("min", "2026-02-24")


@pytest.mark.parametrize("declared", [None, "2026-01-15"])
def test_the_day_where_the_picker_begins_is_no_bound(page, new_app, serve, acting, declared):
    page.clock.set_fixed_time(TODAY)
    day = {"type": "string", "format": "date"}
    end = day | ({"x-webform": {"min": declared}} if declared else {})
    schema = {"type": "object", "properties": {"start_date": day, "end_date": end}}
    page.goto(serve(new_app({"name": "t", "inputSchema": schema})) + "/tools/t")
    come_alive(page)
    first, last = [page.get_by_label(f"{word} date", exact=True) for word in ("Start", "End")]
    first.fill("2026-11-20")
    last.click()
    expect(last).to_have_attribute("min", "2026-11-20")

    page.get_by_role("button", name="Last month").click()

    expect(last).to_have_value("2026-02-28")
    assert last.get_attribute("min") == declared
    first.fill("2026-01-01")
    last.click()
    expect(last).to_have_attribute("min", declared or "2026-01-01")
    run(page)
    assert acting.bodies == [{"start_date": "2026-01-01", "end_date": "2026-02-28"}]


def test_a_range_that_ends_before_it_begins_is_said_when_it_is_left(dated):
    page = dated
    first, last = ends(page)
    first.fill("2026-02-02")
    last.fill("2026-02-01")

    page.locator("[data-run]").focus()

    expect(problem(page, "/r")).to_have_text(message("range-order.dates", {}))
    last.fill("2026-02-02")
    expect(problem(page, "/r")).to_be_hidden()


def test_the_bounds_of_a_day_hold(opened):
    page = opened({"key": "d", "type": "date", "label": "Day", "min": "2026-01-01", "max": "2026-12-31"})
    control = page.get_by_label("Day")
    expect(control).to_have_attribute("min", "2026-01-01")
    expect(control).to_have_attribute("max", "2026-12-31")

    for day, words in (
        ("2025-12-31", message("too-early", {"limit": "2026-01-01"})),
        ("2027-01-01", message("too-late", {"limit": "2026-12-31"})),
        ("2026-06-01", ""),
    ):
        control.fill(day)
        page.locator("[data-run]").focus()

        expect(problem(page, "/d")).to_have_text(words)


def test_days_and_times_are_filled_in_by_keys_alone(opened, acting):
    page = opened(
        {"key": "d", "type": "date", "label": "Day"},
        {"key": "t", "type": "time", "label": "Time"},
        {"key": "m", "type": "datetime", "label": "Moment"},
        PERIOD,
    )
    page.get_by_label("Day").focus()
    for keys in ("03042026", "0930AM", "03042026", "0930PM"):
        page.keyboard.type(keys)
        if keys != "03042026" or page.evaluate("document.activeElement.type") == "date":
            page.evaluate("""() => { const all = [...document.querySelectorAll('form input.ctl')]
                all[all.indexOf(document.activeElement) + 1]?.focus() }""")
        else:
            page.keyboard.press("Tab")

    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"d": "2026-03-04", "t": "09:30", "m": "2026-03-04T21:30"}]


def test_axe_finds_nothing(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served(PERIOD))
    page.get_by_role("button", name="Today").click()

    axe_light_and_dark(page)


def test_where_the_module_does_not_load_the_days_are_typed(served, page, acting):
    page.route("**/inputs/date_range-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(PERIOD))
    expect(page.locator("[data-spans]")).to_have_count(0)

    for end in ends(page):
        end.fill("2026-02-02")
    run(page)

    assert acting.bodies == [{"r": ["2026-02-02", "2026-02-02"]}]


def test_spans_are_taken_by_touch(served, new_page, acting):
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page.clock.set_fixed_time(TODAY)
    page.goto(served(PERIOD))

    page.get_by_role("button", name="This year").tap()

    expect(ends(page)[1]).to_have_value("2026-12-31")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


#: Inputs with a picker, and how many stops each has for Tab.
PICKED = {"date": 3, "time": 3, "datetime": 6}


@pytest.fixture
def picked(opened):
    """The page of an input of each kind that has a picker, with a text after each."""
    return opened(
        *[
            {"key": key, "type": kind, "label": key.title(), "required": False}
            for picker in PICKED
            for key, kind in ((picker, picker), (f"after_{picker}", "text"))
        ]
    )


def test_the_icon_of_a_picker_is_no_tab_stop_and_opens_it(picked, subtests):
    page = picked
    for key, parts in PICKED.items():
        with subtests.test(key):
            control, following = page.locator(f'[name="/{key}"]'), page.locator(f'[name="/after_{key}"]')
            control.focus()

            for _ in range(parts):
                expect(following).not_to_be_focused()
                page.keyboard.press("Tab")

            expect(following).to_be_focused()
            box = control.bounding_box()
            control.click(position={"x": box["width"] - 20, "y": box["height"] / 2})
            expect(page.locator(f'[name="/{key}"]:open')).to_have_count(1)
            close(page, page.locator(f'[name="/{key}"]:open'))


def test_a_picker_opens_by_the_keyboard(picked, subtests):
    page = picked
    for key in PICKED:
        with subtests.test(key):
            page.locator(f'[name="/{key}"]').focus()

            page.keyboard.press("Alt+ArrowDown")

            expect(page.locator(f'[name="/{key}"]:open')).to_have_count(1)
            close(page, page.locator(f'[name="/{key}"]:open'))
