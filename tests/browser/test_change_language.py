"""Another language of a page of ours: chosen at its end, it is there in place, and nothing is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.results import ROWS, TABLE, first
from tests.browser.test_chat import CHAT

INPUTS = (
    {"key": "name", "type": "text", "label": "Name"},
    {"key": "word", "type": "password", "label": "Word", "required": False},
    {"key": "file", "type": "file", "label": "File", "required": False},
    {"key": "tags", "type": "tags", "label": "Tags", "required": False},
)


def choose(page, language):
    page.locator(f".languages a[hreflang={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.slow
def test_another_language_takes_effect_in_place(opened, acting, words_in):
    page = opened(*INPUTS)
    page.evaluate("window.same = true")
    page.route("**/tools/t/run", lambda route: route.abort(), times=1)
    page.get_by_label("Name").fill("Ada")
    run, result = page.locator("button[data-run]"), page.locator("[data-result]")
    page.get_by_label("Word").fill("hunter2x")
    page.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"salaries"})
    page.get_by_label("Tags").locator("visible=true").fill("half")
    run.click()
    expect(result).to_have_attribute("data-status", "lost")
    page.get_by_label("Name").fill("")
    page.get_by_text("Edit as JSON").click()
    page.get_by_role("textbox", name="Edit as JSON").fill("{ half typed")
    page.get_by_text("Presets and link").click()
    page.get_by_label("Save as preset").fill("mine")
    expect(page.locator("[data-problem-for='/name']")).to_be_visible()

    choose(page, "de")
    assert page.evaluate("[window.same, new URL(location).searchParams.get('lang')]") == [True, "de"]
    expect(page.locator(".languages a[hreflang=de]")).to_be_in_viewport()
    expect(page.locator(".languages [aria-current]")).to_have_text("Deutsch")
    expect(run).to_contain_text(words_in("de", "Run"))
    # What the scripts said, they say in that language: what is wrong, and why nothing was run.
    expect(result.get_by_role("heading")).to_have_text(words_in("de", "Connection lost"))
    expect(result.get_by_role("button", name=words_in("de", "Try again"))).to_be_visible()
    expect(page.locator("[data-problem-for='/name']")).to_have_text(words_in("de", "Required"))
    expect(page.locator("[data-summary]")).to_be_hidden()
    for label, value in {"Word": "hunter2x", words_in("de", "Edit as JSON"): "{ half typed"}.items():
        expect(page.get_by_label(label, exact=True)).to_have_value(value)
    expect(page.get_by_label(words_in("de", "Save as preset"))).to_have_value("mine")
    expect(page.locator("[data-chosen] .file-name")).to_have_text("a.txt")
    kept = page.evaluate(
        "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href])"
    )
    assert "hunter2x" not in kept

    # A run that goes on goes on, and its result is in the language that was chosen meanwhile.
    page.get_by_label("Name").fill("Ada")
    acting.hold()
    run.click()
    acting.begun()
    expect(result.get_by_role("heading")).to_have_text(words_in("de", "Running…"))
    choose(page, "fr")
    expect(result.get_by_role("heading")).to_have_text(words_in("fr", "Running…"))
    acting.let_go()
    expect(result).to_have_attribute("data-status", "ok")
    expect(result.locator("[role=tab]").first).to_have_text(words_in("fr", "Result"))
    assert acting.bodies == [
        {"name": "Ada", "word": "hunter2x", "file": "data:text/plain;base64,c2FsYXJpZXM=", "tags": ["half"]}
    ]

    # Where the server is away all stays as it is.
    page.route("**/tools/t**", lambda route: route.abort())
    page.locator(".languages a[hreflang=de]").click()
    expect(page.locator(".toast")).to_contain_text(words_in("fr", "The server cannot be reached."))
    expect(run).to_contain_text(words_in("fr", "Run"))
    assert page.evaluate("new URL(location).searchParams.get('lang')") == "fr"


def test_a_conversation_goes_on_in_another_language(opened, acting, words_in):
    page = opened(**CHAT)
    page.evaluate("window.same = true")
    page.get_by_role("textbox", name="Message").fill("half typed")
    choose(page, "de")

    box = page.get_by_role("textbox", name=words_in("de", "Message"))
    expect(box).to_have_value("half typed")
    expect(page.get_by_role("heading", name=words_in("de", "Start the conversation"))).to_be_visible()
    box.press("Enter")
    expect(page.locator("[data-role=user] b")).to_have_text(words_in("de", "You"))
    assert page.evaluate("window.same")


@pytest.mark.slow
def test_the_data_of_a_chart_stays_folded_or_open(opened, acting):
    acting.answer = {"o": {"slices": [{"label": "Sun", "value": 2}, {"label": "Rain", "value": 1}]}}
    page = opened(outputs=[{"key": "o", "type": "chart_pie", "label": "Sky"}])
    page.locator("[data-run]").click()
    data, drawing = page.locator("details.behind"), page.locator(".chart svg")
    for language, is_open in (("de", False), ("fr", True), ("en", True)):
        expect(drawing).to_be_visible()
        if is_open and not data.evaluate("data => data.open"):
            data.locator("summary").click()
        # Its result is there anew.
        data.evaluate("data => data.toggleAttribute('data-before')")
        choose(page, language)
        expect(page.locator("[data-before]")).to_have_count(0)
        expect(drawing).to_be_visible()
        expect(page.locator("[data-fold]")).to_have_count(0)
        assert data.evaluate("data => data.open") is is_open


def test_a_table_stays_sorted_and_paged(ran, words_in):
    page = ran({"o": ROWS}, **TABLE)
    page.get_by_role("link", name="n", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("n")
    page.get_by_role("link", name="n", exact=True).click()
    expect(first(page)).to_have_text("999")

    choose(page, "de")

    expect(page.get_by_role("link", name=words_in("de", "Next"))).to_be_visible()
    expect(first(page)).to_have_text("999")
