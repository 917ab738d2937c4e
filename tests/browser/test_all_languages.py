"""A page in each language: nothing of it is without a name, and all of it stands on the right side of a narrow window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.dialects.test_wording import WEATHER
from webform.dialects import load
from webform.language import languages
from webform.web import Config, create_app
from webform.web.served import Served

LONG = {
    "id": "long",
    "name": "Long",
    "inputs": [
        {"key": f"k{number}", "type": "text", "label": f"Field {number}", "group": f"Part {number // 8}"}
        for number in range(40)
    ],
    "outputs": [],
}
ARABIC = {
    "id": "arabic",
    "name": "الطقس",
    "description": "ليوم واحد.",
    "inputs": [{"key": "city", "type": "text", "label": "المدينة (الاسم)", "description": "أين تبدأ؟"}],
    "outputs": [],
}

#: What has a side: a switch, what is chosen, a long text in a cell, and a minus.
SIDES = {
    "id": "sides",
    "name": "Sides",
    "inputs": [
        {"key": "on", "type": "toggle", "label": "On", "default": True},
        {"key": "one", "type": "select", "label": "One", "options": ["a", "b"], "default": "a"},
        {"key": "least", "type": "number", "label": "Least", "min": -10, "max": 50},
        {
            "key": "rows", "type": "table", "label": "Rows", "default": [{"text": "a long text in a cell of a table"}],
            "columns": [{"key": "text", "type": "text", "label": "Text"}],
        },
    ],
    "outputs": [],
}  # fmt: skip


@pytest.fixture
def site(serve):
    app = create_app([Served(tool=load(declared)[0]) for declared in (WEATHER, LONG, ARABIC, SIDES)], Config())
    yield serve(app)
    app.extensions["webform"].close()


@pytest.mark.slow
def test_a_page_in_each_language_is_accessible_and_fits_a_narrow_window(site, new_page, axe):
    page = new_page(viewport={"width": 390, "height": 844})
    for name in languages():
        page.goto(f"{site}/tools/weather?lang={name}")

        axe(page)
        expect(page.locator("html")).to_have_attribute("lang", name)
        links = page.locator(".languages a")
        expect(links).to_have_count(len(languages()))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        # They stand apart, and are large enough for a finger.
        boxes = links.evaluate_all("links => links.map(link => { const box = link.getBoundingClientRect(); "
                                   "return [box.top, box.left, box.right, box.height] })")  # fmt: skip
        assert all(height >= 24 for *_, height in boxes), name
        rows = [sorted(box[1:3] for box in boxes if box[0] == top) for top in {box[0] for box in boxes}]
        assert all(after[0] - before[1] >= 8 for row in rows for before, after in pairwise(row)), name


def test_what_is_written_from_the_right_begins_where_its_page_does(site, new_page):
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{site}/tools/arabic?lang=en")

    for text in (
        page.locator("h1"),
        page.locator(".label bdi"),
        page.locator(".field .help"),
        page.locator(".head .prose"),
    ):
        direction, start = text.evaluate(
            "text => [getComputedStyle(text).direction, (range => (range.selectNodeContents(text), "
            "range.getBoundingClientRect().left - text.parentElement.getBoundingClientRect().left))(new Range())]"
        )
        assert (direction, abs(start) < 2) == ("rtl", True)

    page.goto(f"{site}/tools/sides?lang=ar")
    styles = "(element, [part, name]) => getComputedStyle(element, part)[name]"
    switch, menu, cell = page.locator("[role=switch]"), page.locator("select[name='/one']"), page.locator("td > .ctl")
    assert switch.evaluate(styles, ["::before", "translate"]) == "-16px"
    assert menu.evaluate(styles, [None, "textAlign"]) == cell.evaluate(styles, [None, "textAlign"]) == "right"
    assert cell.evaluate(styles, [None, "unicodeBidi"]) == "plaintext"
    expect(page.locator("[data-at='/least'] .opt")).to_contain_text("\N{LEFT-TO-RIGHT MARK}-10")


def test_the_contents_of_a_long_form_stand_beside_it_on_the_side_of_the_language(site, new_page):
    page = new_page(viewport={"width": 1280, "height": 800})
    gaps = {}
    for name in ("en", "ar"):
        page.goto(f"{site}/tools/long?lang={name}")
        gaps[name] = page.evaluate("""() => {
            const [form, link] = ['.form', '.contents a'].map(name => document.querySelector(name).getBoundingClientRect())
            return getComputedStyle(document.body).direction === 'rtl' ? form.right - link.right : link.left - form.left
        }""")

    assert gaps["ar"] == gaps["en"] > 8
