"""Restoring what was typed: from unsent work, by going back, by undoing a reset."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.alive import quiet

NAME = {"key": "name", "type": "text", "label": "Name", "required": False}
MODE = {
    "key": "mode",
    "type": "radio",
    "label": "Mode",
    "default": "fast",
    "options": [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}],
}
HEAT = {"key": "heat", "type": "number", "label": "Heat", "show_if": {"key": "mode", "equals": "tuned"}}
TAGS = {"key": "tags", "type": "tags", "label": "Tags", "required": False}
PARTS = {"key": "t", "type": "table", "label": "Parts", "required": False, "columns": [{"key": "k", "label": "Part"}]}
FILE = {"key": "f", "type": "file", "label": "Data", "required": False}
KEPT = "webform:unsent:/tools/t"


def kept(page):
    return page.evaluate(f"JSON.parse(localStorage.getItem('{KEPT}'))")


def offered(page):
    return page.locator("[data-restore]")


def run(page):
    page.get_by_role("button", name="Run", exact=True).click()


def test_what_was_restored_and_not_run_is_offered_again(opened):
    page = opened(NAME)
    page.get_by_label("Name").fill("Ada")
    page.reload()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Name")).to_have_value("Ada")

    page.reload()

    expect(offered(page)).to_be_visible()


def test_what_was_typed_before_is_not_offered_once_something_ran(opened, acting):
    page = opened(NAME)
    page.get_by_label("Name").fill("Ada")
    page.reload()
    expect(offered(page)).to_be_visible()
    page.get_by_label("Name").fill("Bob")

    run(page)

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(offered(page)).to_be_hidden()


def test_what_the_form_holds_anyway_is_not_offered(opened):
    page = opened(NAME)
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Name").fill("")

    page.reload()
    quiet(page)

    expect(offered(page)).to_be_hidden()


def test_a_file_that_the_server_keeps_is_not_kept_by_the_browser(opened):
    page = opened(NAME, FILE)
    page.locator("[type=file]").set_input_files({"name": "salaries.txt", "mimeType": "text/plain", "buffer": b"1"})
    page.get_by_label("Name").fill("Ada")
    run(page)
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    page.locator("[data-history] summary").click()
    page.locator("[data-history] a").first.click()
    expect(page.locator("[data-uploaded]")).to_have_count(1)

    page.get_by_label("Name").fill("Bob")
    page.reload()

    expect(offered(page)).to_be_visible()
    assert [name for name, _ in kept(page)["entries"]] == ["is#", "/name"]
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Name")).to_have_value("Bob")
    expect(page.locator("[data-uploaded] .file-name")).to_have_text("salaries.txt")


def test_going_back_shows_what_was_typed_and_chosen(opened, tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("1", "utf-8")
    page = opened(NAME, MODE, HEAT, TAGS, PARTS, FILE)
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Tuned").check()
    page.get_by_label("Heat").fill("7")
    page.get_by_label("Tags", exact=True).press_sequentially("one,two,")
    page.get_by_role("button", name="Add row").click()
    page.get_by_label("Part", exact=True).fill("bolt")
    page.locator("[type=file]").set_input_files(file)

    page.get_by_role("link", name="webform, all tools").click()
    page.go_back()

    expect(page.get_by_label("Name")).to_have_value("Ada")
    expect(page.get_by_label("Heat")).to_have_value("7")
    expect(page.locator(".chip > span")).to_have_text(["one", "two"])
    expect(page.get_by_label("Part", exact=True)).to_have_value("bolt")
    expect(page.locator(".file-name")).to_have_text("a.txt")
    expect(offered(page)).to_be_hidden()


def test_going_back_shows_what_was_run(opened, acting):
    page = opened(MODE, HEAT)
    page.get_by_label("Tuned").check()
    for heat in ("6", "7"):
        page.get_by_label("Heat").fill(heat)
        run(page)
        expect(page.locator("[data-history] .state")).to_have_text(["Done"] * (int(heat) - 5))
    page.locator("[data-history] summary").click()
    page.locator("[data-history] li > a").last.click()
    expect(page.get_by_label("Heat")).to_have_value("6")
    page.get_by_label("Heat").fill("8")

    page.go_back()

    expect(page.get_by_label("Heat")).to_have_value("7")
    page.go_forward()
    expect(page.get_by_label("Heat")).to_have_value("8")


def test_nothing_is_kept_for_going_back_where_nothing_is_to_be_kept(opened):
    page = opened(NAME)
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Save drafts in this browser").click()

    page.get_by_role("link", name="webform, all tools").click()
    expect(page.get_by_role("heading", name="Tools")).to_be_visible()

    assert page.evaluate("[sessionStorage.length, Object.keys(localStorage)]") == [0, ["webform:keep-nothing"]]


def test_reset_takes_back_what_is_kept_and_undo_keeps_it_again(opened):
    page = opened(NAME)
    page.get_by_label("Name").fill("Ada")
    page.reload()
    expect(offered(page)).to_be_visible()
    page.get_by_label("Name").fill("Bob")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("Name")).to_have_value("")
    # The form is there before the script that offers it back.
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert kept(page) is None
    expect(offered(page)).to_be_hidden()

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Name")).to_have_value("Bob")
    page.wait_for_function(f"() => localStorage.getItem('{KEPT}')?.includes('Bob')")
    page.reload()

    expect(offered(page)).to_be_visible()


def test_a_mended_declaration_takes_what_still_fits(new_app, serve, page, violations):
    address = serve(new_app({"id": "t", "name": "T", "inputs": [NAME]})) + "/tools/t"
    page.goto(address)
    old = [["is#", "object"], ["/name", "Ada"], ["/gone", "x"], ["row/gone", "7"]]
    page.evaluate(f"old => localStorage.setItem('{KEPT}', JSON.stringify({{when: 0, entries: old}}))", old)
    page.reload()

    page.get_by_role("button", name="Restore").click()

    expect(page.get_by_label("Name")).to_have_value("Ada")
    expect(page.locator("[data-announced]")).to_contain_text("Your input is restored.")
    expect(offered(page)).to_be_hidden()
    assert violations == []
