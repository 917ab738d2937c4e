"""axe finds nothing in any state that a page comes to, light and dark."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from examples import create_app, manifest_file
from tests.journeys.person import COLOURS, LAPTOP, PHONE, assert_fits, field, result, run, visit
from webform import load
from webform.web.config import Config
from webform.web.demo import create_demo
from webform.web.preview import create_preview

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}
TAGS = {"key": "tags", "type": "tags", "label": "Tags", "suggestions": ["a", "b"], "default": ["a", "my own"]}
ROWS = {
    "key": "rows",
    "type": "table",
    "label": "Rows",
    "columns": [{"key": "k", "label": "K", "type": "text"}, {"key": "n", "label": "N", "type": "number"}],
    "default": [{"k": "A", "n": 1}, {"k": "B", "n": 2}],
}
PAPER = {"key": "paper", "type": "file", "label": "Paper", "required": False}
PHOTO = {"key": "photo", "type": "image", "label": "Photo", "required": False}
CITY = {"key": "city", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/c", "required": False}
OUTPUTS = [
    {"key": "y", "type": "text", "label": "Y", "description": "Why."},
    {"key": "n", "type": "number", "label": "N", "layout": "inline", "unit": "kg"},
    {"key": "rows", "type": "table", "label": "Rows", "layout": "tab"},
    {"key": "code", "type": "code", "label": "Code", "layout": "tab", "language": "python"},
    {"key": "tree", "type": "json", "label": "Tree", "layout": "tab"},
]
ANSWER = {"y": "text", "n": 1.5, "rows": [{"a": 1, "b": "two"}], "code": "x = 1  # one\n", "tree": {"a": [1, None]}}


@pytest.fixture
def page(lively):
    return lively


@pytest.fixture
def clear(page, axe):
    """`clear()`: axe finds nothing on the page as it is now, light and dark."""

    def look():
        page.emulate_media(color_scheme="light")
        axe(page)
        page.emulate_media(color_scheme="dark")
        axe(page, only=COLOURS)

    return look


def wait_for_views(page):
    """Wait until what a script draws of a result stands there."""
    for view in page.locator("[data-result] [data-view=chart]:visible").all():
        expect(view).to_have_attribute("data-ready", "")


@pytest.fixture
def demo(serve, tmp_path):
    """The address of the demo: the example tools, and the gallery."""
    app = create_demo(Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files"))
    yield serve(app)
    app.extensions["webform"].close()


@pytest.mark.slow
def test_charts_and_maps_of_a_run_and_its_history(demo, page, clear):
    for name in ("weather", "airports"):
        visit(page, f"{demo}/tools/{name}")
        run(page)
        result(page)
        wait_for_views(page)
        clear()
    visit(page, f"{demo}/runs")
    expect(page.locator("#runs li").first).to_be_visible()
    clear()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["Inputs", "Views"])
def test_every_page_of_the_gallery(demo, page, axe, kind):
    visit(page, f"{demo}/gallery")
    groups = page.locator(".groups > div", has_text=kind).get_by_role("link")
    for link in [group.get_attribute("href") for group in groups.all()]:
        page.emulate_media(color_scheme="light")
        visit(page, demo + link)
        axe(page)
        page.emulate_media(color_scheme="dark")
        axe(page, only=COLOURS)
        page.set_viewport_size(PHONE)
        assert_fits(page)
        page.set_viewport_size(LAPTOP)


def test_tags_as_chips(served, page, clear):
    visit(page, served(TAGS))
    expect(page.locator(".chips .chip")).to_have_count(2)
    page.get_by_label("Tags", exact=True).press("ArrowLeft")
    clear()


def test_rows_with_problems(served, page, clear):
    visit(page, served(ROWS | {"min_rows": 2, "max_rows": 3}))
    page.get_by_role("button", name="Add row").click()
    page.get_by_label("N", exact=True).nth(1).fill("many")
    run(page)
    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator("td .problem:visible")).to_have_count(1)
    clear()


def test_suggestions(served, acting, page, clear):
    acting.suggestions = [{"value": 1, "label": "One"}, {"value": 2, "label": "Two"}]
    visit(page, served(CITY, provides_autocomplete=True))
    page.get_by_role("combobox").press_sequentially("o")
    expect(page.get_by_role("option")).to_have_count(2)
    page.get_by_role("combobox").press("ArrowDown")
    clear()


def test_suggestions_without_scripts(served, acting, plain, new_page, axe):
    acting.suggestions = [{"value": 1, "label": "One"}]
    address = served(CITY, provides_autocomplete=True)
    visit(plain, address)
    plain.get_by_role("textbox").fill("o")
    plain.get_by_role("button", name="Search").click()
    expect(plain.get_by_role("button", name="One")).to_be_visible()
    # axe needs a page that runs scripts: the same page, without its own.
    looking = new_page()
    visit(looking, address)
    looking.set_content(re.sub("<script .*?</script>", "", plain.content()))
    expect(looking.get_by_role("button", name="One")).to_be_visible()
    axe(looking)


def test_files_chosen_and_refused(served, page, clear):
    visit(page, served(PAPER | {"accept": ".pdf"}, PHOTO))
    page.get_by_label("Paper").set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4"})
    page.get_by_label("Photo").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no image"})
    expect(page.get_by_role("button", name="Remove a.pdf")).to_be_visible()
    clear()
    page.get_by_label("Photo").set_input_files({"name": "a.txt", "mimeType": "text/html", "buffer": b"<b>"})
    expect(field(page, "/photo").locator(".problem")).to_be_visible()
    clear()


def test_a_run_that_goes_on_and_one_that_was_cancelled(served, acting, page, clear):
    acting.hold()
    visit(page, served(TITLE))
    run(page)
    expect(result(page, "running")).to_contain_text("Running…")
    clear()
    page.get_by_role("button", name="Cancel").click()
    result(page, "cancelled")
    clear()


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (("<h1>no</h1>", 502), "error"),
        (({"detail": [{"loc": ["body", "title"], "msg": "too dull", "type": "value_error"}]}, 422), "invalid"),
        ({"y": 5, "rows": "none"}, "ok"),
        ({}, "error"),
    ],
)
def test_a_run_that_went_wrong(served, acting, page, clear, answer, status):
    acting.answer = answer
    visit(page, served(TITLE, outputs=OUTPUTS))
    run(page)
    result(page, status)
    clear()


@pytest.mark.slow
def test_every_tab_of_a_result(served, acting, page, clear):
    acting.answer = ANSWER
    visit(page, served(TITLE, outputs=OUTPUTS))
    run(page)
    section = result(page)
    tabs = section.get_by_role("tab").all()
    assert len(tabs) == 9
    for tab in tabs:
        if tab.is_visible():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            clear()


def test_the_body_as_json_and_what_is_wrong_with_it(served, page, clear):
    visit(page, served(TITLE, ROWS))
    page.locator("summary", has_text="Edit as JSON").click()
    expect(page.locator("[data-body-json] [role=alert]")).to_have_count(1)
    page.get_by_label("Edit as JSON").fill("{")
    page.get_by_role("button", name="Apply to form").click()
    expect(page.locator("[data-body-json] [role=alert]")).to_be_visible()
    clear()


def test_what_is_offered_back(served, page, clear):
    visit(page, served(TITLE))
    page.get_by_label("Title").fill("typed")
    page.reload()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    clear()


def test_values_of_a_link_and_something_to_undo(served, page, clear):
    visit(page, served(TITLE, ROWS, examples=[{"name": "One", "values": {"title": "first"}}]) + "?/title=short&/no=1")
    expect(page.locator(".notice:visible")).to_be_visible()
    page.locator("summary", has_text="Load example").click()
    page.get_by_role("button", name="Remove row 1").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    clear()


def test_a_conversation(started, serve, page, clear):
    (chat,) = load(manifest_file("unit-chat"))
    visit(page, started((chat, serve(create_app("unit-chat")) + "/run")) + "/tools/unit-chat")
    # As it begins, test_accessibility looks at it.
    page.get_by_label("Message").fill("5 km in miles")
    page.get_by_label("Message").press("Enter")
    expect(page.locator(".msg").last).to_contain_text("3.106855961 mi")
    clear()


def test_a_preview_with_problems(serve, page, clear, tmp_path):
    file = tmp_path / "tool.json"
    wrong = [{"key": "a", "type": "slidr", "label": "A"}, {**ROWS, "min_rows": "2", "colour": "red"}, TITLE]
    file.write_text(json.dumps({"id": "x", "name": "X", "inputs": wrong}, indent=2), "utf-8")
    app = create_preview(file, Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed"))
    visit(page, serve(app))
    expect(page.locator(".issues li")).to_have_count(3)
    page.get_by_role("tab", name="Schema").click()
    clear()
    file.write_text("{", "utf-8")
    expect(page.get_by_text("tool.json can't be read now.")).to_be_visible()
    clear()
    page.goto("about:blank")
    app.extensions["webform"].close()
