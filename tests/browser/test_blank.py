"""Blank fields: boxes that may be not set, the menu of a field, and the values that are sent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.until import until

TEN = json.loads((Path(__file__).parents[2] / "benchmarks/ten.json").read_text("utf-8"))
SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "note": {"type": ["string", "null"]},
        "count": {"type": ["number", "null"]},
        "agreed": {"type": ["boolean", "null"]},
        "box": {"type": "boolean"},
    },
}
GIFT = {"key": "gift", "type": "toggle", "label": "Gift", "required": False}
PAPER = {"key": "paper", "type": "slider", "label": "Paper", "min": 0, "max": 10, "step": 1, "required": False}
SHINE = {
    "key": "shine",
    "type": "slider",
    "label": "Shine",
    "min": 0,
    "max": 10,
    "step": 1,
    "range": True,
    "required": False,
}


@pytest.fixture
def filled(new_app, acting, serve, new_page, watch):
    """`filled(scripted=True) -> Page` of a form with what may be null, whose runs `acting` keeps."""

    def start(*, scripted=True):
        page = new_page(java_script_enabled=scripted)
        watch(page)
        page.goto(serve(new_app({"name": "t", "inputSchema": SCHEMA})) + "/tools/t")
        if scripted:
            come_alive(page)
        return page

    return start


def run(page, acting):
    """Run the form and return the body that the tool received."""
    before = len(acting.bodies)
    page.get_by_role("button", name="Run", exact=True).click()
    until(lambda: len(acting.bodies) > before)
    expect(page.locator(".rhead [data-state='ok']")).to_be_visible()
    return acting.bodies[-1]


def test_few_tabs_lead_from_the_first_of_ten_inputs_to_run(opened):
    page = opened(**TEN)
    page.get_by_label("Title", exact=True).focus()
    presses = 0
    while not page.evaluate("document.activeElement.matches('[data-run]')"):
        page.keyboard.press("Tab")
        presses += 1

    assert presses < 19


def test_what_may_be_not_set_is_one_control_and_is_cleared(opened, acting, axe):
    page = opened(GIFT, PAPER, SHINE)
    gift = page.get_by_role("switch", name="Gift", exact=True)
    tracks = page.get_by_role("slider")
    assert page.get_by_role("radio").count() == 0
    expect(gift).to_have_accessible_description("Not set")
    expect(page.get_by_role("button", name="Clear")).to_have_count(0)

    gift.click()
    for track in tracks.all()[:2]:
        track.press("ArrowRight")
    expect(gift).to_have_accessible_description("")
    axe(page)
    assert run(page, acting) == {"gift": True, "paper": 1, "shine": [1, 10]}

    gift.click()
    page.get_by_role("button", name="Clear Paper", exact=True).click()
    expect(tracks.first).to_be_focused()
    assert run(page, acting) == {"gift": False, "shine": [1, 10]}

    page.get_by_role("button", name="Clear Gift", exact=True).press("Enter")
    expect(gift).to_be_focused()
    expect(gift).to_have_accessible_description("Not set")
    page.get_by_role("button", name="Clear Shine", exact=True).click()
    expect(page.get_by_role("button", name="Clear")).to_have_count(0)
    assert run(page, acting) == {}


def test_the_menu_of_a_field_says_what_its_blank_is_sent_as(filled, acting, axe):
    page = filled()
    choose(page, "Title", "Empty text")
    expect(page.get_by_role("button", name="Options for Title: Empty text")).to_be_visible()
    choose(page, "Note", "Null")
    choose(page, "Count", "Null")
    agreed = page.get_by_label("Agreed", exact=True)
    agreed.click()
    choose(page, "Agreed", "Null")
    expect(agreed).not_to_be_checked()
    axe(page)
    assert run(page, acting) == {"title": "", "note": None, "count": None, "agreed": None}

    choose(page, "Title", "Omit")
    choose(page, "Note", "Empty text")
    page.get_by_label("Count", exact=True).fill("5")
    choose(page, "Agreed", "False")
    assert run(page, acting) == {"note": "", "count": 5, "agreed": False}


def choose(page, label, words):
    """Choose *words* in the menu of the field called *label*, by its key."""
    control = page.get_by_label(label, exact=True)
    control.press("Alt+Enter")
    menu = page.get_by_role("menu", name=f"If {label} is blank")
    for _ in menu.get_by_role("menuitemradio").all():
        if page.evaluate("document.activeElement.textContent") == words:
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(menu).to_have_count(0)
    expect(control).to_be_focused()


def test_the_menu_is_there_for_a_pointer_and_is_left_by_escape(filled, axe):
    page = filled()
    title = page.get_by_label("Title", exact=True)
    title.hover()
    page.get_by_role("button", name="Options for Title", exact=True).click()
    expect(page.get_by_role("menuitemradio", name="Omit")).to_be_focused()
    axe(page)

    page.keyboard.press("Escape")

    expect(page.get_by_role("menu")).to_have_count(0)
    title.fill("x")
    expect(page.get_by_role("button", name="Options for Title", exact=True)).to_have_count(0)


def test_a_field_has_its_menu_once_one_comes_near_or_it_is_wrong(opened):
    texts = [{"key": key, "type": "text", "label": key.upper()} for key in "abc"]
    page = opened(*texts)
    menus = page.locator("[data-at] > .field-act")
    expect(menus).to_have_count(0)

    page.get_by_label("A", exact=True).focus()
    expect(page.locator("[data-at='/a'] > .field-act")).to_have_count(1)
    page.get_by_label("B", exact=True).hover()
    expect(menus).to_have_count(2)
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator(".bad > .field-act")).to_have_count(3)


def test_nothing_in_the_page_changes_for_a_key(filled):
    page = filled()
    note = page.locator('[name="/note"]')
    note.click()
    page.keyboard.type("a")
    page.evaluate("""() => {
        window.records = []
        new MutationObserver(found => records.push(...found.map(({ type, target }) => `${type} ${target.nodeName}`)))
            .observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    }""")
    page.keyboard.type("b")

    expect(note).to_have_value("ab")
    # Observers are told before the next frame.
    assert page.evaluate("() => new Promise(then => requestAnimationFrame(() => then(records)))") == []


def test_it_is_said_without_scripts_too(filled, acting):
    page = filled(scripted=False)
    page.get_by_label("Send as empty text").check()
    page.locator('[name="is/note"]').select_option("null")
    page.locator("[data-at='/box']").get_by_label("Send as false").check()
    page.locator('[name="is/agreed"]').select_option("false")
    assert run(page, acting) == {"title": "", "note": None, "box": False, "agreed": False}

    page.go_back()
    page.get_by_label("Box", exact=True).check()
    assert run(page, acting)["box"] is True


def test_forced_colours_mark_what_is_wrong_by_more_than_its_message(new_page, served):
    page = new_page(forced_colors="active")
    page.goto(served({"key": "a", "type": "text", "label": "A"}, {"key": "b", "type": "text", "label": "B"}, GIFT))
    come_alive(page)
    a, gift = page.get_by_label("A", exact=True), page.get_by_role("switch")
    look = "each => [each, each.closest('.field')].map(one => getComputedStyle(one).borderInlineStartWidth)"
    assert a.evaluate(look) == ["1px", "0px"]
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator('[data-problem-for="/a"]')).to_be_visible()
    assert a.evaluate(look) == ["3px", "4px"]
    # Ticked or not, its knob is of the colours of the system.
    ground = "one => getComputedStyle(one, '::before').backgroundColor"
    unticked = gift.evaluate(ground)
    gift.check()
    assert gift.evaluate(ground) != unticked
