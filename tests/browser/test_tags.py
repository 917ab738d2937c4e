"""Tags: added, offered, removed and left alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.controls import paste, run

TAGS = {"key": "t", "type": "tags", "label": "Labels", "suggestions": ["alpha", "beta"], "default": ["alpha"]}


def chips(page):
    return page.locator(".chips .chip span")


def typing(page):
    return page.get_by_role("combobox", name="Labels")


def test_tags_are_added_by_enter_comma_and_lines(opened, acting):
    page = opened(TAGS)

    typing(page).press_sequentially("one")
    page.keyboard.press("Enter")
    page.keyboard.type("two,three, ")
    paste(typing(page), "four\r\nfive, six\n\n")

    expect(chips(page)).to_have_text(["alpha", "one", "two", "three", "four", "five, six"])
    expect(page.locator("[data-announced]")).to_contain_text("Added four, five, six; 6 in all")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"t": ["alpha", "one", "two", "three", "four", "five, six"]}]


def test_a_comma_is_part_of_a_tag_where_one_that_is_offered_has_one(opened, acting):
    page = opened(TAGS | {"suggestions": ["salt, fine"]})

    typing(page).press_sequentially("pepper, black")
    page.keyboard.press("Enter")
    expect(chips(page)).to_have_text(["alpha", "pepper, black"])
    typing(page).press_sequentially("oil, cold")
    run(page)

    assert acting.bodies == [{"t": ["alpha", "pepper, black", "oil, cold"]}]


def test_a_tag_that_is_still_being_typed_is_sent_too(opened, acting):
    page = opened(TAGS)
    typing(page).fill("half")

    run(page)

    assert acting.bodies == [{"t": ["alpha", "half"]}]


def test_tags_are_removed_by_key_and_by_button(opened):
    page = opened({**TAGS, "default": ["a", "b", "c", "d"]})

    typing(page).press("Backspace")
    expect(page.get_by_role("button", name="Remove d")).to_be_focused()
    page.keyboard.press("Backspace")
    expect(chips(page)).to_have_text(["a", "b", "c"])
    expect(typing(page)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Remove b")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Remove c")).to_be_focused()
    page.get_by_role("button", name="Remove a").click()

    expect(chips(page)).to_have_text(["c"])
    expect(page.locator("[data-announced]")).to_have_text("Removed a; 1 left")


def test_a_suggestion_is_offered_until_it_is_taken(opened):
    page = opened(TAGS | {"suggestions": ["alpha", "beta", "gamma"]})
    typing(page).click()
    expect(page.get_by_role("option")).to_have_text(["beta", "gamma"])

    page.get_by_role("option", name="beta").click()

    expect(chips(page)).to_have_text(["alpha", "beta"])
    expect(page.get_by_role("option")).to_have_text(["gamma"])
    expect(typing(page)).to_be_focused()
    typing(page).press_sequentially("g")
    typing(page).press("Enter")
    expect(chips(page)).to_have_text(["alpha", "beta", "g"])


def test_tags_without_suggestions_are_a_plain_text(opened):
    page = opened({"key": "t", "type": "tags", "label": "Labels"})

    page.get_by_role("textbox", name="Labels").press_sequentially("one\n")

    expect(chips(page)).to_have_text(["one"])
    expect(page.get_by_role("combobox")).to_have_count(0)


def test_tags_that_are_not_touched_stay_as_they_are(opened, acting):
    page = opened({**TAGS, "default": ["a", "a", "<b>"]})

    expect(chips(page)).to_have_text(["a", "a", "<b>"])
    run(page)

    assert acting.bodies == [{"t": ["a", "a", "<b>"]}]


def test_a_problem_of_tags_leads_to_where_one_types(opened, page):
    opened(TAGS)
    page.route(
        "**/run",
        lambda route: route.fulfill(
            status=422, json={"problems": [{"at": "/t", "code": "x", "message": "Expected less"}]}
        ),
    )
    page.locator("[data-run]").click()

    page.get_by_role("link", name="Labels").click()

    expect(typing(page)).to_be_focused()


def test_lines_that_are_pasted_leave_what_is_being_typed(opened):
    page = opened(TAGS)
    typing(page).press_sequentially("half")

    paste(typing(page), "four\nfive", over=False)

    expect(chips(page)).to_have_text(["alpha", "four", "five"])
    expect(typing(page)).to_have_value("half")


def test_in_arabic_the_chips_are_at_the_right(opened):
    page = opened(TAGS)
    page.goto(f"{page.url}?lang=ar")
    typing(page).focus()

    page.keyboard.press("ArrowRight")
    expect(page.locator(".chips button")).to_be_focused()
    page.keyboard.press("ArrowLeft")

    expect(typing(page)).to_be_focused()
