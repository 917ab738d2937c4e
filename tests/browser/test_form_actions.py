"""Reset, examples and the body as JSON: without a page being loaded, and with a way back."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive, quiet
from tests.until import until
from webform.messages import message

pytestmark = pytest.mark.motion

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "first"}
LONG = {"key": "long", "type": "number", "label": "Long", "required": False}
FILE = {"key": "f", "type": "file", "label": "File", "required": False}
EXAMPLES = {"examples": [{"name": "One", "values": {"title": "from the example"}}]}
GOOD = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"}


def stays(page):
    """Mark the page; a page loaded anew has no mark."""
    page.evaluate("window.stays = true")
    return lambda: page.evaluate("window.stays === true")


def title(page):
    return page.get_by_label("Title")


def body(page):
    return page.get_by_role("textbox", name="Edit as JSON")


def test_reset_gives_the_form_as_at_first_and_undo_everything_back(opened, acting):
    page = opened(TITLE, FILE, {"key": "tags", "type": "tags", "label": "Labels"})
    stayed = stays(page)
    title(page).fill("typed")
    page.get_by_label("File").set_input_files(GOOD)
    page.get_by_role("textbox", name="Labels").fill("one,")

    page.get_by_role("button", name="Reset").click()
    expect(title(page)).to_have_value("first")
    expect(page.locator(".files li")).to_have_count(0)
    expect(page.get_by_role("button", name="Reset")).to_be_focused()
    expect(page.locator("[data-announced]")).to_contain_text("The form is as it was at first.")
    page.get_by_role("button", name="Undo").click()

    expect(title(page)).to_have_value("typed")
    expect(page.locator(".file-name")).to_have_text("a.txt")
    expect(page.locator(".chips .chip span")).to_have_text("one")
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "typed", "f": "data:text/plain;base64,aGVsbG8=", "tags": ["one"]}]
    assert stayed()


def test_an_example_is_loaded_and_can_be_taken_back(opened):
    page = opened(TITLE, **EXAMPLES)
    stayed = stays(page)
    title(page).fill("typed")
    page.get_by_text("Load example").click()

    page.get_by_role("button", name="One").click()
    expect(title(page)).to_have_value("from the example")
    page.get_by_role("button", name="Undo").click()

    expect(title(page)).to_have_value("typed")
    assert stayed()


KINDS = {"anyOf": [{"type": "object", "properties": {key: {"type": "string"}}, "required": [key]} for key in "ab"]}
LEGS = {"type": "array", "items": {"type": "object", "properties": {"to": {"type": "array", "items": KINDS}}}}


@pytest.fixture
def stopped(new_app, serve, page, violations):
    """A page of a list and of two values of one of two kinds each, whose buttons wait until `stopped()` is called."""
    schema = {"type": "object", "properties": {"u": KINDS, "v": KINDS, "legs": LEGS}, "required": ["legs"]}
    page.goto(serve(new_app({"name": "t", "inputSchema": schema})) + "/tools/t")
    come_alive(page)
    waiting = []

    def stop():
        page.route("**/form", lambda route: waiting.append(route), times=1)

    def release():
        # The handler of a route is called while the page is asked for something.
        until(lambda: page.evaluate("true") and waiting)
        for route in waiting:
            route.continue_()
        waiting.clear()

    stop()
    release.again = stop
    yield release
    assert violations == []


def test_kinds_that_are_chosen_at_once_are_both_shown(stopped, page):
    for at, index in (("/u", 1), ("/v", 2)):
        page.locator(f'[name="to{at}"]').select_option(index=index)

    stopped()

    expect(page.locator('[name="/u/a"]')).to_be_visible()
    expect(page.locator('[name="/v/b"]')).to_be_visible()


def test_a_button_that_is_pressed_twice_acts_twice_and_a_removal_takes_one(stopped, page):
    rows = page.locator('[data-at="/legs"] [data-row]')
    add = page.locator('[value="add/legs"]')
    add.dblclick()

    stopped()

    expect(rows).to_have_count(2)
    add.click()
    expect(rows).to_have_count(3)
    stopped.again()
    page.locator('[value^="remove/legs"]').first.dblclick()

    stopped()

    quiet(page)
    expect(rows).to_have_count(2)


@pytest.mark.parametrize("presses", ["at once", "one after the other"])
def test_a_reset_that_is_pressed_twice_is_undone_as_one(opened, presses):
    page = opened(TITLE)
    reset = page.get_by_role("button", name="Reset")
    title(page).fill("typed")
    if presses == "at once":
        reset.dblclick()
    else:
        reset.click()
        expect(title(page)).to_have_value("first")
        reset.click()
        quiet(page)
    expect(title(page)).to_have_value("first")

    page.get_by_role("button", name="Undo").click()

    expect(title(page)).to_have_value("typed")


def test_a_form_that_was_changed_after_its_reset_is_reset_again(opened):
    page = opened(TITLE)
    for text in ("typed", "typed again"):
        title(page).fill(text)
        page.get_by_role("button", name="Reset").click()
        expect(title(page)).to_have_value("first")

    page.get_by_role("button", name="Undo").last.click()

    expect(title(page)).to_have_value("typed again")


def test_without_a_connection_a_button_changes_nothing(opened, page):
    opened(TITLE)
    title(page).fill("typed")
    page.route("**/form", lambda route: route.abort("internetdisconnected"))

    page.get_by_role("button", name="Reset").click()

    expect(page.locator(".toast")).to_contain_text("Nothing was changed")
    expect(title(page)).to_have_value("typed")


@pytest.mark.slow
def test_words_that_pass_by_stay_for_a_while_after_a_page_that_was_long_busy(opened, page):
    opened(TITLE)
    page.route("**/form", lambda route: route.abort("internetdisconnected"))
    page.evaluate("""() => new MutationObserver(() => {
        for (const end = performance.now() + 4500; document.querySelector('.toast') && performance.now() < end;);
    }).observe(document.body, { childList: true })""")
    page.get_by_role("button", name="Reset").click()

    seen = page.evaluate("""() => new Promise(done => {
        const look = () => document.querySelector('.toast') ? setTimeout(() => done(Boolean(document.querySelector('.toast'))), 1000) : setTimeout(look, 50)
        look()
    })""")

    assert seen


def test_enter_in_a_field_runs_and_does_not_reset(opened, acting):
    page = opened(TITLE)
    title(page).fill("typed")

    title(page).press("Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "typed"}]


def test_the_body_beside_the_form_follows_it_with_every_digit(opened):
    page = opened(TITLE, LONG)
    page.get_by_text("Edit as JSON").click()
    expect(body(page)).to_have_value('{\n  "title": "first"\n}')

    title(page).fill('é "x"')
    page.get_by_label("Long").fill("9007199254740993")
    page.get_by_label("Long").blur()

    expect(body(page)).to_have_value('{\n  "title": "é \\"x\\"",\n  "long": 9007199254740993\n}')


def test_files_are_outlined_in_the_body_and_not_uploaded_for_it(opened, page):
    opened(TITLE, FILE)
    posts = []
    page.on("request", lambda request: request.url.endswith("/check") and posts.append(request.post_data_buffer))
    page.get_by_text("Edit as JSON").click()
    page.get_by_label("File").set_input_files(GOOD)

    expect(body(page)).to_have_value(re.compile(r'"f": "data:text/plain;base64,… \(a\.txt\)"\n}$'))

    assert not any(b"hello" in post for post in posts)


def test_a_changed_body_fills_the_form_and_keeps_its_files(opened, acting):
    page = opened(TITLE, LONG, FILE)
    stayed = stays(page)
    page.get_by_label("File").set_input_files(GOOD)
    page.get_by_text("Edit as JSON").click()
    expect(body(page)).to_have_value(re.compile("a.txt"))

    body(page).fill(body(page).input_value().replace("first", "from JSON"))
    page.get_by_role("button", name="Apply to form").click()

    expect(title(page)).to_have_value("from JSON")
    expect(page.locator(".file-name")).to_have_text("a.txt")
    expect(page.locator("[data-summary]")).to_be_hidden()
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "from JSON", "f": "data:text/plain;base64,aGVsbG8="}]
    assert stayed()


def test_a_body_that_is_being_changed_is_left_alone(opened, page):
    page.clock.install()
    opened(TITLE)
    # What a field loads when it is first used.
    with page.expect_response("**/static/blank-*.js"):
        title(page).focus()
    with page.expect_response("**/check"):
        page.get_by_text("Edit as JSON").click()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    body(page).fill('{"title": "mine"}')

    title(page).fill("typed")
    title(page).blur()
    page.clock.run_for(2000)

    assert asked == []
    expect(body(page)).to_have_value('{"title": "mine"}')


def test_what_was_selected_to_be_written_over_stays_so(opened, page):
    requests = []
    page.route("**/check", lambda route: requests.append(route))
    opened(TITLE)
    title(page).fill("second")
    with page.expect_request("**/check"):
        page.get_by_text("Edit as JSON").click()
    body(page).press("Control+a")
    requests.pop().continue_()
    expect(body(page)).to_have_value('{\n  "title": "second"\n}')

    page.keyboard.type("mine")

    expect(body(page)).to_have_value("mine")


def test_a_body_that_is_no_json_is_said_to_be_none_and_the_form_stays(opened):
    page = opened(TITLE)
    title(page).fill("typed")
    page.get_by_text("Edit as JSON").click()
    expect(page.locator("[data-body-json] [role=alert]")).to_have_count(1)

    body(page).fill("{oops")
    page.get_by_role("button", name="Apply to form").click()

    expect(page.get_by_role("alert")).to_contain_text(message("not-json.secret", {}))
    expect(title(page)).to_have_value("typed")


def test_a_body_that_does_not_fit_is_shown_with_its_problems(opened):
    page = opened(TITLE, LONG)
    page.get_by_text("Edit as JSON").click()

    body(page).fill(json.dumps({"title": 5, "long": 1}))
    page.get_by_role("button", name="Apply to form").click()

    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator('[data-problem-for="/title"]')).to_be_visible()
    expect(page.get_by_label("Long")).to_have_value("1")


def test_a_link_fills_the_form_and_never_runs(served, page, acting):
    page.goto(served(TITLE) + "?/title=linked")
    quiet(page)

    expect(title(page)).to_have_value("linked")
    expect(page.locator(".notice[role=status]")).to_be_visible()
    assert acting.bodies == []
