"""An author's preview follows its file."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from benchmarks.preview import follow
from tests.alive import quiet, set_up
from webform.web import Config
from webform.web.preview import create_preview

NAME = {"key": "name", "type": "text", "label": "Name", "default": "Ada"}
OUTPUTS = [{"key": "total", "type": "number", "label": "Total"}]
DECLARED = {"id": "t", "name": "Trial", "inputs": [NAME], "outputs": OUTPUTS}


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "t.tool.json"
    file.write_text(json.dumps(DECLARED), "utf-8")
    return file


@pytest.fixture
def save(file):
    """`save(**changes)`: write the declaration with these."""
    return lambda **changes: file.write_text(json.dumps(DECLARED | changes), "utf-8")


@pytest.fixture
def preview(file, serve, acting, page, violations):
    """A page of the preview of `file`, whose tool is `acting`."""
    acting.answer = {"total": 42}
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
    return page.get_by_role("tabpanel", name="Problems")


def result(page):
    return page.get_by_role("region", name="Result")


def test_a_saved_file_or_another_language_is_shown_and_what_was_typed_stays(preview, save, words_in):
    name = preview.get_by_label("Name")
    name.fill("Grace")
    preview.get_by_role("button", name="Run", exact=True).click()
    expect(result(preview)).to_have_attribute("data-status", "ok")
    name.focus()
    name.evaluate("control => control.setSelectionRange(2, 2)")
    preview.evaluate("window.stays = true; document.body.style.minHeight = '4000px'; scrollTo(0, 150)")

    more = {"key": "days", "type": "slidr", "label": "Days"}
    save(name="Renamed", inputs=[NAME | {"label": "Full name", "default": "Alan"}, more])

    expect(preview.get_by_role("heading", name="Renamed")).to_be_attached()
    expect(problems(preview)).to_contain_text('did you mean "slider"?')
    control = preview.get_by_label("Full name")
    expect(control).to_have_value("Grace")
    expect(control).to_be_focused()
    assert control.evaluate("control => control.selectionStart") == 2
    assert preview.evaluate("[window.stays, scrollY]") == [True, 150]
    expect(result(preview)).to_contain_text("42")

    preview.locator(".languages a[hreflang=de]").click()
    expect(preview.get_by_role("tab", name=words_in("de", "Problems"))).to_be_visible()
    expect(preview.get_by_role("button", name=words_in("de", "Run"), exact=True)).to_be_visible()
    expect(preview.locator("#preview-issues")).to_contain_text("slider")
    expect(preview.locator("#preview-issues")).not_to_contain_text("did you mean")
    expect(preview.locator("[data-result] .rhead")).to_contain_text(words_in("de", "Done"))
    expect(control).to_have_value("Grace")
    assert preview.evaluate("[window.stays, new URL(location).searchParams.get('lang')]") == [True, "de"]


def test_a_file_that_can_no_longer_be_read_leaves_the_last_form(preview, file, save):
    preview.get_by_label("Name").fill("Grace")
    file.write_text("{", "utf-8")

    expect(preview.get_by_text("t.tool.json can't be read now.")).to_be_visible()
    expect(preview.get_by_role("tab", name="Problems")).to_have_text("Problems 1")
    expect(preview.get_by_label("Name")).to_have_value("Grace")

    file.unlink()
    save(inputs=[NAME | {"label": "Full name"}])
    expect(preview.get_by_label("Full name")).to_have_value("Grace")
    expect(preview.get_by_text("can't be read now.")).to_have_count(0)


def test_a_stream_that_breaks_off_or_is_refused_is_begun_anew(preview, save):
    preview.reload(wait_until="commit")
    for answer in ({"status": 500, "body": "<h1>No</h1>"}, {"status": 204}):
        with preview.expect_response("**/preview/events*"):
            preview.route("**/preview/events*", lambda route, _, answer=answer: route.fulfill(**answer), times=1)
            preview.reload(wait_until="commit")
    quiet(preview)

    save(inputs=[NAME | {"label": "Full name"}])

    expect(preview.get_by_label("Full name")).to_be_visible()


def test_a_conversation_runs_from_its_preview(preview, acting, save):
    acting.answer = {"reply": "Hello"}
    save(layout="chat", inputs=[], outputs=[{"key": "reply", "type": "text", "label": "Reply"}])

    expect(preview.get_by_label("Message")).to_be_visible()
    set_up(preview)
    preview.get_by_label("Message").fill("Hi")
    preview.get_by_label("Message").press("Enter")

    expect(preview.locator("[data-transcript] .msg .prose")).to_have_text(["Hi", "Hello"])


def test_an_answer_that_is_edited_redraws_the_result(preview, save):
    expect(result(preview)).to_have_attribute("data-status", "sample")
    preview.get_by_text("Edit the sample answer").click()
    preview.get_by_label("Sample answer as JSON").fill('{"total": 17}')
    expect(result(preview)).to_contain_text("17")

    save(outputs=[OUTPUTS[0] | {"label": "Sum", "unit": "km"}])
    expect(result(preview)).to_contain_text("Sum")
    expect(result(preview)).to_contain_text("17 km")

    preview.get_by_label("Sample answer as JSON").fill('{"total": ')
    expect(result(preview)).to_contain_text("The answer is not JSON")


def test_an_answer_of_an_example_is_chosen_and_the_result_of_a_run_stays(preview, save):
    preview.get_by_text("Edit the sample answer").click()
    save(examples=[{"name": "Few", "values": {"name": "x"}, "output": {"total": 3}}])
    expect(result(preview)).to_contain_text("3")
    preview.get_by_role("combobox", name="Answer").select_option("Made of the outputs")
    expect(preview.get_by_label("Sample answer as JSON")).not_to_have_value('{\n  "total": 3\n}')
    expect(result(preview)).not_to_have_text("3")

    preview.get_by_role("button", name="Run", exact=True).click()
    expect(result(preview)).to_have_attribute("data-status", "ok")
    save(inputs=[NAME | {"label": "Full name"}], outputs=[OUTPUTS[0] | {"label": "Sum"}])
    expect(preview.get_by_label("Full name")).to_be_visible()
    expect(result(preview)).to_contain_text("42")


def test_the_body_follows_what_is_typed_and_a_problem_selects_its_line(preview, file):
    preview.get_by_role("tab", name="Body").click()
    preview.get_by_label("Name").fill("Grace")
    expect(preview.get_by_role("region", name="Body")).to_have_text('{\n  "name": "Grace"\n}')

    file.write_text(json.dumps(DECLARED | {"inputs": [NAME | {"colour": "red"}]}, indent=1), "utf-8")
    preview.get_by_role("tab", name="Problems").click()
    problems(preview).get_by_role("link").click()
    assert preview.evaluate("getSelection().toString().trim()") == '"colour": "red"'


def test_the_tool_is_seen_as_others_see_it(preview, save):
    preview.get_by_role("tab", name="As others see it").click()
    frame = preview.frame_locator("iframe[title$='Page']")
    expect(frame.get_by_label("Name")).to_be_visible()
    save(inputs=[NAME | {"label": "Full name"}])
    expect(frame.get_by_label("Full name")).to_be_visible()

    preview.get_by_role("tab", name="Page").press("ArrowRight")
    preview.get_by_role("tab", name="Panel").press("ArrowRight")
    preview.get_by_role("tab", name="Phone").press("ArrowRight")
    dark = preview.frame_locator("iframe[title$='Dark']")
    expect(dark.get_by_label("Full name")).to_be_visible()
    expect(dark.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.slow
def test_random_edits_show_no_error_page_and_lose_nothing_that_was_typed(preview, file):
    seen = follow(preview, preview.url, file, 20)

    assert (seen.lost, seen.errors) == (0, 0)


@pytest.mark.parametrize("width", [1280, 320])
def test_what_is_wrong_is_marked_in_its_line_and_in_sight(preview, save, width):
    preview.set_viewport_size({"width": width, "height": 800})
    wrong = {"key": "days", "type": "slider", "label": "Days", "min": 9, "max": 12, "step": 1, "default": "five days"}
    save(inputs=[wrong])

    marked = problems(preview).locator("mark")
    expect(marked).to_have_text('"five days"')
    marked.scroll_into_view_if_needed()
    place, around = marked.bounding_box(), problems(preview).locator("pre").bounding_box()
    assert around["x"] <= place["x"]
    assert place["x"] + place["width"] <= around["x"] + around["width"]
    assert preview.evaluate("document.documentElement.scrollWidth <= innerWidth")
