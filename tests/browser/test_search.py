"""The tools of the catalogue, searched while one types and by the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import quiet

SEARCHES = {
    "csv": ["CSV statistics"],
    "OF A": ["CSV statistics", "Area"],
    "": ["CSV statistics", "Area", "<b>Bold</b>"],
    "polygon area": ["Area"],
    "numbers": ["CSV statistics"],
    "geo": ["Area"],
    "<b>": ["<b>Bold</b>"],
}


@pytest.fixture
def catalogue(new_app, serve, page, violations):
    tools = [
        {"id": "csv", "name": "CSV statistics", "description": "Of a table.", "inputs": [], "tags": ["numbers"]},
        {"id": "area", "name": "Area", "description": "Of a *polygon*.", "inputs": [], "category": "geo/maps"},
        {"id": "b", "name": "<b>Bold</b>", "description": "", "inputs": []},
    ]
    page.goto(serve(new_app(*tools)))
    quiet(page)
    yield page
    assert violations == []


def test_a_search_leaves_the_tools_that_have_all_the_words(catalogue):
    for typed, found in SEARCHES.items():
        catalogue.get_by_role("searchbox").fill(typed)

        expect(catalogue.locator("[data-search]:visible h2")).to_have_text(found)
        expect(catalogue.locator("[data-search-none]")).to_be_hidden()


def test_a_search_by_the_server_is_not_narrowed_by_the_script(catalogue):
    search = catalogue.get_by_role("searchbox")
    search.fill("csv")
    search.press("Enter")
    expect(catalogue.locator("[data-search] h2")).to_have_text(["CSV statistics"])

    search.fill("area")

    expect(catalogue.locator("[data-search] h2")).to_have_text(["CSV statistics"])
    search.press("Enter")
    expect(catalogue.locator("[data-search] h2")).to_have_text(["Area"])


@pytest.fixture
def categories(new_app, serve, page, violations):
    """The catalogue of tools of two categories."""
    tools = [
        {"id": "list-pets", "name": "List", "category": "pets", "tags": ["read"], "inputs": []},
        {"id": "add-pet", "name": "Add", "category": "pets", "inputs": []},
        {"id": "list-owners", "name": "List", "category": "owners", "tags": ["read"], "inputs": []},
        {"id": "end-owner", "name": "Delete", "category": "owners", "inputs": []},
    ]
    page.goto(serve(new_app(*tools)))
    quiet(page)
    yield page
    assert violations == []


def test_a_category_without_a_tool_that_fits_is_hidden_and_others_are_counted(categories, axe):
    categories.get_by_role("searchbox").fill("add-pet")

    expect(categories.locator("section.tools:visible h2")).to_have_text(["pets 1"])
    expect(categories.locator("[data-search-count]")).to_have_text("1 of 4 tools")
    expect(categories.locator("[data-announced]")).to_have_text("1 tool fits")
    axe(categories)
    categories.get_by_role("searchbox").fill("")
    expect(categories.locator("section.tools:visible h2")).to_have_text(["pets 2", "owners 2"])
    expect(categories.locator("[data-search-count]")).to_have_text("4 tools")


def test_a_tag_leaves_its_tools_and_words_those_of_them_that_have_them(categories):
    categories.get_by_label("Tag").select_option("read")
    expect(categories.locator("[data-search]:visible h3")).to_have_text(["List", "List"])

    categories.get_by_role("searchbox").fill("owner")
    expect(categories.locator("[data-search]:visible a")).to_have_attribute("href", "/tools/list-owners")

    categories.get_by_role("searchbox").fill("zebra")
    expect(categories.get_by_role("heading", name="Nothing matches")).to_be_visible()
    categories.get_by_role("link", name="Clear the search").click()
    expect(categories.locator("[data-search]:visible")).to_have_count(4)


def test_words_and_a_tag_are_searched_without_scripts(new_page, categories):
    page = new_page(java_script_enabled=False)
    page.goto(categories.url)
    page.get_by_role("searchbox").fill("list")
    page.get_by_label("Tag").select_option("pets")
    page.get_by_role("button", name="Search").click()

    expect(page.locator("[data-search] a")).to_have_attribute("href", "/tools/list-pets")
    expect(page.get_by_text("1 of 4 tools for “list” in pets")).to_be_visible()
