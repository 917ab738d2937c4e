"""Maps that are drawn on: by mouse, by keyboard and by touch they give what their controls hold."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.alive import quiet
from tests.browser.controls import paste
from tests.browser.maps import (
    BOX,
    POINT,
    POINTS,
    POLYGON,
    SQUARE,
    ZOOM,
    announcement,
    at,
    click,
    close,
    drag,
    mark,
    ready,
    run,
    view,
)

#: Input, where is pointed at, and the value.
POINTED = [
    (POINT, [(-60, 20), (90, -40)], at(90, -40)),
    (BOX, [(80, -50), (-90, 60)], [[at(0, 60)[0], at(-90, 0)[1]], [at(0, -50)[0], at(80, 0)[1]]]),
    (POLYGON, [(-80, 40), (80, 40), (0, -60)], [at(-80, 40), at(80, 40), at(0, -60)]),
    (POINTS, [(-80, 40), (80, 40)], [at(-80, 40), at(80, 40)]),
]


def field(page, declared):
    return page.locator(f'[data-at="/{declared["key"]}"]')


def differing(body, cases):
    """What is not the value that *cases* end with, by the key of its input."""
    return {
        declared["key"]: body.get(declared["key"])
        for declared, _, value in cases
        if declared["key"] not in body or not close(body[declared["key"]], value)
    }


def test_by_mouse_clicks_set_the_value(opened, acting):
    page = opened(*[declared for declared, _, _ in POINTED])

    for declared, places, _ in POINTED:
        for x, y in places:
            click(page, declared["label"], x, y)
    run(page)

    [body] = acting.bodies
    assert differing(body, POINTED) == {}


def test_by_touch_taps_set_the_value(served, new_page, watch, acting):
    page = new_page(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    seen = watch(page)
    page.goto(served(*[declared for declared, _, _ in POINTED]))

    for declared, places, _ in POINTED:
        for x, y in places:
            left, top = ready(page, declared["label"])
            page.touchscreen.tap(left + x, top + y)
    run(page)

    [body] = acting.bodies
    assert differing(body, POINTED) == {}
    assert seen == []


#: Input, keys pressed on the map, and the value: an arrow moves it by 80 points of the screen.
KEYED = [
    (POINT, ["Enter"], [0, 0]),
    (BOX, ["Enter", "ArrowRight", "ArrowUp", "Enter"], [[0, 0], at(80, -80)]),
    (POLYGON, ["Enter", "ArrowRight", "Enter", "ArrowUp", "Enter"], [[0, 0], at(80, 0), at(80, -80)]),
    (POINTS, ["Enter", "ArrowDown", "Enter"], [[0, 0], at(0, 80)]),
]


def test_by_keyboard_enter_sets_places_at_the_crosshair(opened, acting):
    page = opened(*[declared for declared, _, _ in KEYED])
    for declared, _, _ in KEYED:
        ready(page, declared["label"])

    page.locator("#main").focus()
    for declared, keys, _ in KEYED:
        tabs = 0
        while not view(page, declared["label"]).evaluate("each => each === document.activeElement"):
            page.keyboard.press("Tab")
            tabs += 1
            assert tabs < 20, declared["label"]
        expect(field(page, declared).locator(".map-cross")).to_have_css("opacity", "1")
        for key in keys:
            page.keyboard.press(key)
    run(page)

    [body] = acting.bodies
    assert differing(body, KEYED) == {}


def test_a_corner_is_moved_and_removed_by_keys_and_all_is_undone_and_done_again(opened):
    page = opened(POLYGON | {"default": SQUARE})
    ready(page, "Field")
    text, corner = page.get_by_role("textbox", name="Field"), mark(page, "Point 2 of 4, 2, 2")

    corner.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    expect(text).to_have_value("2, -2\n2.01, 2.1\n-2, 2\n-2, -2")
    expect(announcement(page)).to_have_text("Point 2 of 4, 2.01, 2.1")
    page.keyboard.press("Delete")
    expect(text).to_have_value("2, -2\n-2, 2\n-2, -2")
    expect(announcement(page)).to_have_text("Point 2 of 4 removed")
    expect(mark(page, "Point 2 of 3, -2, 2")).to_be_focused()

    page.keyboard.press("Control+z")
    expect(text).to_have_value("2, -2\n2.01, 2.1\n-2, 2\n-2, -2")
    page.keyboard.press("Control+z")
    expect(text).to_have_value("2, -2\n2, 2\n-2, 2\n-2, -2")
    expect(mark(page, "Undo")).to_have_attribute("aria-disabled", "true")
    mark(page, "Redo").click()
    expect(text).to_have_value("2, -2\n2.01, 2.1\n-2, 2\n-2, -2")
    mark(page, "Clear the map").click()
    expect(text).to_have_value("")
    expect(page.locator(".map-said")).to_have_text("Click the map, corner by corner")


def test_enter_on_a_corner_inserts_one_after_it(opened):
    page = opened(POLYGON | {"default": SQUARE})
    ready(page, "Field")

    mark(page, "Point 4 of 4").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("textbox", name="Field")).to_have_value("2, -2\n2, 2\n-2, 2\n-2, -2\n0, -2")
    expect(mark(page, "Point 5 of 5, 0, -2")).to_be_focused()


def test_corners_are_dragged_and_pulled_out_of_an_edge(opened):
    page = opened(POLYGON | {"default": SQUARE})
    ready(page, "Field")
    text = page.get_by_role("textbox", name="Field")

    drag(page, mark(page, "Point 1 of 4"), -40, 0)
    expect(text).to_have_value(re.compile(r"^2(\.0\d)?, -3\.7\d\n2, 2\n-2, 2\n-2, -2$"))
    drag(page, page.locator(".map-middle").nth(1), 50, 0)
    expect(text).to_have_value(re.compile(r"^2.*\n2, 2\n-?0(\.0\d)?, 4\.\d+\n-2, 2\n-2, -2$"))
    mark(page, "Undo").click()
    expect(text).to_have_value(re.compile(r"^2.*, -3.7\d\n2, 2\n-2, 2\n-2, -2$"))
    mark(page, "Undo").click()
    expect(text).to_have_value("2, -2\n2, 2\n-2, 2\n-2, -2")


def test_tab_leads_to_one_button_of_each_bar_and_the_arrows_to_the_others(opened):
    page = opened(POINT)
    ready(page, "Home")

    view(page, "Home").focus()
    for key, name in (("Tab", "Undo"), ("ArrowLeft", "Clear the map"), ("Tab", "Zoom in"), ("ArrowDown", "Zoom out")):
        page.keyboard.press(key)
        expect(mark(page, name)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Latitude")).to_be_focused()


def test_edges_that_cross_are_said_and_are_no_problem(opened, acting):
    crossed = [[2, -2], [-2, 2], [2, 2], [-2, -2]]
    page = opened(POLYGON | {"default": crossed})

    expect(page.locator(".map-said")).to_have_text("4 corners. Edges cross: 1 and 3")
    run(page)

    assert acting.bodies == [{"g": crossed}]


def test_what_is_typed_is_on_the_map_and_stays_as_it_was_typed(opened, acting):
    page = opened(POLYGON)
    ready(page, "Field")
    text = page.get_by_role("textbox", name="Field")

    text.press_sequentially("1.50 , 1\n[2,2]\nnorth\n1 -1.")
    expect(mark(page, "Point 3 of 3, 1, -1")).to_be_attached()
    expect(text).to_have_value("1.50 , 1\n[2,2]\nnorth\n1 -1.")
    mark(page, "Point 2 of 3, 2, 2").focus()
    page.keyboard.press("ArrowUp")

    expect(text).to_have_value("1.50 , 1\n2.01, 2\nnorth\n1 -1.")
    expect(page.locator("[data-problem-for='/g']")).to_contain_text("Line 3: enter latitude, longitude")


def test_geojson_and_wkt_are_understood_where_places_are_typed(opened):
    page = opened(POLYGON, POINT, POINTS)
    ready(page, "Field")
    ring = {"type": "Polygon", "coordinates": [[[0, 1], [2, 1], [2, 3], [0, 1]]]}

    paste(page.get_by_role("textbox", name="Field"), json.dumps(ring))
    expect(page.get_by_role("textbox", name="Field")).to_have_value("1, 0\n1, 2\n3, 2")
    expect(announcement(page)).to_have_text("Filled in: 3 places")
    expect(mark(page, "Point 3 of 3, 3, 2")).to_be_attached()

    page.get_by_label("Latitude").fill("POINT (-0.1 51.5)")
    page.get_by_label("Latitude").press("Tab")
    expect(page.get_by_label("Latitude")).to_have_value("51.5")
    expect(page.get_by_label("Longitude")).to_have_value("-0.1")

    sightings = page.get_by_role("textbox", name="Sightings")
    sightings.fill("1, 1\n2, 2")
    sightings.evaluate(
        """element => { const clipboardData = new DataTransfer()
        clipboardData.setData('text', 'MULTIPOINT (8 7, 6 5)'); element.setSelectionRange(4, 4)
        element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }"""
    )
    expect(sightings).to_have_value("1, 1\n7, 8\n5, 6\n2, 2")


def test_a_box_across_the_antimeridian_is_drawn_as_one_and_stays_so(opened, acting):
    page = opened({"key": "b", "type": "map_bbox", "label": "Area", "default": [[-19.5, 177.5], [-12, -178]]})
    ready(page, "Area")
    west, east = mark(page, "South west corner"), mark(page, "South east corner, -19.5, -178")

    assert 0 < east.bounding_box()["x"] - west.bounding_box()["x"] < 300
    east.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("East", exact=True)).to_have_value("-178.01")
    drag(page, west, -30, 0)
    run(page)

    [[south, far], [north, near]] = acting.bodies[0]["b"]
    assert (north, near) == (-12, -178.01)
    assert close([south, far], [-19.5, 177.5 - 30 * 360 / (256 * 2**ZOOM)])


def test_a_box_that_is_whole_takes_no_third_corner(opened):
    page = opened(BOX | {"default": [[-1, -1], [1, 1]]})

    click(page, "Area", 100, 100)

    expect(announcement(page)).to_have_text("The box has both corners: move them, or clear it")
    expect(page.get_by_label("North", exact=True)).to_have_value("1")


def test_a_decimal_comma_is_no_pair(opened):
    page = opened(POINT)
    latitude, longitude = page.get_by_label("Latitude"), page.get_by_label("Longitude")

    latitude.fill("59,91")
    page.keyboard.press("Tab")
    longitude.fill("10,75")
    page.keyboard.press("Tab")

    expect(latitude).to_have_value("59,91")
    expect(longitude).to_have_value("10,75")


def test_a_corner_that_is_taken_back_is_gone_from_the_controls(opened, acting):
    page = opened(BOX)
    click(page, "Area", -60, -60)
    expect(page.get_by_label("South", exact=True)).not_to_have_value("")
    quiet(page)
    expect(page.locator("[data-problem-for]").locator("visible=true")).to_have_count(0)
    click(page, "Area", 60, 60)
    expect(page.get_by_label("North", exact=True)).not_to_have_value("")

    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_label("North", exact=True)).to_have_value("")
    expect(page.get_by_label("South", exact=True)).not_to_have_value("")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-problem-for]").locator("visible=true").first).to_be_visible()
    assert acting.bodies == []
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_label("North", exact=True)).not_to_have_value("")
