"""Where the fields of a form stand: level with their neighbours, and still while the scripts come."""

from __future__ import annotations

import pytest

from tests.alive import come_alive

NUMBER = {"type": "number"}
SIDE_BY_SIDE = [
    NUMBER | {"key": "long", "label": "Number of simulated paths in the whole experiment", "description": "Or more."},
    NUMBER | {"key": "seed", "label": "Seed"},
    NUMBER | {"key": "weight", "label": "Weight", "description": "In kilograms, the box and all that is in it."},
    {"key": "fragile", "type": "toggle", "label": "Fragile", "description": "Like glass."},
]
TUNED = {"show_if": {"key": "mode", "equals": "tuned"}}
OPTIONS = [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}]
TABLE = {"key": "rows", "type": "table", "label": "Rows", "columns": [{"key": "a", "label": "A", "type": "text"}]}
#: From the top of the page to the middle of the control of each field that is seen, by pointer.
MIDDLES = """() => Object.fromEntries([...document.querySelectorAll('.field, [data-run]')].filter(field => field.checkVisibility())
    .map(field => [field.dataset.at, (field.querySelector(':scope > .control :is(.ctl, [type=checkbox])') ?? field).getBoundingClientRect()])
    .map(([at, { top, height }]) => [at, Math.round(top + height / 2)]))"""


def test_controls_side_by_side_are_level_however_long_label_and_help_are(opened):
    page = opened(*SIDE_BY_SIDE)

    middle = page.evaluate(MIDDLES)

    assert middle["/long"] == middle["/seed"]
    assert middle["/weight"] == middle["/fragile"]
    label, words = (page.get_by_text(text, exact=True).bounding_box()["y"] for text in ("Fragile", "Like glass."))
    assert label < words
    page.set_viewport_size({"width": 390, "height": 700})
    assert len(set(page.evaluate(MIDDLES).values())) == len(SIDE_BY_SIDE) + 1


@pytest.mark.motion
@pytest.mark.parametrize("mode", ["fast", "tuned"])
def test_nothing_moves_when_the_scripts_of_a_form_come(page, served, mode):
    address = served(
        {"key": "mode", "type": "radio", "label": "Mode", "default": mode, "options": OPTIONS},
        NUMBER | TUNED | {"key": "heat", "label": "Heat"},
        NUMBER | TUNED | {"key": "fan", "label": "Fan", "group": "Fans"},
        TABLE,
    )
    page.route("**/core-*.js", lambda route: route.abort())
    page.goto(address)
    drawn = page.evaluate(MIDDLES)
    page.unroute("**/core-*.js")

    page.goto(address)
    come_alive(page)

    assert page.evaluate(MIDDLES) == drawn


BOXES = [{"key": f"box{index}", "type": "checkbox", "label": f"Box {index}"} for index in range(20)]
#: How much of what has the focus lies in the window, and how much of that under the bar with Run, in pixels.
SEEN = """() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect(), bar = document.querySelector('.go').getBoundingClientRect()
    const both = (start, end) => Math.max(0, Math.min(bottom, end) - Math.max(top, start))
    return [bottom - top - both(0, innerHeight), both(bar.top, bar.bottom)].map(Math.round)
}"""


# In German the buttons take three rows of the smallest screen; the last window is of a page at 400 %.
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (320, 256)])
def test_what_has_the_focus_is_not_under_the_bar_with_run(served, new_page, width, height):
    page = new_page(viewport={"width": width, "height": height})
    page.goto(served(*BOXES, examples=[{"name": "One", "values": {}}]) + "?lang=de")
    come_alive(page)

    hidden = {}
    for box in BOXES:
        page.keyboard.press("Tab")
        while page.evaluate("document.activeElement.type") != "checkbox":
            page.keyboard.press("Tab")
        hidden[box["label"]] = page.evaluate(SEEN)

    assert hidden == {box["label"]: [0, 0] for box in BOXES}
