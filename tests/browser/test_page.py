"""The page beside its forms: tabs, buttons to copy, the search, the theme."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import quiet

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}
OUTPUT = {"outputs": [{"key": "y", "type": "text", "label": "Answer"}]}


@pytest.fixture
def done(opened, acting):
    acting.answer = {"y": "the <answer>"}
    page = opened(TITLE, **OUTPUT)
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    return page


def test_the_parts_of_a_result_are_tabs(done):
    tabs = done.get_by_role("tablist", name="Result").get_by_role("tab")
    expect(done.get_by_role("tabpanel")).to_have_count(1)
    expect(tabs.first).to_have_attribute("aria-selected", "true")

    tabs.first.press("ArrowRight")
    expect(done.get_by_role("tab", name="Request")).to_be_focused()
    expect(done.get_by_role("tabpanel", name="Request")).to_be_visible()
    expect(done.get_by_role("tabpanel")).to_have_count(1)
    done.keyboard.press("ArrowLeft")
    done.keyboard.press("ArrowLeft")
    expect(tabs.last).to_be_focused()
    done.get_by_role("tab", name="Result").click()

    expect(done.get_by_role("tabpanel", name="Result")).to_be_visible()
    assert "#" not in done.url


@pytest.mark.parametrize("allowed", [True, False])
def test_a_result_is_copied_and_it_is_said(done, allowed):
    if allowed:
        done.context.grant_permissions(["clipboard-read", "clipboard-write"])
    else:
        done.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        done.evaluate("document.execCommand = () => { window.copied = document.activeElement.value; return true }")

    done.get_by_label("Actions for Answer").click()
    done.get_by_role("button", name="Copy").first.click()

    expect(done.locator("[data-announced]")).to_have_text("Copied")
    text = done.evaluate("navigator.clipboard.readText()" if allowed else "window.copied")
    assert text == "the <answer>"


def test_a_browser_that_does_not_copy_says_so(done):
    done.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false"
    )

    done.get_by_label("Actions for Answer").click()
    done.get_by_role("button", name="Copy").first.click()

    expect(done.locator("[data-announced]")).to_contain_text("does not let this page copy")


def test_the_theme_is_chosen_and_remembered(opened):
    page = opened(TITLE)
    toggle = page.get_by_role("button", name="Dark theme")
    expect(toggle).to_have_attribute("aria-pressed", "false")

    toggle.click()
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(toggle).to_have_attribute("aria-pressed", "true")


def test_the_catalogue_is_searched_while_one_types(new_app, serve, page, violations):
    tools = [
        {"id": f"t{n}", "name": name, "inputs": [], "tags": ["tag"]}
        for n, name in enumerate(["CSV statistics", "Image filter"])
    ]
    page.goto(serve(new_app(*tools)))
    quiet(page)
    search, cards = page.get_by_label("Search tools"), page.locator("[data-search]")

    search.fill("IMAGE tag")
    expect(cards.first).to_be_hidden()
    expect(cards.last).to_be_visible()
    expect(page.locator("[data-announced]")).to_have_text("1 tool fits")
    search.fill("nothing of the kind")
    expect(page.locator("[data-search-none]")).to_be_visible()
    search.fill("")

    expect(cards.first).to_be_visible()
    expect(page.locator("[data-search-none]")).to_be_hidden()
    assert violations == []
