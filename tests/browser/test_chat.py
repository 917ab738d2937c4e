"""A conversation that grows without a page being loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

CHAT = {"name": "Parrot", "layout": "chat", "outputs": [{"key": "reply", "type": "markdown", "label": "Reply"}]}


@pytest.fixture
def chat(opened, acting):
    acting.answer = {"reply": "**Hello** <b>you</b>"}
    return opened(**CHAT)


def box(page):
    return page.get_by_label("Message")


def said(page):
    return page.locator("[data-transcript] .msg .prose")


def test_enter_sends_and_the_answer_is_added(chat, acting):
    chat.evaluate("window.stays = true")

    box(chat).fill("Hi")
    box(chat).press("Enter")
    expect(said(chat)).to_have_text(["Hi", "Hello <b>you</b>"])
    expect(box(chat)).to_have_value("")
    expect(box(chat)).to_be_focused()
    box(chat).press_sequentially("And\n")

    expect(said(chat)).to_have_text(["Hi", "Hello <b>you</b>", "And", "Hello <b>you</b>"])
    assert [each["content"] for each in acting.bodies[1]["messages"]] == ["Hi", "**Hello** <b>you</b>", "And"]
    assert chat.evaluate("window.stays")


def test_shift_enter_is_a_new_line(chat, acting):
    box(chat).press_sequentially("one")
    box(chat).press("Shift+Enter")
    box(chat).press_sequentially("two\n")

    expect(said(chat).last).to_have_text("Hello <b>you</b>")
    assert acting.bodies[0]["messages"][0]["content"] == "one\ntwo"


def test_what_is_said_stands_there_while_the_tool_thinks_and_can_be_cancelled(chat, acting):
    acting.hold()
    box(chat).fill("Hi")
    box(chat).press("Enter")
    acting.begun()
    expect(said(chat).first).to_have_text("Hi")
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

    expect(said(chat)).to_have_text(["Hi", "Now"])


def test_without_a_connection_the_message_stays(chat, acting):
    chat.route("**/run", lambda route: route.abort("internetdisconnected"))
    box(chat).fill("Hi")
    box(chat).press("Enter")
    expect(chat.locator('[data-role="error"]')).to_contain_text("cannot be reached")
    expect(box(chat)).to_have_value("Hi")
    chat.unroute("**/run")

    chat.get_by_role("button", name="Try again").click()

    expect(said(chat)).to_have_text(["Hi", "Hello <b>you</b>"])
    assert len(acting.bodies) == 1


def test_an_empty_message_is_not_sent(chat, acting):
    box(chat).press("Enter")

    expect(chat.locator("[data-problem-for]")).to_be_visible()
    assert acting.bodies == []


@pytest.mark.parametrize("width", [390, 1280])
def test_on_the_page_of_a_run_the_title_stays_beside_its_mark(served, new_page, width):
    page = new_page(java_script_enabled=False, viewport={"width": width, "height": 800})
    page.goto(served(**CHAT))
    page.get_by_role("textbox").first.fill("Hi")
    page.locator("[data-run]").click()
    expect(page.get_by_role("link", name="New conversation")).to_be_visible()

    mark, title = page.locator(".mark").bounding_box(), page.locator("h1").bounding_box()

    assert 0 < title["x"] - mark["x"] - mark["width"] < 24
