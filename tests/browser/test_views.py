"""Results in the browser: charts and maps, tables looked at in other ways, pictures laid over each other, and no harm."""

from __future__ import annotations

import json
import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.html.results import PAYLOADS, spoiled
from tests.outputs.showing import DECLARED, RESPONSE, SAMPLES
from tests.until import until
from webform.outputs.plots import PLOTS
from webform.outputs.plots.base import MAX_NODES

OUTPUTS = json.loads((SAMPLES / "all-types.tool.json").read_text(encoding="utf-8"))["outputs"]
ROWS = [{"n": index, "name": f"row {index}", "odd": index % 2 == 1} for index in range(1000)]
TABLE = {"outputs": [{"key": "o", "type": "table", "label": "Rows"}]}


@pytest.fixture
def ran(opened, acting):
    """`ran(answer, **manifest) -> Page`: at a page whose tool answered that."""

    def start(answer, **manifest):
        acting.answer = answer
        page = opened(**manifest)
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        # From there on its links are followed in their place.
        expect(page.locator("[data-result][data-enhanced]")).to_be_attached()
        return page

    return start


@pytest.fixture
def plain(served, acting, new_page):
    """`plain(answer, **manifest) -> Page`: the same without scripts."""

    def start(answer, **manifest):
        acting.answer = answer
        page = new_page(java_script_enabled=False)
        page.goto(served(**manifest))
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        return page

    return start


def view(page, key):
    return page.locator(f'section[data-at^="/{key}"]')


def menu(page, name):
    """What opens the menu of the section called *name*."""
    return page.locator(f'details.as > summary[aria-label="Actions for {name}"]')


def first(page, row=0):
    """The first cell of a row."""
    return page.locator("tbody td:first-child").nth(row)


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


LINE = {"x": [f"2026-01-{day:02}" for day in range(1, 29)], "series": [{"name": "Rain", "y": [*range(28)]}]}
POINTS = {"points": [{"lat": 50 + index / 10, "lng": 5, "label": f"Place {index}"} for index in range(28)]}
LONG = {
    "outputs": [{"key": "o", "type": "chart_line", "label": "Line"}, {"key": "m", "type": "map_points", "label": "Map"}]
}


@pytest.mark.parametrize("scripted", [True, False])
def test_the_rows_behind_a_drawing_are_folded_until_they_are_looked_through(ran, plain, scripted):
    page = (ran if scripted else plain)({"o": LINE, "m": POINTS}, **LONG)
    for key, word, head in (("o", "Data", "Rain"), ("m", "List", "Place")):
        section = view(page, key)
        behind = section.locator("details.behind")
        expect(behind.locator("summary")).to_have_text(f"{word}, 28 rows")
        expect(behind).not_to_have_attribute("open", "")

        behind.locator("summary").click()
        section.get_by_role("link", name=head, exact=True).click()

        expect(section.locator("th[aria-sort]")).to_be_visible()
        if scripted:
            expect(section).to_have_attribute("data-ready", "")
        expect(behind).to_have_attribute("open", "")


@pytest.mark.parametrize("count", [4, 28])
def test_rows_that_are_opened_before_the_chart_is_drawn_stay_open_where_they_are(ran, page, count):
    scripts = []
    page.route("**/outputs/chart-*.js", lambda route: scripts.append(route))
    line = {
        "x": LINE["x"][:count],
        "series": [{"name": "Rain", "y": [*range(count)]}, {"name": "Snow", "y": [1] * count}],
    }
    with page.expect_request("**/outputs/chart-*.js"):
        ran({"o": line}, outputs=[{"key": "o", "type": "chart_line", "label": "Line"}])
    data = page.locator("details.behind")
    before = data.bounding_box()["y"]

    data.locator("summary").click()
    scripts[0].continue_()

    expect(page.locator(".chart svg")).to_be_visible()
    expect(data.get_by_role("table")).to_be_visible()
    assert abs(data.bounding_box()["y"] - before) < 2


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


def test_a_chart_is_as_wide_as_its_place_and_loaded_only_where_there_is_one(ran):
    page = ran({"o": RESPONSE["o_chart_line"]}, outputs=[{"key": "o", "type": "chart_line", "label": "Line"}])
    drawing = page.locator(".chart svg")
    # Its places are counted from the left in every language.
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert drawing.evaluate("drawing => getComputedStyle(drawing).direction") == "ltr"
    page.evaluate("document.documentElement.dir = 'ltr'")
    expect(drawing).to_be_visible()
    wide = drawing.bounding_box()["width"]
    page.set_viewport_size({"width": 400, "height": 800})

    page.wait_for_function(
        "wide => document.querySelector('.chart svg').getBoundingClientRect().width < wide - 50", arg=wide
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_words_beside_a_mark_are_text_whatever_they_hold(ran):
    name = "{a|<b>x</b>}"
    answer = {"o": {"slices": [{"label": name, "value": 3}]}}
    page = ran(answer, outputs=[{"key": "o", "type": "chart_pie", "label": "Pie", "unit": "<i>"}])
    drawing = page.locator(".chart svg")
    expect(drawing).to_be_visible()
    box = drawing.bounding_box()
    drawing.hover(position={"x": box["width"] / 2 + 0.3 * box["height"], "y": box["height"] / 2})

    # A word joiner keeps the library from taking it for a style.
    expect(drawing.get_by_text("{\u2060a|<b>x</b>}", exact=True)).to_be_visible()
    expect(drawing.get_by_text("3 <i>", exact=True)).to_be_visible()
    expect(page.locator(".chart b")).to_have_count(0)


def test_a_chart_follows_the_theme(ran):
    page = ran({"o": RESPONSE["o_chart_pie"]}, outputs=[{"key": "o", "type": "chart_pie", "label": "Pie"}])
    slice_ = page.locator('.chart svg path[fill="var(--c1)"]')
    light = slice_.evaluate("slice => getComputedStyle(slice).fill")
    page.emulate_media(color_scheme="dark")

    assert slice_.evaluate("slice => getComputedStyle(slice).fill") != light


def test_a_chart_on_paper_is_as_wide_as_the_paper(ran):
    page = ran({"o": RESPONSE["o_chart_line"]}, outputs=[{"key": "o", "type": "chart_line", "label": "Line"}])
    expect(page.locator(".chart svg")).to_be_visible()
    page.emulate_media(media="print")
    # Nothing is drawn anew for paper.
    screen, paper = page.locator(".chart").evaluate("""place => {
        const size = () => { const { width, height } = place.querySelector('svg').getBoundingClientRect(); return [width, height] }
        const screen = size()
        place.parentElement.style.inlineSize = '300px'
        return [screen, size()]
    }""")

    assert paper[0] <= 300 < screen[0]
    assert paper[1] / paper[0] == pytest.approx(screen[1] / screen[0], rel=0.01)


def test_as_many_nodes_as_a_network_may_have_are_drawn_within_it(ran):
    nodes = [{"id": index, "label": f"n{index}"} for index in range(MAX_NODES)]
    edges = [{"source": index, "target": index // 2} for index in range(1, MAX_NODES)]
    answer = {"o": {"nodes": nodes, "edges": edges}}
    page = ran(answer, outputs=[{"key": "o", "type": "chart_network", "label": "Network"}])
    dots = page.locator('.chart svg path[fill="var(--c1)"]')
    expect(dots).to_have_count(MAX_NODES)

    assert page.locator(".chart svg").evaluate("""drawing => {
        const frame = drawing.getBoundingClientRect()
        return [...drawing.querySelectorAll('path[fill="var(--c1)"]')].map(dot => dot.getBoundingClientRect()).every(box =>
            box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom)
    }""")


def test_no_chart_is_loaded_for_other_results(ran, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    ran({"o": ROWS[:20]}, **TABLE)
    expect(page.locator("[data-columns]")).to_be_attached()

    assert [request for request in asked if "chart" in request] == []


def test_without_scripts_a_chart_is_a_table_and_a_map_is_a_list(plain):
    page = plain(RESPONSE, outputs=OUTPUTS)

    for key in (output.key for output in DECLARED if output.type in PLOTS):
        expect(view(page, key).locator("table.data")).to_be_visible()
    expect(view(page, "o_map_points").locator(".map")).to_be_hidden()
    expect(view(page, "o_map_points").get_by_role("table")).to_be_visible()
    expect(view(page, "o_map_points").get_by_role("table")).to_contain_text("Charing Cross")
    expect(view(page, "o_latex").locator("math")).to_be_visible()
    expect(view(page, "o_file").get_by_text("t.pdf")).to_be_visible()


def test_a_table_is_paged_sorted_and_searched_in_its_place(ran):
    page = ran({"o": ROWS}, **TABLE)

    page.get_by_role("link", name="Next").click()
    expect(page.locator(".pages > span:not(.acts)")).to_have_text("201–400 of 1,000")
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


def test_columns_are_chosen_and_stay_chosen_on_the_next_page(ran):
    page = ran({"o": ROWS}, **TABLE)

    menu(page, "Rows").click()
    page.get_by_role("checkbox", name="odd").uncheck()
    expect(page.locator("thead th:visible")).to_have_text(["n", "name"])
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".pages > span:not(.acts)")).to_have_text("201–400 of 1,000")
    expect(page.locator("thead th:visible")).to_have_text(["n", "name"])


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


#: The names below an axis, which begin with two digits, that lie on the one before.
COLLISIONS = """place => {
    const names = [...place.querySelectorAll('svg text')].filter(text => /^\\d\\dm/.test(text.textContent)).map(text => {
        const [right, down] = (/matrix\\(([^)]*)/.exec(text.getAttribute('transform'))?.[1] ?? '1,0').split(/[ ,]+/).map(Number)
        return { words: text.textContent, turn: Math.atan2(down, right), box: text.getBoundingClientRect() }
    })
    if (names.length < 2) return ['too few']
    return names.slice(1).filter(({ box, turn }, index) => {
        const before = names[index].box
        // Lines that are turned alike stand clear of each other where there is a line's height between them.
        if (turn) return (box.right - before.right) * Math.abs(Math.sin(turn)) < 10
        return Math.min(box.right, before.right) > Math.max(box.left, before.left) && Math.min(box.bottom, before.bottom) > Math.max(box.top, before.top)
    }).map(({ words }) => words)
}"""


def test_on_a_phone_labels_of_charts_stand_clear_and_numbers_are_whole(phone, acting):
    bars = [(6, 8), (8, 12), (24, 30), (60, 6)]
    names = [[f"{index:02}".ljust(length, "m") for index in range(count)] for count, length in bars]
    acting.answer = {
        f"c{i}": {
            "x": x,
            "series": [
                {"name": f"A long name of a series {n}", "y": [9**7 * k for k in range(len(x))]} for n in range(3)
            ],
        }
        for i, x in enumerate(names)
    }
    acting.answer |= {
        "n": 12345678.901234,
        "m": 98765432109876543210,
        "kv": {"pairs": [{"key": "A key of some length", "value": -1234567890.12}]},
    }
    outputs = [{"key": f"c{i}", "type": "chart_bar", "label": f"C{i}"} for i in range(len(bars))]
    outputs += [{"key": key, "type": "number", "label": key, "layout": "inline"} for key in "nm"] + [
        {"key": "kv", "type": "kv", "label": "KV"}
    ]
    page = phone(outputs=outputs)
    page.locator("[data-run]").click()

    expect(page.locator("[data-view=chart][data-ready] > .chart svg")).to_have_count(len(bars))
    for chart in page.locator(".chart").all():
        assert chart.evaluate(COLLISIONS) == []
        assert chart.evaluate("place => place.scrollWidth <= place.clientWidth")
        assert chart.locator(".legend li").count() == 3
        assert chart.evaluate(
            "place => [...place.querySelectorAll('.legend li')].every(text => text.getBoundingClientRect().right <= place.getBoundingClientRect().right)"
        )
    for number in page.locator(".figure data, .kv .num").all():
        assert number.evaluate("number => number.getClientRects().length") == 1
        assert number.evaluate(
            "number => number.getBoundingClientRect().right <= number.closest('.view').getBoundingClientRect().right"
        )
    assert page.evaluate("document.documentElement.scrollWidth") == 390


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
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_is_accessible(served, acting, new_page, axe, theme):
    acting.answer = RESPONSE
    page = new_page(color_scheme=theme)
    page.goto(served(outputs=OUTPUTS))
    page.locator("[data-run]").click()
    expect(page.locator("[data-at='/o_chart_network'][data-ready]")).to_be_attached()
    page.evaluate("for (const each of document.querySelectorAll('[data-result] details')) each.open = true")

    axe(page)


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


PLACES = {"outputs": [{"key": "o", "type": "map_points", "label": "Places"}]}


def points(*places):
    """What a tool answers: points by their names."""
    return {"o": {"points": [{"lat": lat, "lng": lng, "label": name} for name, lat, lng in places]}}


def feature(name, kind, coordinates):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": {"name": name, "built": 1984}, "geometry": geometry}


def test_tab_leads_over_the_shapes_of_a_map_each_with_what_is_known_of_it(ran, axe):
    features = [feature("Barrier", "Point", [0, 51.5]), feature("Line", "LineString", [[0.1, 51.4], [0.2, 51.5]])]
    answer = {"o": {"type": "FeatureCollection", "features": features}}
    page = ran(answer, outputs=[{"key": "o", "type": "json", "label": "Places"}])
    stops, tip = page.locator(".map-place[tabindex]"), page.locator(".map-tip")
    expect(stops).to_have_count(2)

    stops.first.focus()
    expect(stops.first).to_have_accessible_name("Barrier, built: 1984")
    expect(tip).to_have_text("Barrierbuilt: 1984")
    page.keyboard.press("Tab")
    expect(stops.nth(1)).to_be_focused()
    expect(tip).to_have_text("Linebuilt: 1984")
    axe(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("application", name="Places. A map of 2 shapes.")).to_be_focused()
    expect(tip).to_have_count(0)


def test_a_map_of_a_result_is_moved_and_looked_at_nearer(ran):
    page = ran(points(("London", 51.5, -0.1), ("Paris", 48.9, 2.4)), **PLACES)
    paris = page.locator("path.point").nth(1)
    apart = "points => Math.abs(points[0].getBoundingClientRect().y - points[1].getBoundingClientRect().y)"
    expect(paris).to_be_visible()
    far = page.locator("path.point").evaluate_all(apart)
    page.get_by_role("button", name="Zoom in").click()
    until(lambda: abs(page.locator("path.point").evaluate_all(apart) - 2 * far) < 2)
    page.get_by_role("button", name="Show all of it").click()
    until(lambda: abs(page.locator("path.point").evaluate_all(apart) - far) < 2)


def test_places_on_both_sides_of_the_date_line_are_near_to_each_other(ran):
    page = ran(points(("Suva", -18.1, 178.4), ("Apia", -13.8, -171.8)), **PLACES)
    suva, apia = page.locator("path.point").nth(0), page.locator("path.point").nth(1)
    expect(apia).to_be_visible()

    boxes = [place.bounding_box() for place in (suva, apia, page.locator(".map"))]
    assert boxes[0]["x"] < boxes[1]["x"]
    assert all(boxes[2]["x"] < box["x"] < boxes[2]["x"] + boxes[2]["width"] for box in boxes[:2])
    assert boxes[1]["x"] - boxes[0]["x"] > boxes[2]["width"] / 4


def test_names_on_a_map_stand_clear_of_each_other(ran):
    page = ran(points(("Here", 51.5, 0), ("Almost here", 51.5001, 0.0001), ("There", 52.5, 3)), **PLACES)

    expect(page.locator(".map-name:not([data-covered])")).to_have_text(["Here", "There"])
    expect(page.locator(".map-name[data-covered]")).to_be_hidden()


def test_a_map_follows_the_theme(ran):
    page = ran(points(("Here", 51.5, 0)), **PLACES)
    light = page.locator("path.point").evaluate("point => getComputedStyle(point).fill")
    page.emulate_media(color_scheme="dark")

    assert page.locator("path.point").evaluate("point => getComputedStyle(point).fill") != light


#: Whether most of what is drawn of the ground is light.
LIGHT = """tiles => {
    const reds = tiles.flatMap(tile => {
        const { data } = tile.getContext('2d').getImageData(0, 0, tile.width, tile.height)
        return Array.from({ length: data.length / 64 }, (_, index) => 64 * index).filter(at => data[at + 3] === 255).map(at => data[at])
    }).sort((a, b) => a - b)
    return reds.length ? reds[reds.length >> 1] > 128 : null
}"""


def test_a_map_is_printed_in_light_colours(ran):
    page = ran(points(("Here", 51.5, 0)), **PLACES)
    tiles = page.locator("canvas.leaflet-tile-loaded")

    until(lambda: tiles.evaluate_all(LIGHT) is True)
    page.emulate_media(color_scheme="dark")
    until(lambda: tiles.evaluate_all(LIGHT) is False)
    page.emulate_media(color_scheme="dark", media="print")
    until(lambda: tiles.evaluate_all(LIGHT) is True)
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()


def test_no_map_is_loaded_for_other_results(ran, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    ran({"o": ROWS[:20]}, **TABLE)
    expect(page.locator("[data-columns]")).to_be_attached()

    assert [url for url in asked if "/map" in url or "/ground/" in url] == []
