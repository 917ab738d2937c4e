"""A run that goes on, in the browser: progress, text, log and questions as they come; streams, and asking without."""

from __future__ import annotations

import os
import re
import signal
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.telling import Telling
from tests.web.test_killed import start
from webform import load
from webform.runs.events import AGAIN, LEFT_OUT
from webform.web import Config, create_app

__all__ = ["start"]

TITLE = {"key": "title", "type": "text", "label": "Title", "default": "x"}
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "title": "City"}, "title": {"type": "string", "title": "Title"}},
    "required": ["city"],
}


@pytest.fixture
def telling(tmp_path, serve, page, violations):
    """`telling(act, **tool) -> (page, runner)`: at the page of a tool that tells what *act* does, its run begun."""
    made = []

    def start(act, *, press=True, **tool):
        runner = Telling(act)
        declared = {"id": "t", "name": "Trial", "inputs": [TITLE], "outputs": []} | tool
        config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
        app = create_app([(load(declared)[0], "http://127.0.0.1:9/run")], config, runner=runner)
        made.append((app.extensions["webform"], runner))
        page.goto(serve(app) + "/tools/t")
        quiet(page)
        if press:
            page.locator("[data-run]").click()
        return page, runner

    yield start
    for site, runner in made:
        runner.step(1000)
        site.close()
    assert [violation for violation in violations if not violation.startswith("Failed to load resource")] == []


def result(page):
    return page.locator("[data-result]")


def tells(*events):
    """Return what tells *events*, waiting after each."""

    def act(tell, wait):
        for event in events:
            tell(event)
            wait()
        return {"y": 42}

    return act


def chunk(text):
    return {"type": "chunk", "text": text}


def log(message, level="info"):
    return {"type": "log", "level": level, "message": message}


def progress(done, total, message=""):
    return {"type": "progress", "done": done, "total": total, "message": message}


def test_what_a_run_tells_is_shown_though_a_request_is_lost(telling, page):
    lost = []

    def lose_first(route):
        if lost or route.request.headers.get("webform-fragment") != "result":
            return route.fallback()
        lost.append(route)
        return route.abort("internetdisconnected")

    page.route("**/runs/*", lose_first)
    _, runner = telling(tells(progress(1, 4, "Reading")))

    expect(result(page)).to_contain_text("Reading")
    assert lost
    runner.step()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_progress_is_a_bar_with_its_message_and_without_a_total_it_only_moves(telling):
    page, runner = telling(
        tells(progress(1, 4, "Reading"), {**progress(2, None), "place": 3}, progress(3, 4, "Writing"))
    )
    bar = result(page).locator("progress")

    expect(result(page)).to_contain_text("Reading")
    assert (bar.get_attribute("max"), bar.get_attribute("value")) == ("4", "1")
    runner.step()
    expect(result(page)).to_contain_text("Number 3 in the queue.")
    assert bar.get_attribute("value") is None
    runner.step()
    expect(result(page)).to_contain_text("Writing")
    assert bar.get_attribute("value") == "3"
    runner.step()
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(page.locator("[data-announced]")).to_have_text(re.compile("^Result: Done in "))


def test_text_grows_as_it_comes_and_nothing_of_it_is_markup(telling):
    page, runner = telling(tells(chunk("Once "), chunk("upon <b>a</b>\n"), chunk("time")))
    text = page.locator('[data-stream="text"] .text')

    expect(text).to_have_text("Once ", use_inner_text=False)
    runner.step()
    runner.step()
    expect(text).to_have_text("Once upon <b>a</b> time")
    runner.step()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_what_the_server_logs_itself_is_in_the_language_of_the_page_and_nothing_else_is(telling, words_in):
    page, runner = telling(tells(log("Done"), log(LEFT_OUT), log(AGAIN)), press=False)
    page.goto(page.url + "?lang=de")
    quiet(page)
    page.locator("[data-run]").click()
    lines, wanted = (
        page.locator('[data-stream="log"] li'),
        ["Done", *(words_in("de", text) for text in (LEFT_OUT, AGAIN))],
    )

    runner.step(2)
    expect(lines).to_have_text(wanted)
    page.reload()
    expect(lines).to_have_text(wanted)


def test_a_log_follows_its_end_unless_one_reads_further_up(telling):
    many = [log(f"line {number}", "warning" if number == 99 else "info") for number in range(100)]

    def act(tell, wait):
        for message in many:
            tell(message)
        wait()
        tell(log("one more"))
        wait()
        tell(log("and another"))
        wait()

    page, runner = telling(act)
    lines = page.locator('[data-stream="log"] .log')

    def distance():
        return lines.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight")

    expect(lines.locator("li").last).to_have_text("warning line 99")
    runner.step()
    expect(lines.locator("li").last).to_have_text("one more")
    lines.evaluate("log => { log.scrollTop = log.scrollHeight }")
    runner.step()
    expect(lines.locator("li").last).to_have_text("and another")
    assert distance() < 8


def test_a_value_so_far_is_shown_as_the_result_will_be(telling):
    outputs = [{"key": "a", "type": "number", "label": "First"}, {"key": "b", "type": "number", "label": "Second"}]
    events = [{"type": "partial", "value": {"a": 11}}, {"type": "partial", "value": {"a": 11, "b": 22}}]
    page, runner = telling(tells(*events), outputs=outputs)

    expect(result(page)).to_contain_text("11")
    runner.step()
    expect(result(page)).to_contain_text("22")
    expect(result(page)).to_have_attribute("data-status", "running")


def test_what_a_tool_asks_is_answered_in_the_run(telling, axe):
    answers = []

    def act(tell, _):
        answers.append(tell({"type": "ask", "id": "q", "message": "Which city?", "schema": SCHEMA, "url": ""}))
        return {"y": 1}

    page, _ = telling(act)
    form = page.locator("[data-question]")
    expect(form).to_contain_text("Which city?")
    expect(page.locator("[data-announced]")).to_have_text("The tool asks: Which city?")
    axe(page)
    form.get_by_role("button", name="Send the answer").click()
    expect(form.locator('[aria-invalid="true"]')).to_be_focused()
    form.get_by_label("City").fill("Oslo")
    form.get_by_role("button", name="Send the answer").click()

    expect(result(page)).to_have_attribute("data-status", "ok")
    assert answers == [{"action": "accept", "content": {"city": "Oslo"}}]


def test_what_a_tool_asks_is_answered_without_scripts(telling, new_page):
    answers = []

    def act(tell, _):
        answers.append(tell({"type": "ask", "id": "q", "message": "Which city?", "schema": SCHEMA, "url": ""}))

    page, _ = telling(act)
    expect(page.locator("[data-question]")).to_be_visible()
    address = page.locator("[data-question]").get_attribute("action").partition("/answer")[0]
    plain = new_page(java_script_enabled=False)
    plain.goto(urljoin(page.url, address))
    plain.locator("[data-question]").get_by_label("City").fill("Oslo")
    plain.get_by_role("button", name="Send the answer").click()

    expect(plain.locator("[data-question]")).to_have_count(0)
    assert answers == [{"action": "accept", "content": {"city": "Oslo"}}]


def test_a_page_that_is_loaded_again_has_all_that_was_told_and_goes_on(telling):
    page, runner = telling(tells(chunk("one "), chunk("two "), chunk("three")))
    expect(page.locator('[data-stream="text"]')).to_contain_text("one")
    address = result(page).evaluate(
        "() => Object.entries(localStorage).filter(([key]) => key.includes('runs')).map(([, text]) => JSON.parse(text)[0].address)[0]"
    )
    page.goto(urljoin(page.url, address))
    runner.step()

    expect(page.locator('[data-stream="text"] .text')).to_have_text("one two")
    runner.step()
    expect(page.locator('[data-stream="text"] .text')).to_have_text("one two three")
    runner.step()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_without_a_stream_the_page_asks_and_nothing_is_lost(telling, page, subtests):
    refusals = [503, 204, 404]
    page.route("**/runs/*/events**", lambda route: route.fulfill(status=refusals[0]))
    _, runner = telling(tells(chunk("one "), chunk("two "), progress(1, 2, "Halfway")), press=False)
    text = page.locator('[data-stream="text"] .text')

    while refusals:
        with subtests.test(status=refusals[0]):
            with page.expect_response("**/runs/*/events**"):
                page.locator("[data-run]").click()
            expect(text).to_have_text("one")
            runner.step()
            expect(text).to_have_text("one two")
            runner.step()
            expect(result(page)).to_contain_text("Halfway")
            runner.step()
            expect(result(page)).to_have_attribute("data-status", "ok")
        refusals.pop(0)


@pytest.mark.parametrize("status", [503, 200])
def test_without_a_stream_the_page_goes_on_after_a_look_that_the_server_did_not_answer(telling, page, status):
    page.route("**/runs/*/events**", lambda route: route.fulfill(status=503))
    _, runner = telling(tells(chunk("one "), chunk("two ")))
    text = page.locator('[data-stream="text"] .text')
    expect(text).to_have_text("one")
    page.route("**/runs/*?after=*", lambda route: route.fulfill(status=status, body="<h1>Not now</h1>"), times=1)
    with page.expect_response("**/runs/*?after=*"):
        runner.step()

    expect(text).to_have_text("one two")
    runner.step()
    expect(result(page)).to_have_attribute("data-status", "ok")


def test_a_run_that_tells_is_cancelled_and_what_it_told_stays(telling):
    page, _ = telling(tells(chunk("told before"), chunk("never")))
    expect(page.locator('[data-stream="text"]')).to_contain_text("told before")
    result(page).get_by_role("button", name="Cancel").click()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    expect(result(page)).to_contain_text("told before")
    expect(result(page).get_by_role("button", name="Run again")).to_be_visible()


def test_progress_is_said_now_and_then_and_not_each_time(telling):
    events = [progress(number, 200, f"Step {number}") for number in range(200)]

    def act(tell, wait):
        wait()
        for event in events:
            tell(event)
        wait()

    page, runner = telling(act)
    page.locator("[data-running-title], .running h2").first.wait_for()
    page.evaluate(
        """() => { window.said = []; new MutationObserver(changes => { for (const { target } of changes) {
            const region = target.closest?.('[data-announced]'); if (region?.textContent) said.push(region.textContent)
        } }).observe(document.body, { subtree: true, childList: true }) }"""
    )
    runner.step()
    expect(result(page)).to_contain_text("Step 199")

    assert len([words for words in page.evaluate("said") if "done" in words]) <= 1


def test_who_waits_for_a_turn_sees_the_place(telling):
    page, runner = telling(tells(chunk("first")), concurrent=False)
    expect(page.locator('[data-stream="text"]')).to_contain_text("first")
    second = page.context.new_page()
    second.goto(urljoin(page.url, "/tools/t"))
    quiet(second)
    second.locator("[data-run]").click()

    expect(result(second)).to_contain_text("Number 1 in the queue.")
    expect(result(second).locator(".state")).to_have_text("Waiting")
    runner.step()
    expect(result(second)).to_have_attribute("data-status", "running")
    expect(result(second)).not_to_contain_text("in the queue")
    runner.step()
    expect(result(second)).to_have_attribute("data-status", "ok")


def test_a_run_that_goes_on_passes_axe(telling, page, axe_light_and_dark):
    telling(tells(progress(1, 4, "Reading"), chunk("Some text"), log("broken", "error"), {"type": "ask", "id": "q"}))[
        1
    ].step(3)
    expect(page.locator("[data-question]")).to_be_visible()

    axe_light_and_dark(page)


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_says_what_became_of_the_run(start, page):
    process, address = start()
    page.goto(f"{address}/tools/endless")
    quiet(page)
    page.locator("[data-run]").click()
    expect(page.locator('[data-stream="text"]')).to_contain_text("20 ")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)
    seen = page.locator('[data-stream="text"]').text_content().strip()
    expect(result(page)).to_contain_text("Trying again")

    start(urlsplit(address).port)

    expect(result(page)).to_have_attribute("data-status", "lost")
    assert page.locator('[data-stream="text"]').text_content().strip().startswith(seen)
    expect(result(page).get_by_role("button", name="Run again")).to_be_visible()
    page.reload()
    expect(page.locator("[data-history] .state")).to_have_text("Lost")


CHAT = {"layout": "chat", "inputs": [], "outputs": [{"key": "reply", "type": "markdown", "label": "Reply"}]}


def test_in_a_conversation_the_answer_grows_and_what_is_asked_is_answered(telling):
    answers = []

    def act(tell, wait):
        tell(chunk("Hello "))
        wait()
        tell(chunk("you"))
        wait()
        answers.append(tell({"type": "ask", "id": "q", "message": "Go on?"}))
        return {"reply": "Hello you"}

    page, runner = telling(act, **CHAT, press=False)
    page.get_by_label("Message").fill("Hi")
    page.get_by_label("Message").press("Enter")
    last = page.locator("[data-transcript] .msg .prose").last
    expect(last).to_have_text("Hello")
    runner.step()
    expect(last).to_have_text("Hello you")
    runner.step()
    page.get_by_role("button", name="Yes, go on").click()

    expect(page.get_by_label("Message")).to_be_focused()
    expect(last).to_have_text("Hello you")
    assert answers == [{"action": "accept", "content": {}}]
