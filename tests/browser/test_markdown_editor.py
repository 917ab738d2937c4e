"""Markdown in an editor: its preview is what the server makes of the text, with scripts and without."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.editors import NOTES, editor, preview, rewrite, run


def test_a_preview_shows_what_the_server_makes_of_the_text(opened, acting):
    page = opened(NOTES)
    rewrite(page, "Notes", "# New *title*\n\n<script>alert(1)</script> [x](javascript:alert(1))")

    page.get_by_role("tab", name="Preview").click()

    expect(preview(page).get_by_role("heading")).to_have_text("New title")
    expect(preview(page)).to_contain_text("<script>alert(1)</script>")
    assert preview(page).locator("script, a").count() == 0
    expect(page.get_by_role("textbox", name="Notes", exact=True)).to_be_hidden()
    page.get_by_role("tab", name="Preview").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Write")).to_be_focused()
    expect(editor(page, "Notes")).to_be_visible()
    run(page)
    assert acting.bodies == [{"m": "# New *title*\n\n<script>alert(1)</script> [x](javascript:alert(1))"}]


def test_a_blank_text_has_no_preview_and_says_so(opened):
    page = opened(NOTES | {"default": ""})

    page.get_by_role("tab", name="Preview").click()

    expect(preview(page)).to_have_text("There is nothing to preview yet.")


def test_a_preview_that_fails_can_be_asked_for_again(opened, axe):
    page = opened(NOTES)
    page.route("**/form", lambda route: route.abort())
    page.get_by_role("tab", name="Preview").click()
    expect(preview(page)).to_contain_text("The preview could not be loaded.")
    axe(page)
    page.unroute("**/form")

    page.get_by_role("button", name="Try again").click()

    expect(preview(page).get_by_role("heading")).to_have_text("Hello you")


def test_a_problem_leads_from_the_preview_to_the_text(opened):
    page = opened({"key": "m", "type": "markdown", "label": "Notes"})
    page.get_by_role("tab", name="Preview").click()
    page.locator("[data-run]").click()

    page.locator("[data-summary]").get_by_role("link", name="Notes").click()

    expect(editor(page, "Notes")).to_be_focused()


def test_a_preview_needs_no_scripts(served, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(served(NOTES))

    page.get_by_label("Notes").fill("# Without *scripts*")
    page.get_by_role("button", name="Preview").click()

    expect(page.locator("[data-preview]").get_by_role("heading")).to_have_text("Without scripts")
    expect(page.get_by_label("Notes")).to_have_value("# Without *scripts*")
