"""Text that streams over HTTP, on the page: it grows, and stays once it is done, after a reload, after a failure."""

from __future__ import annotations

import json
import threading

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.acting import PATIENCE
from tests.alive import come_alive, quiet
from tests.envelopes.streams.transcripts import SSE, TRANSCRIPTS

TEXTS = ["toolexec", "openai-chat", "anthropic", "vercel-lines", "ollama-chat", "langserve", "plain", "named"]
CHAT = {"layout": "chat", "outputs": [{"key": "reply", "type": "markdown", "label": "Reply"}]}


class Slow:
    """A stream whose pieces come one by one, each but the first once a test lets it."""

    def __init__(self, *pieces: str) -> None:
        self._pieces, self._steps = pieces, threading.Semaphore(0)

    def __iter__(self):
        for number, piece in enumerate(self._pieces):
            if number:
                assert self._steps.acquire(timeout=PATIENCE)
            yield piece.encode()

    def step(self) -> None:
        """Let the next piece come."""
        self._steps.release()


def halves(name: str) -> Slow:
    """Return a stream of `Hello` and then ` world`, in the language *name*."""
    text = TRANSCRIPTS[name].text
    end = text.rfind("\n", 0, text.index(" world")) + 1
    return Slow(text[:end], text[end:])


@pytest.fixture
def streaming(acting, opened):
    """`streaming(slow, media, **tool) -> Page`: at the page of a tool that answers with that stream."""

    def start(slow, media=SSE, **tool):
        acting.answer = Response(slow, content_type=media)
        return opened(**({"outputs": []} | tool))

    return start


def result(page):
    return page.locator("[data-result]")


def so_far(page):
    return page.locator('[data-stream="text"] .text')


def send(page, text="Hi"):
    page.get_by_label("Message").fill(text)
    page.locator("[data-run]").click()


def messages(page):
    return page.locator("[data-transcript] .msg")


def runs_and_stays(page, slow):
    """Run the tool of *page*: its text grows, is the result, and is so after a reload."""
    page.locator("[data-run]").click()
    expect(so_far(page)).to_have_text("Hello")
    slow.step()

    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page).locator('[data-view="text"] .text')).to_have_text("Hello world")
    page.reload()
    expect(result(page).locator('[data-view="text"] .text')).to_have_text("Hello world")


def test_a_text_grows_and_stays_in_every_language(acting, opened, subtests):
    page = opened(outputs=[])
    for name in TEXTS:
        with subtests.test(name):
            slow = halves(name)
            acting.answer = Response(slow, content_type=TRANSCRIPTS[name].media)
            # The one before ended with a reload.
            come_alive(page)

            runs_and_stays(page, slow)


def test_a_text_stays_after_a_reload_in_the_middle(streaming):
    slow = halves("openai-chat")
    page = streaming(slow)
    page.locator("[data-run]").click()
    expect(so_far(page)).to_have_text("Hello")
    page.reload()
    expect(so_far(page)).to_have_text("Hello")
    slow.step()

    expect(result(page).locator('[data-view="text"] .text')).to_have_text("Hello world")


def test_a_text_is_the_declared_output(streaming):
    slow = halves("openai-chat")
    page = streaming(slow, outputs=[{"key": "reply", "type": "stream_text", "label": "Reply"}])
    page.locator("[data-run]").click()
    expect(so_far(page)).to_have_text("Hello")
    slow.step()

    expect(result(page).locator('[data-view="stream_text"][data-at="/reply"]')).to_contain_text("Hello world")
    expect(result(page)).not_to_contain_text("expected")


def test_without_scripts_a_text_grows_and_stays(acting, served, new_page):
    slow = halves("anthropic")
    acting.answer = Response(slow, content_type=SSE)
    page = new_page(java_script_enabled=False)
    page.goto(served(outputs=[]))

    runs_and_stays(page, slow)


def test_in_a_conversation_a_text_grows_and_stays(acting, opened, subtests):
    page = opened(**CHAT)
    for number, name in enumerate(("toolexec", "openai-chat", "plain"), 1):
        with subtests.test(name):
            slow = halves(name)
            acting.answer = Response(slow, content_type=SSE)
            send(page)
            expect(so_far(page)).to_have_text("Hello")
            slow.step()

            expect(page.get_by_label("Message")).to_be_focused()
            expect(messages(page)).to_have_count(2 * number)
            expect(messages(page).last.locator(".prose")).to_have_text("Hello world")
            page.reload()
            expect(messages(page)).to_have_count(2 * number)
            expect(messages(page).last.locator(".prose")).to_have_text("Hello world")
            come_alive(page)


def test_in_a_conversation_a_text_goes_on_after_a_reload(streaming):
    slow = halves("openai-chat")
    page = streaming(slow, **CHAT)
    send(page)
    expect(so_far(page)).to_have_text("Hello")
    page.reload()
    expect(so_far(page)).to_have_text("Hello")
    slow.step()

    expect(page.get_by_label("Message")).to_be_visible()
    expect(messages(page).last.locator(".prose")).to_have_text("Hello world")


def test_in_a_conversation_without_scripts_a_text_grows_and_stays(acting, served, new_page):
    slow = halves("openai-chat")
    acting.answer = Response(slow, content_type=SSE)
    page = new_page(java_script_enabled=False)
    page.goto(served(**CHAT))
    send(page)
    expect(so_far(page)).to_have_text("Hello")
    slow.step()

    expect(messages(page).last.locator(".prose")).to_have_text("Hello world")


def event(kind, data):
    return f"data: {json.dumps({'kind': kind, 'data': data})}\n\n"


#: How a stream ends half-way, and what is said of it.
FAULTS = {
    "error": (event("error", {"message": "The model ran out of memory."}), "The model ran out of memory."),
    "cut": ("", "The tool's answer breaks off in the middle."),
}


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_came_before_a_fault_stays_below_it_and_is_marked(acting, served, new_page, fault, scripts, axe):
    end, message = FAULTS[fault]
    slow = Slow(event("chunk", "Once upon "), event("chunk", "a time") + end)
    acting.answer = Response(slow, content_type=SSE)
    page = new_page(java_script_enabled=scripts)
    page.goto(served(outputs=[]))
    quiet(page)
    page.locator("[data-run]").click()
    expect(so_far(page)).to_have_text("Once upon ")
    slow.step()

    expect(result(page)).to_have_attribute("data-status", "error")
    shown = result(page).locator("#tab-result")
    expect(shown.locator(".failure")).to_contain_text(message)
    expect(shown.locator(".failure ~ .notice")).to_contain_text("Partial result")
    expect(shown.locator('.notice ~ * [data-view="text"] .text')).to_have_text("Once upon a time")
    page.reload()
    expect(shown.locator('.notice ~ * [data-view="text"] .text')).to_have_text("Once upon a time")
    if scripts:
        axe(page)


def test_in_a_conversation_what_came_before_a_fault_stays_and_is_marked(streaming):
    slow = Slow(event("chunk", "Once upon "), event("error", {"message": "No room"}))
    page = streaming(slow, **CHAT)
    send(page)
    expect(so_far(page)).to_have_text("Once upon ")
    slow.step()

    expect(messages(page).last).to_contain_text("No room")
    expect(page.locator('[data-role="partial"]')).to_contain_text("partial answer")
    expect(page.locator('[data-role="partial"] .prose')).to_have_text("Once upon")
    expect(page.get_by_label("Message")).to_have_value("Hi")


def test_what_came_before_cancel_stays_and_is_marked(streaming):
    slow = Slow(event("chunk", "Once upon "), event("chunk", "never"))
    page = streaming(slow)
    page.locator("[data-run]").click()
    expect(so_far(page)).to_have_text("Once upon ")
    result(page).get_by_role("button", name="Cancel").click()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    expect(result(page)).to_contain_text("Partial result")
    expect(result(page)).to_contain_text("Once upon")
    slow.step()


def test_lines_of_records_are_a_table(streaming):
    lines = [json.dumps({"name": name, "age": age}) + "\n" for name, age in (("Ada", 36), ("Max", 41))]
    slow = Slow(*lines)
    page = streaming(slow, "application/x-ndjson")
    page.locator("[data-run]").click()
    expect(page.locator('[data-stream="value"]')).to_contain_text("Ada")
    slow.step()

    expect(result(page).locator('[data-view="table"] tbody tr')).to_have_count(2)
