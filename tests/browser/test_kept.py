"""Storage of the browser: unsent work, and one's own runs."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import expect

from tests.alive import come_alive, quiet
from tests.until import until

TITLE = {"key": "title", "type": "text", "label": "Title"}
INPUTS = [
    TITLE,
    {"key": "n", "type": "number", "label": "Number", "required": False},
    {"key": "tags", "type": "tags", "label": "Labels"},
    {"key": "mode", "type": "radio", "label": "Mode", "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}], "default": "a"},
    {"key": "heat", "type": "text", "label": "Heat", "required": False, "show_if": {"key": "mode", "equals": "b"}},
    {"key": "t", "type": "table", "label": "Parts", "columns": [{"key": "k", "label": "Name"}], "required": False},
    {"key": "f", "type": "file", "label": "File", "required": False},
]  # fmt: skip


def stored(page, word):
    return page.evaluate(
        "word => Object.entries(localStorage).filter(([key]) => key.includes(word)).map(([, text]) => text)", word
    )


def fill(page):
    page.get_by_label("Title").fill("typed")
    page.get_by_label("Number").fill("12abc")
    page.get_by_role("textbox", name="Labels").fill("one,")
    page.get_by_label("B", exact=True).check()
    page.get_by_label("Heat").fill("hot")
    page.get_by_role("button", name="Add row").click()
    page.keyboard.type("row")
    page.get_by_label("File").set_input_files({"name": "secret.txt", "mimeType": "text/plain", "buffer": b"hush"})


def test_unsent_work_is_offered_back_after_a_reload_exactly_as_it_was_typed(opened):
    page = opened(*INPUTS)
    fill(page)

    page.reload()
    expect(page.locator("[data-restore]")).to_contain_text("You have unsaved input from")
    expect(page.get_by_label("Title")).to_have_value("")
    page.get_by_role("button", name="Restore").click()

    expect(page.get_by_label("Title")).to_have_value("typed")
    expect(page.get_by_label("Number")).to_have_value("12abc")
    expect(page.locator(".chips .chip span")).to_have_text("one")
    expect(page.get_by_label("Heat")).to_have_value("hot")
    expect(page.locator('[name="/t/0/k"]')).to_have_value("row")
    expect(page.locator("[data-restore]")).to_be_hidden()


def test_what_was_typed_before_older_work_came_back_can_be_had_back(opened):
    page = opened(TITLE)
    page.get_by_label("Title").fill("older")
    page.reload()
    page.get_by_label("Title").fill("newer")

    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Title")).to_have_value("older")
    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_label("Title")).to_have_value("newer")


def test_files_and_passwords_are_never_kept(opened):
    page = opened(*INPUTS)
    page.get_by_label("Heat").evaluate("control => { control.type = 'password' }")
    fill(page)

    page.reload()

    kept = "".join(stored(page, "unsent"))
    assert "typed" in kept
    assert "secret" not in kept
    assert "hush" not in kept
    assert "hot" not in kept


def test_nothing_is_offered_back_that_is_still_there(opened, acting):
    page = opened(*INPUTS)
    offer = page.locator("[data-restore]")
    fill(page)
    page.get_by_role("button", name="Add row").click()
    expect(page.locator("[data-rows] > tr")).to_have_count(2)
    until(lambda: stored(page, "unsent"))
    page.locator('[name="/n"]').fill("12")
    page.get_by_role("button", name="Add row").click()
    expect(page.locator("[data-rows] > tr")).to_have_count(3)
    expect(offer).to_be_hidden()

    # Left by what tells of a change only then.
    page.get_by_label("Title").focus()
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    page.get_by_label("Title").blur()
    page.reload()
    come_alive(page)

    expect(page.get_by_label("Title")).to_have_value("typed!")
    expect(offer).to_be_hidden()
    assert stored(page, "unsent") == []


def test_what_is_offered_back_stays_so_after_a_button_and_what_was_added_is_kept(opened):
    page = opened(*INPUTS)
    page.get_by_label("Title").fill("typed")
    page.reload()
    offer = page.locator("[data-restore]")
    expect(offer).to_be_visible()

    page.get_by_role("button", name="Add row").click()
    page.keyboard.type("row")
    expect(offer).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Restore").click()

    expect(page.locator('[name="/t/0/k"]')).to_have_value("row")
    expect(offer).to_be_hidden()


def test_discarded_work_is_gone(opened):
    page = opened(TITLE)
    page.get_by_label("Title").fill("typed")
    page.reload()

    page.get_by_role("button", name="Discard").click()

    expect(page.locator("[data-restore]")).to_be_hidden()
    page.reload()
    quiet(page)
    expect(page.locator("[data-restore]")).to_be_hidden()
    assert stored(page, "unsent") == []


def test_what_was_typed_since_is_kept_when_older_work_is_discarded(opened):
    page = opened(TITLE)
    page.get_by_label("Title").fill("old")
    page.reload()
    expect(page.locator("[data-restore]")).to_be_visible()
    page.get_by_label("Title").fill("typed since")
    page.get_by_label("Title").blur()
    until(lambda: "typed since" in "".join(stored(page, "unsent")))

    page.get_by_role("button", name="Discard").click()
    page.reload()
    page.get_by_role("button", name="Restore").click()

    expect(page.get_by_label("Title")).to_have_value("typed since")


def test_work_that_ran_well_is_not_unsent(opened, acting):
    page = opened(TITLE)
    page.get_by_label("Title").fill("typed")
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")

    page.reload()
    quiet(page)

    expect(page.locator("[data-restore]")).to_be_hidden()
    assert stored(page, "unsent") == []


def test_work_whose_run_failed_is_still_there(opened, acting):
    page = opened(TITLE)
    acting.answer = ("broken", 500)
    page.get_by_label("Title").fill("typed")
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "error")

    page.reload()
    come_alive(page)

    expect(page.get_by_label("Title")).to_have_value("typed")
    expect(page.locator("[data-restore]")).to_be_hidden()


def test_an_untouched_form_keeps_nothing(opened):
    page = opened(*INPUTS)

    page.reload()

    assert stored(page, "unsent") == []


def test_keeping_can_be_switched_off_and_stays_off(opened):
    page = opened(TITLE)
    page.get_by_label("Title").fill("typed")
    page.get_by_label("Title").blur()
    choice = page.get_by_role("button", name="Save drafts in this browser")
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.reload()

    choice.click()
    page.get_by_label("Title").fill("typed again")
    page.reload()

    expect(choice).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-restore]")).to_be_hidden()
    assert stored(page, "unsent") == []


def test_more_than_fits_is_not_kept(opened):
    page = opened({**TITLE, "type": "textarea"})
    page.get_by_label("Title").fill("x" * 250_000)

    page.reload()

    assert stored(page, "unsent") == []


RUBBISH = "{", "null", "[]", '{"when": 1, "entries": [["<b>", 1]]}', '{"when": "x", "entries": [["do", "x"]]}'


def test_rubbish_in_the_store_offers_nothing(opened, subtests):
    page = opened(TITLE)
    for rubbish in RUBBISH:
        with subtests.test(rubbish):
            page.evaluate("text => localStorage.setItem('webform:unsent:/tools/t', text)", rubbish)
            page.evaluate("text => localStorage.setItem('webform:runs:/tools/t', text)", rubbish)

            page.reload()
            quiet(page)

            expect(page.locator("[data-restore]")).to_be_hidden()
            expect(page.locator("[data-history]")).to_be_hidden()


def test_a_browser_that_keeps_nothing_loses_nothing_else(served, page, acting):
    page.add_init_script(
        "for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => { throw new Error('no') }"
    )
    page.goto(served(TITLE))
    page.get_by_label("Title").fill("typed")

    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_going_back_finds_the_form_as_it_was_left(opened, acting):
    page = opened(*INPUTS)
    fill(page)
    page.get_by_role("link", name="webform, all tools").click()
    expect(page.get_by_role("heading", name="Tools")).to_be_visible()

    page.go_back()

    expect(page.get_by_label("Title")).to_have_value("typed")
    expect(page.get_by_label("Heat")).to_be_visible()
    expect(page.locator(".chips .chip span")).to_have_text("one")


# one's own runs


def test_own_runs_are_listed_newest_first_with_links(opened, acting):
    page = opened(TITLE)
    for text, answer, status in (("a", {"y": 1}, "ok"), ("b", ("broken", 500), "error")):
        acting.answer = answer
        page.get_by_label("Title").fill(text)
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", status)

    expect(page.locator("[data-history] .state")).to_have_text(["Failed", "Done"])
    page.locator("[data-history] summary").click()
    page.locator("[data-history] li > a").nth(1).click()

    page.wait_for_url("**/runs/*")
    expect(page.get_by_label("Title")).to_have_value("a")
    expect(page.locator("[data-history] li")).to_have_count(2)


def test_a_run_that_is_deleted_is_gone_from_the_list_and_from_the_server(opened, acting):
    page = opened({**TITLE, "default": "x"})
    page.locator("[data-run]").click()
    expect(page.locator("[data-history] .state")).to_have_text("Done")
    address = page.locator("[data-history] li > a").get_attribute("href")

    page.locator("[data-history] summary").click()
    page.get_by_role("button", name="Delete the run").click()

    expect(page.locator("[data-history]")).to_be_hidden()
    expect(page.locator("[data-run]")).to_be_focused()
    assert page.request.get(urljoin(page.url, address)).status == 404


def test_a_run_that_ended_while_nobody_looked_is_brought_up_to_date(opened, acting):
    page = opened({**TITLE, "default": "x"})
    acting.hold()
    page.locator("[data-run]").click()
    acting.begun()
    expect(page.locator("[data-history] .state")).to_have_text("Running")
    page.goto("about:blank")
    acting.let_go()

    page.go_back()

    expect(page.locator("[data-history] .state")).to_have_text("Done")


def test_no_more_than_twenty_runs_are_listed_and_foreign_addresses_are_no_links(opened):
    page = opened(TITLE)
    runs = [{"address": f"/runs/{n}", "when": n, "status": "ok"} for n in range(30)]
    foreign = [
        {"address": address, "when": 1, "status": "ok"}
        for address in ("javascript:alert(1)", "//evil.example/x", "/\\evil.example")
    ]
    page.evaluate("runs => localStorage.setItem('webform:runs:/tools/t', JSON.stringify(runs))", [*foreign, *runs])

    page.reload()

    expect(page.locator("[data-history] li")).to_have_count(20)
    expect(page.locator("[data-history] li > a").first).to_have_attribute("href", "/runs/0")
