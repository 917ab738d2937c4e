"""Maps: by mouse, by keyboard and by touch they give what their controls hold, and show what those are given."""

from __future__ import annotations

import base64
import json
import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_inputs import paste

ZOOM = 5
AT_ZERO = {"default_center": [0, 0], "default_zoom": ZOOM}
POINT = {"key": "p", "type": "map_point", "label": "Home", **AT_ZERO}
BOX = {"key": "b", "type": "map_bbox", "label": "Area", **AT_ZERO}
POLYGON = {"key": "g", "type": "map_polygon", "label": "Field", **AT_ZERO}
POINTS = {"key": "s", "type": "map_multipoint", "label": "Sightings", **AT_ZERO}
CHECKOUT = Path(__file__).parents[2]
SQUARE = [[2, -2], [2, 2], [-2, 2], [-2, -2]]
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")


@pytest.fixture
def page(new_page):
    """A page without motion."""
    return new_page(reduced_motion="reduce")


def at(x: int, y: int, zoom: int = ZOOM) -> list[float]:
    """The place that lies *x* right of and *y* below the middle of a map at [0, 0]."""
    scale = 256 * 2**zoom
    latitude = math.degrees(math.atan(math.sinh(-2 * math.pi * y / scale)))
    places = math.ceil(math.log10(scale / 360))
    return [round(latitude, places), round(360 * x / scale, places)]


def close(value, expected) -> bool:
    """Tell whether *value* is *expected*, give or take a point of the screen."""
    if isinstance(expected, list):
        return len(value) == len(expected) and all(map(close, value, expected))
    return abs(value - expected) < 1.5 * 360 / (256 * 2**ZOOM)


def view(page, label):
    return page.get_by_role("application", name=f"{label}, map")


def middle(page, label):
    screen = view(page, label)
    screen.scroll_into_view_if_needed()
    box = screen.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ready(page, label):
    expect(view(page, label)).to_be_visible()
    return middle(page, label)


def click(page, label, x, y):
    left, top = ready(page, label)
    page.mouse.click(left + x, top + y)


def drag(page, locator, x, y):
    box = locator.bounding_box()
    left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + x / 2, top + y / 2, steps=3)
    page.mouse.move(left + x, top + y, steps=3)
    page.mouse.up()


def mark(page, name):
    return page.get_by_role("button", name=name)


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def told(page):
    return page.locator("[data-announced]")


#: Input, where is pointed at, and the value.
POINTED = [
    (POINT, [(-60, 20), (90, -40)], at(90, -40)),
    (BOX, [(80, -50), (-90, 60)], [[at(0, 60)[0], at(-90, 0)[1]], [at(0, -50)[0], at(80, 0)[1]]]),
    (POLYGON, [(-80, 40), (80, 40), (0, -60)], [at(-80, 40), at(80, 40), at(0, -60)]),
    (POINTS, [(-80, 40), (80, 40)], [at(-80, 40), at(80, 40)]),
]


@pytest.mark.parametrize(("declared", "places", "value"), POINTED, ids=lambda each: str(each)[:20])
def test_by_mouse_clicks_set_the_value(opened, acting, declared, places, value):
    page = opened(declared)

    for x, y in places:
        click(page, declared["label"], x, y)
    run(page)

    [body] = acting.bodies
    assert close(body[declared["key"]], value), body


@pytest.mark.parametrize(("declared", "places", "value"), POINTED, ids=lambda each: str(each)[:20])
def test_by_touch_taps_set_the_value(served, new_page, watch, acting, declared, places, value):
    page = new_page(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    seen = watch(page)
    page.goto(served(declared))

    for x, y in places:
        left, top = ready(page, declared["label"])
        page.touchscreen.tap(left + x, top + y)
    run(page)

    [body] = acting.bodies
    assert close(body[declared["key"]], value), body
    assert seen == []


#: Input, keys pressed on the map, and the value: an arrow moves it by 80 points of the screen.
KEYED = [
    (POINT, ["Enter"], [0, 0]),
    (BOX, ["Enter", "ArrowRight", "ArrowUp", "Enter"], [[0, 0], at(80, -80)]),
    (POLYGON, ["Enter", "ArrowRight", "Enter", "ArrowUp", "Enter"], [[0, 0], at(80, 0), at(80, -80)]),
    (POINTS, ["Enter", "ArrowDown", "Enter"], [[0, 0], at(0, 80)]),
]


@pytest.mark.parametrize(("declared", "keys", "value"), KEYED, ids=lambda each: str(each)[:20])
def test_by_keyboard_enter_sets_places_at_the_crosshair(opened, acting, declared, keys, value):
    page = opened(declared)
    ready(page, declared["label"])

    page.locator("#main").focus()
    tabs = 0
    while not view(page, declared["label"]).evaluate("each => each === document.activeElement"):
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs < 20
    expect(page.locator(".map-cross")).to_have_css("opacity", "1")
    for key in keys:
        page.keyboard.press(key)
    run(page)

    [body] = acting.bodies
    assert close(body[declared["key"]], value), body


def test_a_corner_is_moved_and_removed_by_keys_and_all_is_undone_and_done_again(opened):
    page = opened(POLYGON | {"default": SQUARE})
    ready(page, "Field")
    text, corner = page.get_by_role("textbox", name="Field"), mark(page, "Point 2 of 4, 2, 2")

    corner.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    expect(text).to_have_value("2, -2\n2.01, 2.1\n-2, 2\n-2, -2")
    expect(told(page)).to_have_text("Point 2 of 4, 2.01, 2.1")
    page.keyboard.press("Delete")
    expect(text).to_have_value("2, -2\n-2, 2\n-2, -2")
    expect(told(page)).to_have_text("Point 2 of 4 removed")
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
    expect(page.locator("[data-problem-for='/g']")).to_contain_text("line 3: expected latitude, longitude")


def test_geojson_and_wkt_are_understood_where_places_are_typed(opened):
    page = opened(POLYGON, POINT, POINTS)
    ready(page, "Field")
    ring = {"type": "Polygon", "coordinates": [[[0, 1], [2, 1], [2, 3], [0, 1]]]}

    paste(page.get_by_role("textbox", name="Field"), json.dumps(ring))
    expect(page.get_by_role("textbox", name="Field")).to_have_value("1, 0\n1, 2\n3, 2")
    expect(told(page)).to_have_text("Filled in: 3 places")
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

    expect(told(page)).to_have_text("The box has both corners: move them, or clear it")
    expect(page.get_by_label("North", exact=True)).to_have_value("1")


def test_without_a_middle_the_map_shows_the_value(opened):
    page = opened(
        {"key": "p", "type": "map_point", "label": "Home", "default": [51.5, -0.1]},
        {"key": "s", "type": "map_multipoint", "label": "Sightings", "default": [[1, 179], [-1, -179]]},
    )
    left, top = ready(page, "Home")
    pin = mark(page, "Place, 51.5, -0.1").bounding_box()
    first, second = (mark(page, f"Point {n} of 2") for n in (1, 2))

    assert abs(pin["x"] + pin["width"] / 2 - left) < 2
    assert abs(pin["y"] + pin["height"] / 2 - top) < 2
    expect(first).to_be_in_viewport()
    assert 0 < second.bounding_box()["x"] - first.bounding_box()["x"] < 400


def test_what_is_filled_in_out_of_sight_is_looked_at(opened):
    page = opened(POINT)
    ready(page, "Home")

    page.get_by_label("Latitude").fill("60")
    page.get_by_label("Longitude").fill("100")
    page.get_by_label("Longitude").press("Tab")

    left, _ = middle(page, "Home")
    pin = mark(page, "Place, 60, 100").bounding_box()
    assert abs(pin["x"] + pin["width"] / 2 - left) < 2


def test_places_that_are_filled_in_too_near_to_be_told_apart_are_looked_at_nearer(opened):
    page = opened({"key": "s", "type": "map_multipoint", "label": "Sightings"})
    ready(page, "Sightings")

    page.get_by_label("Sightings", exact=True).fill("51.5, -0.1\n51.55, -0.05")
    page.get_by_label("Sightings", exact=True).press("Tab")

    page.wait_for_function("""() => {
        const [first, second] = [...document.querySelectorAll('.map-mark')].map(each => each.getBoundingClientRect())
        return second && Math.abs(second.x - first.x) > 100
    }""")


def test_two_maps_do_not_disturb_each_other(opened, acting):
    page = opened(POINTS, POINTS | {"key": "t", "label": "Traps"})

    click(page, "Sightings", 10, 10)
    click(page, "Traps", 40, 40)
    click(page, "Traps", -40, 40)
    page.keyboard.press("Control+z")
    run(page)

    [body] = acting.bodies
    assert close(body["s"], [at(10, 10)])
    assert close(body["t"], [at(40, 40)])


def test_a_map_that_was_hidden_has_its_size_when_it_is_shown(opened, acting):
    more = {"key": "more", "type": "checkbox", "label": "More"}
    page = opened(more, POINT | {"show_if": {"key": "more", "equals": True}})
    expect(view(page, "Home")).to_be_hidden()

    page.get_by_label("More").check()
    click(page, "Home", 30, 30)
    run(page)

    assert close(acting.bodies[0]["p"], at(30, 30))


def test_the_wheel_scrolls_the_page_and_with_a_key_it_zooms(opened):
    page = opened(*[POINT | {"key": f"p{n}", "label": f"Home {n}"} for n in range(4)])
    left, top = ready(page, "Home 0")
    page.mouse.move(left, top)

    page.mouse.wheel(0, 200)
    expect(page.locator(".map-hint").first).to_have_attribute("data-shown", "")
    page.wait_for_function("() => scrollY > 0")

    left, top = ready(page, "Home 0")
    page.mouse.move(left, top)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -500)
    page.keyboard.up("Control")
    expect(page.locator(".map-hint").first).not_to_have_attribute("data-shown", "")
    page.mouse.click(left + 90, top)
    longitude = page.get_by_label("Longitude").first
    expect(longitude).not_to_have_value("")
    assert 0 < float(longitude.input_value()) < at(60, 0)[1]


def test_one_finger_scrolls_the_page_and_a_corner_is_dragged_by_it(served, new_page):
    page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(served(POLYGON | {"default": SQUARE}))
    left, top = ready(page, "Field")
    text = page.get_by_role("textbox", name="Field")
    fingers = page.context.new_cdp_session(page)

    def slide(x, y, by, others=()):
        def at(part):
            return [{"x": x + by * part, "y": each} for each in (y, *others)]

        for kind, points in [
            *[("touchStart", at(0)[: n + 1]) for n in range(1 + len(others))],
            *[("touchMove", at(part)) for part in (0.3, 0.6, 1)],
            ("touchEnd", []),
        ]:
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    slide(left + 10, top + 10, 60)
    expect(page.locator(".map-hint")).to_have_text("Move the map with two fingers")
    expect(text).to_have_value("2, -2\n2, 2\n-2, 2\n-2, -2")
    box = mark(page, "Point 1 of 4").bounding_box()
    slide(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, -40)
    expect(text).to_have_value(re.compile(r"^2(\.0\d)?, -3\.7\d\n2, 2\n-2, 2\n-2, -2$"))
    assert box["width"] >= 44

    before = mark(page, "Point 3 of 4").bounding_box()["x"]
    slide(left - 40, top - 20, 80, [top + 40])
    page.wait_for_function(
        "before => document.querySelectorAll('.map-mark')[2].getBoundingClientRect().x > before + 60", arg=before
    )


def test_the_browser_tells_where_the_person_is(opened, page):
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 48.2, "longitude": 16.37})
    opened(POINT)
    ready(page, "Home")

    mark(page, "Use my location").click()

    expect(page.get_by_label("Latitude")).to_have_value("48.2")
    expect(page.get_by_label("Longitude")).to_have_value("16.37")


def test_a_browser_that_tells_no_place_is_said(opened, page):
    page.context.clear_permissions()
    opened(POINT)
    ready(page, "Home")

    mark(page, "Use my location").click()

    expect(page.locator(".toast")).to_contain_text("Your location could not be had")


def test_many_places_are_dots(opened):
    places = [[n % 5, n / 50] for n in range(1000)]
    page = opened(POINTS | {"default": places})

    expect(page.locator(".map-said")).to_have_text("1,000 points: change them in the text below")
    expect(page.locator(".map-mark")).to_have_count(0)


def test_a_map_that_does_not_load_leaves_its_controls(served, page, acting):
    page.route("**/inputs/_map*.js", lambda route: route.fulfill(status=500))
    page.goto(served(POLYGON, POINT))
    page.wait_for_load_state("networkidle")

    expect(page.locator(".map-slot")).to_have_count(0)
    page.get_by_role("textbox", name="Field").fill("1, 1\n2, 2\n1, 3")
    page.get_by_label("Latitude").fill("1")
    page.get_by_label("Longitude").fill("2")
    run(page)

    assert acting.bodies == [{"g": [[1, 1], [2, 2], [1, 3]], "p": [1, 2]}]


def test_the_world_comes_after_the_map_and_is_not_needed(served, page, acting):
    built = json.loads((CHECKOUT / "static/dist/manifest.json").read_text("utf-8"))
    world = built["inputs/map/basemap.js"]["file"]
    page.route(f"**/{world}", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith(world)):
        page.goto(served(POINT))
    click(page, "Home", 20, 20)
    run(page)

    assert close(acting.bodies[0]["p"], at(20, 20))


def tiled(new_app, serve, **config):
    tool = {"id": "t", "name": "Trial", "inputs": [POINT]}
    return serve(new_app(tool, tiles="https://tile.example/{z}/{x}/{y}.png", **config)) + "/tools/t"


def test_tiles_come_from_where_the_operator_says(new_app, serve, page, violations):
    asked = []
    page.route("https://tile.example/**", lambda route: (asked.append(route.request.url), route.fulfill(body=PIXEL)))
    page.goto(tiled(new_app, serve, tiles_attribution="© [Tilers](https://tile.example/about), 2026"))

    expect(page.locator(".leaflet-tile-loaded").first).to_be_attached()
    assert f"https://tile.example/{ZOOM}/16/16.png" in asked
    expect(page.locator(".map-credit")).to_have_text("© Tilers, 2026")
    expect(page.get_by_role("link", name="Tilers")).to_have_attribute("href", "https://tile.example/about")
    assert violations == []


def test_without_its_tiles_a_map_shows_the_world(new_app, serve, page):
    page.route("https://tile.example/**", lambda route: route.abort())
    page.goto(tiled(new_app, serve))

    expect(page.locator("canvas.leaflet-tile").first).to_be_attached()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_maps(served, new_page, axe, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    crossed = [[2, -2], [-2, 2], [2, 2], [-2, -2]]
    page.goto(served(POINT, BOX | {"default": [[-1, -1], [1, 1]]}, POLYGON | {"default": crossed}, POINTS))
    ready(page, "Sightings")
    expect(page.locator("canvas.leaflet-tile").first).to_be_attached()

    mark(page, "Point 1 of 4").focus()
    axe(page)
