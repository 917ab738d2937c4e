"""Maps on a page: their inputs, how they are pointed at, and what they tell."""

from __future__ import annotations

import math

from playwright.sync_api import expect

ZOOM = 5
AT_ZERO = {"default_center": [0, 0], "default_zoom": ZOOM}
POINT = {"key": "p", "type": "map_point", "label": "Home", **AT_ZERO}
BOX = {"key": "b", "type": "map_bbox", "label": "Area", **AT_ZERO}
POLYGON = {"key": "g", "type": "map_polygon", "label": "Field", **AT_ZERO}
POINTS = {"key": "s", "type": "map_multipoint", "label": "Sightings", **AT_ZERO}
SQUARE = [[2, -2], [2, 2], [-2, 2], [-2, -2]]


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


def announcement(page):
    return page.locator("[data-announced]")
