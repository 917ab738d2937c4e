"""A conversation that grows without a page being loaded."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.until import until

CHAT = {"name": "Parrot", "layout": "chat", "outputs": [{"key": "reply", "type": "markdown", "label": "Reply"}]}


@pytest.fixture
def chat(opened, acting):
    acting.answer = {"reply": "**Hello** <b>you</b>"}
    return opened(**CHAT)


def box(page):
    return page.get_by_label("Message")


def messages(page):
    return page.locator("[data-transcript] .msg .prose")


def test_enter_sends_and_the_answer_is_added(chat, acting):
    chat.evaluate("window.stays = true")

    box(chat).fill("Hi")
    box(chat).press("Enter")
    expect(messages(chat)).to_have_text(["Hi", "Hello <b>you</b>"])
    expect(box(chat)).to_have_value("")
    expect(box(chat)).to_be_focused()
    box(chat).press_sequentially("And\n")

    expect(messages(chat)).to_have_text(["Hi", "Hello <b>you</b>", "And", "Hello <b>you</b>"])
    assert [message["content"] for message in acting.bodies[1]["messages"]] == ["Hi", "**Hello** <b>you</b>", "And"]
    assert chat.evaluate("window.stays")


def test_an_answer_leaves_whoever_went_elsewhere_there(chat, acting):
    acting.hold()
    box(chat).fill("Hi")
    box(chat).press("Enter")
    acting.begun()
    chat.get_by_role("link", name="New conversation").focus()
    acting.let_go()

    expect(messages(chat)).to_have_text(["Hi", "Hello <b>you</b>"])
    expect(chat.get_by_role("link", name="New conversation")).to_be_focused()


def test_shift_enter_is_a_new_line(chat, acting):
    box(chat).press_sequentially("one")
    box(chat).press("Shift+Enter")
    box(chat).press_sequentially("two\n")

    expect(messages(chat).last).to_have_text("Hello <b>you</b>")
    assert acting.bodies[0]["messages"][0]["content"] == "one\ntwo"


def test_what_is_said_stands_there_while_the_tool_thinks_and_can_be_cancelled(chat, acting):
    acting.hold()
    box(chat).fill("Hi")
    box(chat).press("Enter")
    acting.begun()
    expect(messages(chat).first).to_have_text("Hi")
    expect(chat.locator(".typing")).to_be_visible()

    chat.get_by_role("button", name="Cancel").click()

    expect(chat.locator('[data-role="error"]')).to_be_visible()
    expect(box(chat)).to_have_value("Hi")


def test_a_tool_that_fails_leaves_the_message_to_be_sent_again(chat, acting):
    acting.answer = ("broken", 500)
    box(chat).fill("Hi")
    box(chat).press("Enter")
    expect(chat.locator('[data-role="error"]')).to_be_visible()
    expect(box(chat)).to_have_value("Hi")
    acting.answer = {"reply": "Now"}

    box(chat).press("Enter")

    expect(messages(chat)).to_have_text(["Hi", "Now"])


def test_without_a_connection_the_message_stays(chat, acting):
    chat.route("**/run", lambda route: route.abort("internetdisconnected"))
    box(chat).fill("Hi")
    box(chat).press("Enter")
    expect(chat.locator('[data-role="error"]')).to_contain_text("Connection lost")
    expect(box(chat)).to_have_value("Hi")
    chat.unroute("**/run")

    chat.get_by_role("button", name="Try again").click()

    expect(messages(chat)).to_have_text(["Hi", "Hello <b>you</b>"])
    assert len(acting.bodies) == 1


def test_an_empty_message_is_not_sent(chat, acting):
    box(chat).press("Enter")

    expect(chat.locator("[data-problem-for]")).to_be_visible()
    assert acting.bodies == []


def test_on_the_page_of_a_run_the_title_stays_beside_its_mark(served, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(served(**CHAT))
    page.get_by_role("textbox").first.fill("Hi")
    page.locator("[data-run]").click()
    expect(page.get_by_role("link", name="New conversation")).to_be_visible()

    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        mark, title = page.locator(".mark").bounding_box(), page.locator("h1").bounding_box()

        assert 0 < title["x"] - mark["x"] - mark["width"] < 24, width


def list_of(page):
    return page.locator("[data-chats] li")


def talk(page, *texts):
    for count, text in enumerate(texts, 1):
        box(page).fill(text)
        box(page).press("Enter")
        expect(page.locator('[data-role="assistant"]')).to_have_count(count)
        expect(box(page)).to_have_value("")


def test_conversations_survive_a_reload_and_are_listed_opened_and_deleted(chat, acting, axe):
    start = chat.url
    talk(chat, "First question", "And another")
    runs = chat.evaluate("JSON.parse(localStorage['webform:chats:/tools/t'])")
    chat.reload()
    expect(messages(chat)).to_have_text(["First question", "Hello <b>you</b>", "And another", "Hello <b>you</b>"])
    chat.get_by_role("link", name="New conversation").click()
    expect(messages(chat)).to_have_count(0)
    assert chat.url == start
    talk(chat, "Second <b>question</b>")

    chat.get_by_text("Conversations").click()
    expect(list_of(chat).locator("a")).to_have_text(["Second <b>question</b>", "First question"])
    expect(list_of(chat).locator("[aria-current]")).to_have_text("Second <b>question</b>")
    axe(chat)
    # Nothing that was said is kept by the browser.
    assert "question" not in chat.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    list_of(chat).get_by_role("link", name="First question").click()
    expect(messages(chat)).to_have_count(4)

    chat.get_by_text("Conversations").click()
    chat.get_by_role("button", name="Delete First question").click()
    expect(messages(chat)).to_have_count(0)
    chat.get_by_text("Conversations").click()
    expect(list_of(chat).locator("a")).to_have_text(["Second <b>question</b>"])
    # Each of its messages was a run.
    (deleted,) = runs
    for run in (deleted["address"], *deleted["earlier"]):
        assert chat.request.get(urljoin(start, run)).status == 404


def test_a_panel_that_is_loaded_again_goes_on_with_its_conversation(served, page, acting, violations):
    acting.answer = {"reply": "Hello"}
    panel = served(**CHAT) + "/panel"
    page.goto(panel)
    come_alive(page)
    talk(page, "Hi")

    page.goto(panel)
    expect(messages(page)).to_have_text(["Hi", "Hello"])
    page.get_by_role("link", name="New conversation").click()

    expect(messages(page)).to_have_count(0)
    assert violations == []


def test_whoever_is_at_a_conversation_stays_there_as_their_names_come(opened, acting):
    page = opened(**CHAT)
    acting.answer = {"reply": "Hello"}
    talk(page, "Hi")
    page.reload()
    waiting = []
    page.route("**/runs?*", lambda route: waiting.append(route))
    page.locator("[data-chats] summary").click()
    delete = list_of(page).get_by_role("button")
    delete.focus()
    until(lambda: page.evaluate("true") and waiting)
    waiting[0].continue_()

    expect(list_of(page).get_by_role("link", name="Hi")).to_be_visible()
    expect(delete).to_be_focused()


def test_a_box_that_is_left_empty_is_no_problem(chat):
    box(chat).focus()
    box(chat).blur()

    chat.get_by_role("link", name="New conversation").focus()
    expect(chat.locator("[data-problem-for]")).to_be_hidden()
