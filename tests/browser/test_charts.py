"""Charts of results: drawn as wide as their place, in the colours of the theme, with their rows behind them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.results import LINE, OUTPUTS, ROWS, TABLE, view
from tests.outputs.showing import DECLARED, RESPONSE
from webform.outputs.plots import PLOTS
from webform.outputs.plots.base import MAX_NODES

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


def test_a_radar_draws_what_is_below_zero(ran):
    series = [{"name": name, "values": [value, 4, 3]} for name, value in (("below", -5), ("zero", 0))]
    answer = {"o": {"axes": ["a", "b", "c"], "series": series}}
    page = ran(answer, outputs=[{"key": "o", "type": "chart_radar", "label": "Radar"}])
    areas = [page.locator(f'.chart svg path[fill="var(--c{number})"][fill-opacity]').first for number in (1, 2)]

    below, zero = (area.evaluate("area => area.getBoundingClientRect().height") for area in areas)

    assert below < zero


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
