"""The theme: the system's, until it is chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.web import Theme
from webform.web.theme import SHIPPED

pytestmark = pytest.mark.motion

NAME = {"key": "name", "type": "text", "label": "Name", "required": False}


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_a_theme_is_the_systems_until_it_is_chosen(new_page, served, watch):
    page = new_page(color_scheme="dark")
    seen = watch(page)
    page.goto(served(NAME))

    toggle = page.get_by_role("button", name="Dark theme")

    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert seen == []


def test_a_theme_chosen_against_the_system_stays(new_page, served):
    page = new_page(color_scheme="dark")
    page.goto(served(NAME))
    before = ground(page)

    page.get_by_role("button", name="Dark theme").click()
    page.reload()

    assert ground(page) != before
    expect(page.get_by_role("button", name="Dark theme")).to_have_attribute("aria-pressed", "false")


def test_without_a_script_there_is_no_button_for_a_theme(new_page, served):
    page = new_page(java_script_enabled=False)
    page.goto(served(NAME))

    expect(page.locator("[data-theme-toggle]")).to_be_hidden()


def test_what_is_kept_of_a_theme_may_be_anything(opened, page):
    page.add_init_script("localStorage.setItem('webform:theme', '{\"x\": <b>')")

    expect(opened(NAME).get_by_role("button", name="Dark theme")).to_have_attribute("aria-pressed", "false")


NESTS = {"key": "nests", "type": "number", "label": "Nests", "max": 50}
NOTES = {"key": "notes", "type": "textarea", "label": "Notes", "default": "\n".join(map(str, range(40)))}
SWITCHES = [
    {"key": name, "type": "toggle", "label": name, "default": name == "On", "required": False} for name in ("On", "Off")
]
SHARE = {"key": "share", "type": "slider", "label": "Share", "min": 0, "max": 100, "default": 40}


def fill_in(page):
    """Run the tool, then make a mistake."""
    page.get_by_label("Nests", exact=True).fill("12")
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    page.get_by_label("Nests", exact=True).fill("99")
    page.locator("[data-run]").click()
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_theme_can_be_read_with_an_error_and_a_result(new_app, serve, page, violations, axe, name):
    tool = {"id": "t", "name": "Trial", "inputs": [NESTS, NOTES, *SWITCHES, SHARE]}
    page.goto(serve(new_app(tool, theme=Theme(name=name))) + "/tools/t")
    come_alive(page)
    fill_in(page)

    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
    assert violations == []


def style(locator, name, pseudo=None):
    return locator.evaluate("(element, [name, pseudo]) => getComputedStyle(element, pseudo)[name]", [name, pseudo])


@pytest.mark.slow
def test_what_visitors_choose_holds_for_errors_focus_switches_and_motion(opened):
    page = opened(NESTS, NOTES, *SWITCHES, SHARE)
    fill_in(page)
    wrong, field = page.locator("[aria-invalid=true]"), page.locator(".field.bad")
    assert style(page.locator("[data-run]"), "transitionDuration") != "0s"

    for chosen in ({"contrast": "more"}, {"forced_colors": "active"}):
        page.emulate_media(**chosen)
        assert style(field, "borderInlineStartWidth") == "4px"
        assert style(wrong, "borderTopStyle") == "double"
        expect(field.locator(".problem")).to_contain_text("50")
        assert style(field.locator(".problem"), "content", "::before") == '"!" / ""'

    on, off = (style(page.get_by_label(name, exact=True), "backgroundColor") for name in ("On", "Off"))
    assert on != off
    assert "gradient" in style(page.locator(".slider-tracks"), "backgroundImage", "::before")
    for name in ("Nests", "On"):
        control = page.get_by_label(name, exact=True)
        control.focus()
        page.keyboard.press("Shift")
        assert style(control, "outlineStyle") == "solid"
        assert style(control, "outlineWidth") in ("2px", "3px")
    page.emulate_media(reduced_motion="reduce")
    assert style(page.locator("[data-run]"), "transitionDuration") == "0s"


def test_paper_has_the_form_as_it_is_filled_in_and_the_result(opened):
    page = opened(NESTS, NOTES, *SWITCHES, SHARE, outputs=[{"key": "y", "type": "number", "label": "Y"}])
    fill_in(page)
    page.get_by_role("button", name="Dark theme").click()
    notes = page.get_by_label("Notes", exact=True)
    assert notes.evaluate("notes => notes.scrollHeight > notes.clientHeight")

    page.emulate_media(media="print")

    assert notes.evaluate("notes => notes.scrollHeight <= notes.clientHeight")
    for shown in ("h1", "[data-result] .view", "#main .field"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".bar", ".foot", ".go", ".history", ".tabs", ".body-json", ".batch-link", ".field-act"):
        assert page.locator(hidden).evaluate_all("all => all.every(each => !each.checkVisibility())"), hidden
    assert style(page.locator(":root"), "colorScheme") == "light"
