"""Maps that are looked at: where they look, how they are moved, what they are drawn on, and what there is without it."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.alive import quiet
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
    mark,
    middle,
    ready,
    run,
    view,
)

CHECKOUT = Path(__file__).parents[2]
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")


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
    page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    page.goto(served(POLYGON | {"default": SQUARE}))
    left, top = ready(page, "Field")
    text = page.get_by_role("textbox", name="Field")
    fingers = page.context.new_cdp_session(page)

    def slide(x, y, by, others=()):
        def at(part):
            return [{"x": x + by * part, "y": other} for other in (y, *others)]

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

    expect(page.locator(".toast")).to_contain_text("Your location is not available")


def test_many_places_are_dots(opened):
    places = [[n % 5, n / 50] for n in range(1000)]
    page = opened(POINTS | {"default": places})

    expect(page.locator(".map-said")).to_have_text("1,000 points: change them in the text below")
    expect(page.locator(".map-mark")).to_have_count(0)


def test_a_map_that_does_not_load_leaves_its_controls(served, page, acting):
    page.route("**/inputs/_map*.js", lambda route: route.fulfill(status=500))
    page.goto(served(POLYGON, POINT))
    quiet(page)

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


def test_axe_finds_nothing_on_maps(served, new_page, axe_light_and_dark):
    page = new_page()
    crossed = [[2, -2], [-2, 2], [2, 2], [-2, -2]]
    page.goto(served(POINT, BOX | {"default": [[-1, -1], [1, 1]]}, POLYGON | {"default": crossed}, POINTS))
    ready(page, "Sightings")
    expect(page.locator("canvas.leaflet-tile").first).to_be_attached()

    mark(page, "Point 1 of 4").focus()
    axe_light_and_dark(page)


def test_the_map_moves_to_what_an_example_a_link_or_json_holds(served, page):
    london = {"default_center": [51.5, -0.1], "default_zoom": 10}
    inputs = (POINT | london, POLYGON | london)
    sydney = {"p": [-33.9, 151.2], "g": [[-30, 140], [-30, 150], [-40, 145]]}
    page.goto(served(*inputs, examples=[{"name": "Sydney", "values": sydney}]) + "?/p/0=60&/p/1=100")
    ready(page, "Home")
    expect(mark(page, "Place, 60, 100")).to_be_in_viewport()

    page.locator("button[value^='example/']").dispatch_event("click")
    for name in ("Point 1 of 3", "Point 2 of 3", "Point 3 of 3", "Place, -33.9, 151.2"):
        mark(page, name).scroll_into_view_if_needed()
        expect(mark(page, name)).to_be_in_viewport(ratio=1)

    body = page.locator("#body-json")
    page.locator("details:has(#body-json) > summary").click()
    expect(body).to_have_value(re.compile("151.2"))
    body.fill(json.dumps(sydney | {"p": [10, 20]}))
    page.locator("button[value='fill']").click()
    mark(page, "Place, 10, 20").scroll_into_view_if_needed()
    expect(mark(page, "Place, 10, 20")).to_be_in_viewport(ratio=1)


def test_an_area_around_a_pole_does_not_cross_itself(opened):
    tool = json.loads((CHECKOUT / "examples/geodesic_area/tool.json").read_text("utf-8"))
    area = tool["examples"][0]["values"]["area"]
    page = opened(POLYGON | {"default": area})

    expect(page.locator(".map-said")).to_have_text("18 corners")


def test_the_ground_of_a_place_is_its_coast_its_river_and_its_towns(served, page):
    built = json.loads((CHECKOUT / "static/dist/manifest.json").read_text("utf-8"))
    parts = {row["file"]: name for name, row in built.items() if name.startswith("ground/")}
    asked = []
    page.on("request", lambda request: asked.append(parts.get(request.url.partition("/static/")[2])))
    page.goto(served(POINT | {"default_center": [51.45, 0.5], "default_zoom": 10}))
    ready(page, "Home")
    expect(page.locator("canvas.leaflet-tile-loaded").first).to_be_attached()

    assert {request for request in asked if request} == {"ground/2/9/9"}
    shown = page.locator(".map-slot").evaluate(
        """slot => {
            const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
            const bytes = colour => {
                probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1)
                return probe.getImageData(0, 0, 1, 1).data.slice(0, 3).join()
            }
            const wanted = ['--map-sea', '--map-land', '--map-coast', '--map-town'].map(name => {
                slot.style.color = `var(${name})`
                return bytes(getComputedStyle(slot).color)
            })
            const seen = new Set()
            for (const tile of slot.querySelectorAll('canvas.leaflet-tile-loaded')) {
                probe.canvas.width = probe.canvas.height = tile.width
                probe.fillStyle = getComputedStyle(slot).backgroundColor
                probe.fillRect(0, 0, tile.width, tile.height)
                probe.drawImage(tile, 0, 0)
                const {data} = probe.getImageData(0, 0, tile.width, tile.height)
                for (let at = 0; at < data.length; at += 4) seen.add(data.slice(at, at + 3).join())
            }
            return wanted.map(each => seen.has(each))
        }"""
    )
    assert shown == [True, True, True, True]
    expect(page.locator(".map-credit")).to_have_text("Natural Earth, GeoNames")
    view(page, "Home").focus()
    page.keyboard.press("ArrowLeft")
    expect(announcement(page)).to_have_text(re.compile("^The middle is 51.45.*, near Grays$"))


def test_an_author_is_told_how_a_map_gets_streets_and_nobody_else(served, new_app, serve, page):
    page.goto(served(POINT, POINTS))
    ready(page, "Home")
    expect(page.locator(".map-note")).to_have_text("For a map with streets, set “tiles” in webform.toml.")

    page.goto(serve(new_app({"id": "t", "name": "Trial", "inputs": [POINT]}, mode="production")) + "/tools/t")
    ready(page, "Home")
    expect(page.locator(".map-note")).to_have_count(0)
