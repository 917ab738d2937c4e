"""A run in the browser: sent once, followed, shown, cancelled, lost and found again."""

from __future__ import annotations

import re
import threading
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.alive import come_alive
from webform import load
from webform.web import Config, create_app

pytestmark = pytest.mark.motion

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}
FILE = {"key": "f", "type": "file", "label": "File", "required": False}
OUTPUT = {"outputs": [{"key": "y", "type": "number", "label": "Answer"}]}


def run_button(page):
    return page.locator("[data-run]")


def result(page):
    return page.locator("[data-result]")


def test_a_tool_without_an_address_says_so_and_no_key_runs_it(tmp_path, serve, page, violations):
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    address = serve(create_app(load({"id": "t", "name": "T", "inputs": [TITLE]}), config))
    page.goto(address + "/tools/t")
    come_alive(page)
    # What a field loads when it is first used.
    with page.expect_response("**/static/blank-*.js"):
        page.get_by_label("Title").focus()
    requests = []
    page.on("request", lambda request: requests.append(request.url))

    expect(page.locator("form [role=note]")).to_contain_text("Not connected")
    expect(page.get_by_role("button", name="Run")).to_have_count(0)
    page.get_by_label("Title").fill("x")
    for keys in ("Enter", "Control+Enter"):
        page.keyboard.press(keys)

    expect(result(page)).to_contain_text("No results yet")
    assert requests == []
    assert violations == []


def test_an_option_is_in_one_line_however_narrow_the_page_is(tmp_path, serve, page):
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    page.goto(serve(create_app(load({"id": "t", "name": "T", "inputs": [TITLE]}), config)) + "/tools/t")
    lines = """code => [...Array(40).keys()].map(step => {
        code.closest("[role=note]").style.inlineSize = `${200 + 5 * step}px`
        return code.getClientRects().length
    })"""

    assert page.locator("form [role=note] code").first.evaluate(lines) == [1] * 40


def test_a_run_shows_its_result_in_the_page_and_says_so(opened, acting):
    page = opened(TITLE, **OUTPUT)

    run_button(page).click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page)).to_contain_text("42")
    expect(page.locator("[data-announced]")).to_have_text(re.compile("^Result: Done in "))
    assert acting.bodies == [{"title": "x"}]


def test_a_form_that_is_sent_twice_at_once_runs_once(opened, acting):
    page = opened(TITLE)
    for number, press in enumerate(("dblclick", "enter", "both"), 1):
        acting.hold()

        if press == "dblclick":
            run_button(page).dblclick()
        else:
            page.get_by_label("Title").focus()
            page.evaluate("() => { const form = document.forms[0]; form.requestSubmit(); form.requestSubmit() }")
            page.keyboard.press("Enter")
            if press == "both":
                run_button(page).click(force=True)
        acting.begun()
        expect(run_button(page), press).to_have_attribute("aria-busy", "true")
        expect(result(page), press).to_have_attribute("data-status", "running")
        acting.let_go()

        expect(result(page), press).to_have_attribute("data-status", "ok")
        expect(run_button(page), press).not_to_have_attribute("aria-busy", "true")
        assert len(acting.bodies) == number, press


def test_enter_in_a_field_runs(opened, acting):
    page = opened(TITLE)
    for number, keys in enumerate(("Enter", "Control+Enter", "Meta+Enter"), 1):
        with page.expect_response("**/run"):
            page.get_by_label("Title").press(keys)

        expect(result(page)).to_have_attribute("data-status", "ok")
        expect(page.locator("[data-history] li")).to_have_count(number)
        assert len(acting.bodies) == number, keys


def test_control_enter_runs_from_a_text_of_several_lines_where_enter_is_a_line(opened, acting):
    page = opened({"key": "notes", "type": "textarea", "label": "Notes"})
    page.get_by_label("Notes").press_sequentially("a\nb")

    page.keyboard.press("Control+Enter")

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"notes": "a\nb"}]


def test_a_run_that_takes_its_time_shows_the_time_and_can_be_cancelled(opened, acting):
    page = opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()

    expect(result(page)).to_have_attribute("data-status", "running")
    expect(result(page).locator("[data-elapsed]")).to_have_text("1 s")
    result(page).get_by_role("button", name="Cancel").click()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    expect(page.get_by_label("Title")).to_have_value("x")


@pytest.mark.parametrize("loaded", [False, True], ids=["begun", "loaded again"])
def test_a_run_whose_cancelling_the_server_did_not_take_says_so_and_is_cancelled_again(opened, page, acting, loaded):
    opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()
    page.wait_for_url("**/runs/*")
    if loaded:
        page.reload()
        come_alive(page)
    cancel = result(page).get_by_role("button", name="Cancel")
    page.route("**/cancel", lambda route: route.fulfill(status=503, body="<h1>Busy</h1>"), times=1)
    cancel.click()

    expect(page.locator(".toast")).to_contain_text("Connection lost: the run goes on.")
    expect(cancel).not_to_have_attribute("aria-disabled", "true")
    cancel.click()
    expect(result(page)).to_have_attribute("data-status", "cancelled")


def test_the_focus_stays_with_the_result_when_what_had_it_is_gone(opened, acting):
    page = opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()
    result(page).get_by_role("button", name="Cancel").focus()

    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page)).to_be_focused()


def test_beside_the_form_the_result_leaves_the_focus_where_it_is(opened, acting):
    page = opened(TITLE)

    page.get_by_label("Title").press("Enter")

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page.get_by_label("Title")).to_be_focused()


def test_below_the_form_the_result_is_brought_into_sight(opened, page, acting):
    page.set_viewport_size({"width": 390, "height": 600})
    opened(*[{**TITLE, "key": f"t{n}", "label": f"Title {n}"} for n in range(12)])

    run_button(page).click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page)).to_be_in_viewport()
    expect(result(page)).to_be_focused()


def test_a_tool_that_fails_can_be_tried_again_with_all_that_was_typed(opened, acting):
    page = opened(TITLE, **OUTPUT)
    acting.answer = ("it broke", 500)
    page.get_by_label("Title").fill("typed")
    run_button(page).click()
    expect(result(page)).to_have_attribute("data-status", "error")
    acting.answer = {"y": 7}

    result(page).get_by_role("button", name="Try again").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "typed"}] * 2


def test_what_the_tool_finds_wrong_is_shown_at_its_input(opened, acting):
    page = opened(TITLE)
    acting.answer = ({"detail": [{"loc": ["body", "title"], "msg": "is taken", "type": "x"}]}, 422)

    run_button(page).click()

    expect(page.locator('[data-problem-for="/title"]')).to_contain_text("is taken")
    expect(result(page)).to_have_attribute("data-status", "invalid")


def test_whoever_types_on_while_the_tool_finds_something_wrong_stays_there(opened, page, acting):
    opened(TITLE, {"key": "notes", "type": "textarea", "label": "Notes", "required": False})
    acting.answer = ({"detail": [{"loc": ["body", "title"], "msg": "is taken", "type": "x"}]}, 422)
    acting.hold()
    run_button(page).click()
    acting.begun()
    page.get_by_label("Notes").press_sequentially("typing ")
    acting.let_go()

    expect(page.locator("[data-summary]")).to_be_visible()
    expect(page.get_by_label("Notes")).to_be_focused()


TAKEN = ({"detail": [{"loc": ["body", "field15"], "msg": "is taken", "type": "x"}]}, 422)
LONG = [{"key": f"field{index}", "type": "text", "label": f"Field {index}", "required": False} for index in range(20)]


def test_what_the_tool_finds_wrong_is_in_view_on_a_phone(phone, acting):
    page = phone(*LONG)
    acting.answer = TAKEN
    acting.hold()
    run_button(page).click()
    acting.begun()
    expect(result(page)).to_be_in_viewport()

    acting.let_go()

    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator("[data-summary]")).to_be_in_viewport(ratio=1)


def test_without_scripts_what_the_tool_finds_wrong_is_in_view_on_a_phone(new_page, served, acting):
    page = new_page(viewport={"width": 390, "height": 700}, java_script_enabled=False)
    page.goto(served(*LONG))
    acting.answer = TAKEN

    run_button(page).click()

    expect(result(page)).to_have_attribute("data-status", "invalid")
    expect(result(page).get_by_role("link", name="Field 15")).to_be_in_viewport(ratio=1)


def test_without_a_connection_nothing_is_lost_and_trying_again_runs_once(opened, page, acting):
    opened(TITLE, FILE)
    page.get_by_label("Title").fill("typed")
    page.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    keys = []
    page.on(
        "request", lambda request: request.url.endswith("/run") and keys.append(request.headers.get("idempotency-key"))
    )
    page.route("**/run", lambda route: route.abort("internetdisconnected"))
    run_button(page).click()
    expect(result(page)).to_have_attribute("data-status", "lost")
    expect(result(page).locator(".failure > svg.icon:first-child")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("typed")

    page.unroute("**/run")
    result(page).get_by_role("button", name="Try again").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "typed", "f": "data:text/plain;base64,aGVsbG8="}]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_after_a_fault_behind_which_it_may_have_begun_trying_again_runs_once(opened, page, acting):
    opened(TITLE)

    def fail(route):
        route.fetch()
        route.fulfill(status=502, body="Bad Gateway")

    page.route("**/run", fail)
    run_button(page).click()
    expect(result(page)).to_have_attribute("data-status", "error")
    acting.begun()
    page.unroute("**/run")
    result(page).get_by_role("button", name="Try again").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert len(acting.bodies) == 1


def test_what_is_tried_again_is_the_form_that_stands_there(opened, page, acting):
    opened(TITLE)
    page.get_by_label("Title").fill("old")
    page.route("**/run", lambda route: route.abort("internetdisconnected"))
    run_button(page).click()
    expect(result(page)).to_have_attribute("data-status", "lost")
    page.unroute("**/run")
    # The server makes the form anew.
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("Title")).to_have_value("x")
    page.get_by_label("Title").fill("new")
    result(page).get_by_role("button", name="Try again").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "new"}]


def test_problems_are_shown_in_the_form_that_stands_there(opened, page):
    opened(TITLE)
    stopped = []
    page.route("**/run", lambda route: stopped.append(route))
    run_button(page).click()
    page.get_by_role("button", name="Reset").click()
    expect(page.locator("form[data-webform]:not([aria-busy]) [data-run]:not([aria-busy])")).to_be_visible()
    stopped[0].fulfill(status=422, json={"problems": [{"at": "/title", "message": "is taken", "code": "x"}]})

    expect(page.locator('[data-problem-for="/title"]')).to_contain_text("is taken")


def test_after_a_change_what_is_tried_again_is_another_run(opened, page, acting):
    opened(TITLE)
    keys = []
    page.on(
        "request", lambda request: request.url.endswith("/run") and keys.append(request.headers.get("idempotency-key"))
    )
    page.route("**/run", lambda route: route.abort("internetdisconnected"))
    run_button(page).click()
    expect(result(page)).to_have_attribute("data-status", "lost")
    page.unroute("**/run")

    page.get_by_label("Title").fill("other")
    run_button(page).click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert keys[0] != keys[1]


def test_a_run_outlives_a_lost_connection(served, page, acting):
    page.goto(served(TITLE))
    acting.hold()
    page.route("**/runs/**", lambda route: route.abort("internetdisconnected"))
    run_button(page).click()
    acting.begun()
    expect(result(page)).to_contain_text("Trying again")

    page.unroute("**/runs/**")
    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")


def test_a_run_that_is_kept_no_more_is_no_lost_connection(served, page, acting):
    page.goto(served(TITLE))
    page.get_by_label("Title").fill("mine")
    acting.hold()
    page.route("**/runs/*", lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))
    run_button(page).click()
    acting.begun()

    expect(result(page)).to_have_attribute("data-status", "lost")
    expect(result(page).get_by_role("heading")).to_have_text("The run was lost")
    expect(result(page)).to_contain_text("There is no run at this address.")
    expect(page.get_by_label("Title")).to_have_value("mine")
    acting.let_go()
    page.unroute("**/runs/*")
    result(page).get_by_role("button", name="Run again").click()
    expect(result(page)).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "mine"}, {"title": "mine"}]


#: What answers to Run without a run, and what the page says of it.
NO_RUN = {
    "refused": ({"status": 403, "json": {"error": {"message": "Not you."}}}, "Couldn't start the run"),
    "busy": ({"status": 429, "json": {}}, "Couldn't start the run"),
    "broken": ({"status": 500, "body": "x"}, "Couldn't start the run"),
    "kept no more": ({"status": 202, "json": {}, "headers": {"Location": "/runs/gone"}}, "The run was lost"),
}


@pytest.mark.parametrize("answer", NO_RUN)
def test_why_there_is_no_run_is_brought_to_the_top_of_a_phone(new_page, served, answer):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(served(*LONG))
    come_alive(page)
    made, title = NO_RUN[answer]
    page.route("**/run", lambda route: route.fulfill(**made))
    page.route("**/runs/gone", lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))

    run_button(page).tap()

    expect(result(page).get_by_role("heading")).to_have_text(title)
    # It stands there however little is below it.
    page.wait_for_function(
        "() => Math.abs(document.querySelector('[data-result]').getBoundingClientRect().top - 24) < 2"
    )
    expect(result(page)).to_be_focused()
    # Its card ends soon after its words.
    room = "card => card.getBoundingClientRect().bottom - card.lastElementChild.getBoundingClientRect().bottom"
    assert result(page).evaluate(room) < 80


def test_a_run_that_is_out_of_touch_is_looked_for_again(served, page, acting):
    page.clock.install()
    page.goto(served(TITLE))
    acting.hold()
    page.route("**/runs/*", lambda route: route.abort("internetdisconnected"))
    run_button(page).click()
    acting.begun()
    while not result(page).get_by_role("button", name="Check again").is_visible():
        page.clock.run_for(1000)
    page.unroute("**/runs/*")
    page.clock.resume()

    result(page).get_by_role("button", name="Check again").click()
    expect(result(page).get_by_role("button", name="Cancel")).to_be_visible()
    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert len(acting.bodies) == 1


#: What stands before a server may answer in its place.
SIGN_IN = "<!doctype html><title>Sign in</title><h1>Sign in to Acme</h1><form><button>Sign in</button></form>"
INSTEAD = pytest.mark.parametrize(
    "instead",
    [{"status": 503, "body": "<h1>Busy</h1>"}, {"status": 429}, {"status": 200, "body": SIGN_IN, "content_type": "text/html"}],
    ids=["busy", "too many", "sign in"],
)  # fmt: skip


def answered_once(page, header, value, instead):
    """Answer the first look at a run that has *value* as a header with *instead*; wait, at the end, until it came."""
    looks = []

    def answer(route):
        if route.request.headers.get(header) != value or looks:
            return route.fallback()
        looks.append(route.request.url)
        return route.fulfill(**instead)

    page.route("**/runs/*", answer)
    return page.expect_response(lambda answer: answer.request.headers.get(header) == value)


@INSTEAD
def test_a_page_of_a_run_whose_server_is_not_there_for_one_look_goes_on(opened, page, acting, instead):
    opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()
    page.wait_for_url("**/runs/*")

    with answered_once(page, "accept", "application/json", instead):
        page.reload()
    expect(result(page)).to_have_attribute("data-status", "running")
    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")


@INSTEAD
def test_nothing_but_a_result_is_shown_as_one(opened, page, acting, instead):
    opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()
    expect(result(page)).to_have_attribute("data-status", "running")

    with answered_once(page, "webform-fragment", "result", instead):
        acting.let_go()

    expect(page.locator("[data-announced]")).to_have_text(re.compile("^Result: Done in "))
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page)).not_to_contain_text("Acme")


REFUSED = {413: "choose a smaller one", 429: "Wait a little", 503: "Try again"}


def refusing(status):
    """Return what answers a request with *status*."""
    refusal = {"error": {"code": "x", "message": f"There is <b>too much</b> for {status}."}}
    return lambda route: route.fulfill(status=status, json=refusal)


def test_what_the_server_does_not_take_is_said_and_all_is_kept(opened, subtests):
    page = opened(TITLE)
    page.get_by_label("Title").fill("typed")
    for status, advice in REFUSED.items():
        with subtests.test(status=status):
            page.route("**/run", refusing(status))

            run_button(page).click()

            expect(result(page)).to_contain_text(f"There is <b>too much</b> for {status}.")
            expect(result(page)).to_have_attribute("data-status", "error")
            expect(result(page)).to_contain_text(advice)
            expect(result(page).get_by_role("button", name="Try again")).to_have_count(int(status != 413))
            expect(page.get_by_label("Title")).to_have_value("typed")


def test_the_page_of_a_run_that_goes_on_follows_it(served, page, acting):
    page.goto(served(TITLE))
    acting.hold()
    run_button(page).click()
    acting.begun()
    # The browser notes the run once it is told of it, which the tool may hear of first.
    address = page.evaluate(
        """async () => {
            for (;;) {
                const kept = Object.entries(localStorage).find(([key]) => key.includes('runs'))
                if (kept) return JSON.parse(kept[1])[0].address
                await new Promise(done => setTimeout(done, 20))
            }
        }"""
    )
    page.goto(urljoin(page.url, address))
    expect(result(page)).to_have_attribute("data-status", "running")

    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")


def test_reset_while_a_run_goes_on_lets_another_begin(opened, acting):
    page = opened(TITLE)
    acting.hold()
    run_button(page).click()
    acting.begun()

    page.get_by_role("button", name="Reset").click()
    expect(run_button(page)).not_to_have_attribute("aria-busy", "true")
    page.get_by_label("Title").fill("second")
    run_button(page).click()
    acting.begun()
    acting.let_go()

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page.locator("[data-history] li")).to_have_count(2)


def test_a_large_file_shows_how_much_of_it_is_sent(opened, page, acting):
    opened({**FILE, "required": True})
    page.get_by_label("File").set_input_files({"name": "a.bin", "mimeType": "", "buffer": b"\0" * 3_000_000})
    page.evaluate("""() => { window.said = []; new MutationObserver(() => {
        const words = document.querySelector('[data-progress-words]'); if (words?.textContent) said.push(words.textContent)
    }).observe(document.querySelector('[data-result]'), {subtree: true, childList: true, characterData: true}) }""")
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 4_000_000},
    )

    run_button(page).click()

    expect(result(page)).to_have_attribute("data-status", "ok", timeout=20_000)
    assert any(re.fullmatch(r"\d\.\d of 2\.9 MB sent", words) for words in page.evaluate("said"))
    assert len(acting.bodies[0]["f"]) == 4_000_037


def test_an_upload_can_be_cancelled(opened, page, acting):
    opened({**FILE, "required": True})
    page.get_by_label("File").set_input_files({"name": "a.bin", "mimeType": "", "buffer": b"\0" * 3_000_000})
    page.route("**/run", lambda route: None)
    run_button(page).click()

    result(page).get_by_role("button", name="Cancel").click()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    expect(page.locator(".file-name")).to_have_text("a.bin")
    assert acting.bodies == []


@pytest.fixture
def mute(new_app, serve, page, acting):
    """A page with a run that the tool has begun, and whose server says nothing of it until the event is set."""
    app, answers = new_app({"id": "t", "name": "Trial", "inputs": [TITLE]}), threading.Event()

    def slowly(environ, start_response):
        answer = Response.from_app(app, environ)
        if environ["PATH_INFO"] == "/tools/t/run":
            answers.wait(30)
        return answer(environ, start_response)

    acting.hold()
    page.clock.install()
    page.goto(serve(slowly) + "/tools/t")
    come_alive(page)
    run_button(page).click()
    acting.begun()
    yield answers
    answers.set()


def test_a_run_that_is_cancelled_before_the_server_says_where_it_is_is_cancelled_there(mute, page):
    result(page).get_by_role("button", name="Cancel").click()
    expect(result(page)).to_contain_text("Cancelling…")

    mute.set()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    expect(result(page)).to_contain_text("Your input is still here")


def test_of_a_run_that_the_server_says_nothing_of_nothing_is_claimed_and_it_never_runs_twice(mute, page, acting):
    result(page).get_by_role("button", name="Cancel").click()
    page.clock.run_for(11_000)
    expect(result(page)).to_have_attribute("data-status", "lost")
    expect(result(page)).not_to_contain_text("not run")

    mute.set()
    acting.let_go()
    page.get_by_role("button", name="Try again").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert len(acting.bodies) == 1
