"""The theme: the system's, until it is chosen."""

from __future__ import annotations

from playwright.sync_api import expect

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
