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
