"""An author's preview follows its file."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.alive import quiet, set_up
from webform.web import Config
from webform.web.preview import create_preview

DECLARED = {"id": "t", "name": "Trial", "inputs": [{"key": "name", "type": "text", "label": "Name", "default": "Ada"}]}


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "t.tool.json"
    file.write_text(json.dumps(DECLARED), "utf-8")
    return file


@pytest.fixture
def preview(file, serve, acting, page, violations):
    """A page of the preview of `file`, whose tool is `acting`."""
    config = Config(database=str(file.with_name("runs.sqlite")), files=file.with_name("files"))
    app = create_preview(file, config, run_url=acting.url)
    page.goto(serve(app))
    quiet(page)
    yield page
    # A test may take the server away; the browser writes that down.
    assert [violation for violation in violations if not violation.startswith("Failed to load resource")] == []
    page.goto("about:blank")
    app.extensions["webform"].close()


def problems(page):
    return page.get_by_role("region", name="Problems")


def test_a_saved_file_is_shown_without_a_key_being_pressed(preview, file):
    expect(preview.get_by_label("Name")).to_be_visible()
    expect(problems(preview)).to_contain_text("No problems")

    file.write_text(json.dumps(DECLARED).replace('"Name"', '"Full name"').replace("text", "tekst"), "utf-8")

    expect(preview.get_by_label("Full name")).to_be_visible()
    expect(problems(preview)).to_contain_text('did you mean "text"?')


def test_a_file_that_can_no_longer_be_read_is_said_to_be_so_and_followed_on(preview, file):
    file.write_text("{", "utf-8")
    expect(preview.get_by_role("heading", name="Can't build a form yet")).to_be_visible()

    file.write_text(json.dumps(DECLARED), "utf-8")

    expect(preview.get_by_label("Name")).to_be_visible()


def test_a_page_stays_while_its_file_does_and_while_it_is_gone(preview, file):
    preview.evaluate("window.stays = true")
    file.unlink()

    for _ in range(2):
        with preview.expect_response("**/preview/version"):
            pass

    assert preview.evaluate("window.stays")


def test_a_server_that_stops_is_waited_for(preview, file):
    for answer in ({"status": 500, "body": "<h1>No</h1>"}, {"json": {}}):
        preview.route("**/preview/version", lambda route, _, answer=answer: route.fulfill(**answer))
        with preview.expect_response("**/preview/version"):
            pass
    preview.unroute("**/preview/version")

    file.write_text(json.dumps(DECLARED).replace('"Name"', '"Full name"'), "utf-8")

    expect(preview.get_by_label("Full name")).to_be_visible()


def test_the_tool_runs_from_its_preview(preview, acting):
    preview.get_by_role("button", name="Run", exact=True).click()

    expect(preview.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"name": "Ada"}]


def test_a_conversation_runs_from_its_preview(preview, file, acting):
    acting.answer = {"reply": "Hello"}
    outputs = [{"key": "reply", "type": "text", "label": "Reply"}]
    file.write_text(
        json.dumps({"id": "t", "name": "Parrot", "layout": "chat", "outputs": outputs, "inputs": []}), "utf-8"
    )

    expect(preview.get_by_label("Message")).to_be_visible()
    set_up(preview)
    preview.get_by_label("Message").fill("Hi")
    preview.get_by_label("Message").press("Enter")

    expect(preview.locator("[data-transcript] .msg .prose")).to_have_text(["Hi", "Hello"])


def test_what_was_typed_is_offered_back_once_the_file_is_saved(preview, file):
    preview.get_by_label("Name").fill("Grace")

    file.write_text(json.dumps(DECLARED).replace('"Name"', '"Full name"'), "utf-8")
    expect(preview.get_by_label("Full name")).to_have_value("Ada")
    preview.get_by_role("button", name="Restore").click()

    expect(preview.get_by_label("Full name")).to_have_value("Grace")


@pytest.mark.parametrize("width", [1280, 320])
def test_what_is_wrong_is_marked_in_its_line_and_in_sight(preview, file, width):
    preview.set_viewport_size({"width": width, "height": 800})
    wrong = {"key": "days", "type": "slider", "label": "Days", "min": 9, "max": 12, "step": 1, "default": "five days"}
    file.write_text(json.dumps(DECLARED | {"inputs": [wrong]}), "utf-8")

    marked = problems(preview).locator("mark")
    expect(marked).to_have_text('"five days"')
    marked.scroll_into_view_if_needed()
    place, around = marked.bounding_box(), problems(preview).locator("pre").bounding_box()
    assert around["x"] <= place["x"]
    assert place["x"] + place["width"] <= around["x"] + around["width"]
    assert preview.evaluate("document.documentElement.scrollWidth <= innerWidth")
