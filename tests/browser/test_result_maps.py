"""Maps of results: walked, moved, printed, and loaded only where there is one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.results import ROWS, TABLE
from tests.until import until

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
