"""Results in the browser: tables looked at in other ways, trees, times, pictures laid over each other, and no harm."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.browser.results import LINE, OUTPUTS, ROWS, TABLE, first, menu, view
from tests.html.results import PAYLOADS, spoiled
from tests.outputs.showing import DECLARED, RESPONSE
from webform.outputs.plots import PLOTS


@pytest.mark.slow
def test_every_type_is_shown_and_every_chart_is_drawn(ran):
    page = ran(RESPONSE, outputs=OUTPUTS)

    for key in (output.key for output in DECLARED if output.type in PLOTS):
        section = view(page, key)
        expect(section.locator(".chart svg path, .chart svg text").first).to_be_attached()
        expect(section.locator("details.behind")).not_to_have_attribute("open", "")
        section.get_by_text("Data", exact=True).click()
        expect(section.locator("table.data")).to_be_visible()
    for key in (output.key for output in DECLARED if output.type.startswith("map_")):
        expect(view(page, key).get_by_role("table")).to_be_attached()
    expect(view(page, "o_map_points").locator(".map path.point")).to_be_visible()


def test_a_result_is_shown_once_its_styles_are_there(opened, acting, page):
    styles = []
    page.route("**/results-*.css", lambda route: styles.append(route))
    acting.answer = {"o": LINE}
    opened(outputs=[{"key": "o", "type": "chart_line", "label": "Line"}])
    with page.expect_request("**/results-*.css"):
        page.locator("[data-run]").click()
    expect(page.locator(".chart")).to_have_count(0)

    styles[0].continue_()

    expect(page.locator(".chart svg")).to_be_visible()


def test_of_two_quick_looks_the_last_is_shown_and_a_server_that_is_away_is_no_secret(ran):
    page, waiting = ran({"o": ROWS}, **TABLE), []
    page.route("**/runs/*?sort*", lambda route: waiting.append(route))
    with page.expect_request("**/runs/*?sort*"):
        page.get_by_role("link", name="odd", exact=True).click()
    with page.expect_request("**/runs/*?sort*"):
        page.get_by_role("link", name="n", exact=True).click()

    for route in waiting:
        route.continue_()

    expect(page.locator("th[aria-sort=ascending]")).to_have_text("n")
    expect(page.locator(".toast")).to_have_count(0)
    page.unroute("**/runs/*?sort*")
    page.route("**/runs/*?*", lambda route: route.abort())
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".toast")).to_contain_text("The server cannot be reached.")


def test_on_the_last_page_the_focus_is_at_the_one_before(ran):
    page = ran({"o": ROWS[:300]}, **TABLE)

    page.get_by_role("link", name="Next").press("Enter")

    expect(page.locator(".pages > span:not(.acts)")).to_have_text("201–300 of 300")
    expect(page.get_by_role("link", name="Previous")).to_be_focused()


def test_a_table_is_paged_sorted_and_searched_in_its_place_with_the_columns_that_were_chosen(ran):
    page = ran({"o": ROWS}, **TABLE)

    menu(page, "Rows").click()
    page.get_by_role("checkbox", name="odd").uncheck()
    expect(page.locator("thead th:visible")).to_have_text(["n", "name"])
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".pages > span:not(.acts)")).to_have_text("201–400 of 1,000")
    expect(page.locator("thead th:visible")).to_have_text(["n", "name"])
    page.get_by_role("link", name="n", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("n")
    page.get_by_role("link", name="n", exact=True).click()
    expect(first(page)).to_have_text("999")
    expect(page.get_by_role("link", name="n", exact=True)).to_be_focused()
    page.get_by_role("searchbox").fill("row 77")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("tbody tr")).to_have_count(11)
    expect(first(page)).to_have_text("779")
    assert "?" not in page.url
    expect(page.locator("[data-announced]")).not_to_be_empty()


@pytest.mark.slow
def test_so_it_is_without_scripts(plain):
    page = plain({"o": ROWS}, **TABLE)

    page.get_by_role("link", name="Last").click()
    expect(page.locator(".pages > span:not(.acts)")).to_have_text("801–1,000 of 1,000")
    page.get_by_role("link", name="name", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("name")
    page.get_by_role("link", name="name", exact=True).click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("name")
    expect(first(page)).to_have_text("999")
    page.get_by_role("searchbox").fill("row 5")
    page.get_by_role("button", name="Find").click()
    expect(first(page)).to_have_text("599")
    expect(first(page, 1)).to_have_text("598")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("tbody tr")).to_have_count(200)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_value_is_seen_as_something_else_and_as_what_fits_best_again(ran, plain, scripts):
    page = (ran if scripts else plain)({"o": ROWS[:3]}, **TABLE)

    menu(page, "Rows").click()
    page.get_by_role("link", name="View as JSON").click()
    expect(page.locator("[data-view=json] .tree")).to_be_visible()
    menu(page, "Rows").click()
    page.get_by_role("link", name="Default view").click()
    expect(page.locator("table.data")).to_be_visible()


def test_a_menu_is_walked_with_arrow_keys_and_gives_the_focus_back(ran):
    page = ran({"o": ROWS[:3], "p": ROWS[:3]}, outputs=[*TABLE["outputs"], {"key": "p", "type": "table", "label": "P"}])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    rows, other = menu(page, "Rows"), menu(page, "P")
    shown = page.locator('[data-at="/o"] details.as')
    items = shown.locator("a, button")
    expect(page.locator("section > .vhead > .acts > *")).to_have_count(2)
    expect(items).to_have_text([re.compile(text) for text in ("View as list", "View as JSON", "Copy", "CSV", "JSON")])

    rows.press("ArrowDown")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(shown.get_by_role("checkbox", name="odd")).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows).to_be_focused()
    expect(shown).not_to_have_attribute("open", "")

    rows.press("Enter")
    shown.get_by_role("button", name="Copy").press("Enter")
    expect(shown.get_by_role("button", name="Copied")).to_be_visible()
    expect(rows).to_be_focused()
    expect(shown).not_to_have_attribute("open", "")

    rows.click()
    with page.expect_download():
        shown.get_by_role("link", name="CSV").click()
    expect(rows).to_be_focused()
    rows.click()
    other.focus()
    expect(shown).not_to_have_attribute("open", "")
    rows.click()
    page.get_by_role("heading", name="Rows").click()
    expect(page.locator("details.as[open]")).to_have_count(0)


def test_a_tree_opens_as_it_is_walked(ran):
    page = ran({"deep": {"list": [{"n": [index]} for index in range(700)]}})

    page.get_by_role("link", name=re.compile("500 more")).click()
    expect(page.locator(".pages code")).to_have_text("/list")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".pages > span:not(.acts)").last).to_have_text("201–400 of 700")
    expect(page.locator(".tree")).to_contain_text("399")
    page.get_by_role("link", name="Whole").click()
    expect(page.locator(".pages")).to_have_count(0)


def test_two_pictures_are_laid_over_each_other(ran):
    page = ran({"o": RESPONSE["o_image_compare"]}, outputs=[{"key": "o", "type": "image_compare", "label": "Both"}])
    slider = page.get_by_role("slider")

    slider.fill("0")
    assert page.locator(".over img").nth(1).evaluate("image => image.style.clipPath") == "inset(0px 0px 0px 100%)"
    slider.fill("100")
    assert page.locator(".over img").nth(1).evaluate("image => image.style.clipPath") in (
        "inset(0px)",
        "inset(0px 0px 0px 0%)",
    )


def test_bars_of_tasks_are_as_long_as_the_tasks(ran):
    tasks = [("First", "2026-01-01", "2026-01-03"), ("Second", "2026-01-03", "2026-01-11")]
    rows = [{"name": name, "start": start, "end": end} for name, start, end in tasks]
    page = ran({"o": {"tasks": rows}}, outputs=[{"key": "o", "type": "gantt", "label": "Plan"}])
    track, *bars = (
        element.bounding_box() for element in [page.locator("rect.track").first, *page.locator("rect.span").all()]
    )

    assert [round(bar["width"] / track["width"], 2) for bar in bars] == [0.2, 0.8]
    assert [round((bar["x"] - track["x"]) / track["width"], 2) for bar in bars] == [0, 0.2]


def test_deep_trees_stay_within_a_phone(ran):
    def deep(levels):
        return {"label": f"level {levels}", "children": [deep(levels - 1)] if levels else []}

    page = ran({"o": {"root": deep(40)}}, outputs=[{"key": "o", "type": "tree", "label": "Tree"}])
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate("for (const each of document.querySelectorAll('.tree details')) each.open = true")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".tree span").last).to_have_text("level 16")


def test_times_are_written_in_the_readers_language_with_their_own_offset(served, acting, new_page):
    acting.answer = {"from": "2026-03-05T14:30:00+01:00", "to": "2026-03-05T22:30:00.250+09:00",
                     "naive": "2026-03-05T10:00:00", "day": "2026-03-05"}  # fmt: skip
    page = new_page(locale="de-DE", timezone_id="Europe/Berlin")
    page.goto(served())
    page.locator("[data-run]").click()

    times = page.locator("[data-result] time")
    expect(times).to_have_text([
        "5. März 2026", "5. März 2026 um 14:30 UTC+01:00", "5. März 2026 um 10:00",
        "5. März 2026 um 22:30:00.250 UTC+09:00",
    ])  # fmt: skip
    expect(times.nth(1)).to_have_attribute("title", "2026-03-05T14:30:00+01:00")
    expect(times.nth(2)).to_have_attribute("title", "2026-03-05T10:00:00, ohne Zeitzone")
    local = "5. März 2026 um 14:30 MEZ Ihrer Zeit"
    expect(times.nth(3)).to_have_attribute("title", f"2026-03-05T22:30:00.250+09:00, {local}")


def test_a_time_that_stands_alone_has_the_readers_time_beside_it(served, acting, new_page):
    acting.answer = Response('"2026-03-05T10:00:00Z"', content_type="application/json")
    page = new_page(locale="en-GB", timezone_id="Asia/Tokyo")
    page.goto(served())
    page.locator("[data-run]").click()

    expect(page.locator(".fact")).to_have_text("5 March 2026 at 10:00 UTC 5 March 2026 at 19:00 GMT+9 your time")


@pytest.mark.slow
def test_every_view_is_accessible(served, acting, new_page, axe_light_and_dark):
    acting.answer = RESPONSE
    page = new_page()
    page.goto(served(outputs=OUTPUTS))
    page.locator("[data-run]").click()
    expect(page.locator("[data-at='/o_chart_network'][data-ready]")).to_be_attached()
    page.evaluate("for (const each of document.querySelectorAll('[data-result] details')) each.open = true")

    axe_light_and_dark(page)


@pytest.mark.slow
def test_nothing_that_a_view_shows_runs_or_reaches_elsewhere(ran, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    texts = [payload for payload in PAYLOADS if "\ud800" not in payload and not payload.startswith("data:")]
    harm = [
        "\n".join(texts),
        "__proto__",
        *(payload for payload in PAYLOADS if payload.startswith("data:") and "svg" in payload),
    ]
    keys = [(output, number) for output in DECLARED for number in range(len(harm))]
    outputs = [
        {
            "key": f"{output.key}{number}",
            "type": output.type,
            "label": harm[number],
            "caption": harm[number],
            "unit": harm[number],
        }
        for output, number in keys
    ]
    ran(
        {f"{output.key}{number}": spoiled(RESPONSE[output.key], harm[number]) for output, number in keys},
        outputs=outputs,
    )
    expect(page.locator("section[data-view=chart]:not([data-ready])")).to_have_count(0, timeout=60_000)
    page.evaluate("for (const each of document.querySelectorAll('[data-result] details')) each.open = true")

    own = urljoin(page.url, "/")
    assert page.evaluate("window.__pwned") is None
    assert [
        request
        for request in asked
        if not request.startswith((own, "data:image/", "data:audio/", "data:video/", "about:"))
    ] == []
