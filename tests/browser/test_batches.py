"""Rows of a table, run in a browser: with scripts the page follows them, without it is loaded again."""

from __future__ import annotations

import json

import pytest
from flask import Response
from playwright.sync_api import expect

from tests.alive import come_alive
from webform.messages import message

TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {"city": {"type": "string"}, "amount": {"type": "integer"}},
        "required": ["city"],
    },
}


@pytest.fixture
def address(new_app, serve):
    return serve(new_app(TOOL)) + "/tools/t"


def preview(page, address, text):
    page.goto(address)
    page.get_by_role("link", name="Run rows of a table").click()
    page.get_by_label("Or paste rows").fill(text)
    page.get_by_role("button", name="Preview").click()


def state(page):
    return page.locator("#batch-progress [data-state]")


def test_pasted_rows_are_previewed_mapped_run_and_followed(address, acting, page):
    acting.hold()
    preview(page, address, "town\tamount\nOslo\t1\nBergen\tmany\nRome\t3")
    expect(page.get_by_text("0 of 3 rows can be run.")).to_be_visible()
    page.get_by_label("City Required").select_option("town")
    page.get_by_role("button", name="Update the preview").click()
    expect(page.get_by_text("2 of 3 rows can be run.")).to_be_visible()
    expect(page.locator("tr.bad .problem")).to_contain_text(f"Amount: {message('not-a-number.secret', {})}")
    page.get_by_role("button", name="Run 2 rows").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("t, 3 rows")
    expect(state(page)).to_have_text("Running")
    link = page.get_by_role("link", name="Run of row 1: Running")
    link.focus()
    acting.let_go()

    expect(state(page)).to_have_text("Done")
    expect(page.locator("[data-batch-words]")).to_have_text("2 of 2 done, 1 left out")
    expect(page.get_by_role("link", name="Run of row 1: Done")).to_be_focused()
    expect(page.locator("#row-1 td").nth(1)).to_have_text("42")
    expect(page.locator("[data-announced]")).to_contain_text("2 of 2 done")
    assert sorted(body["city"] for body in acting.bodies) == ["Oslo", "Rome"]
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    assert saved.value.path().read_text("utf-8").startswith("row,City,Amount,state,message,y,run\n1,Oslo,1,Done,")


@pytest.mark.parametrize("status", [502, 200])
def test_a_page_of_a_batch_goes_on_after_a_look_that_the_server_did_not_answer(address, acting, page, status):
    acting.hold()
    preview(page, address, "city\nOslo")
    page.get_by_role("button", name="Run 1 row").click()
    acting.begun()
    expect(state(page)).to_have_text("Running")
    page.route(page.url, lambda route: route.fulfill(status=status, body="<h1>Not now</h1>"), times=1)
    with page.expect_response(page.url):
        pass
    acting.let_go()

    expect(state(page)).to_have_text("Done")


def test_a_batch_is_cancelled_and_what_is_left_is_not_run(address, acting, page):
    acting.hold()
    preview(page, address, "city\n" + "x\n" * 12)
    page.get_by_role("button", name="Run 12 rows").click()
    acting.begun()
    page.get_by_role("button", name="Cancel").click()

    expect(state(page)).to_have_text("Cancelled")
    expect(page.locator("#row-12")).to_contain_text("Not run")
    assert len(acting.bodies) <= 4


def test_without_scripts_a_file_is_run_and_the_page_shows_the_results(address, acting, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(address + "/batch")
    page.get_by_label("File").set_input_files(
        {"name": "rows.csv", "mimeType": "text/csv", "buffer": b"city;amount\r\nOslo;1\r\nRome;2\r\n"}
    )
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_in_viewport()
    page.get_by_role("button", name="Run 2 rows").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("t, 2 rows")
    expect(state(page)).to_have_text("Done")
    expect(page.locator("#row-2 td").nth(1)).to_have_text("42")
    page.get_by_role("link", name="Run of row 2").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_the_pages_of_a_batch_are_accessible_and_stay_within_a_phone(address, acting, new_page, axe_light_and_dark):
    page = new_page(viewport={"width": 390, "height": 800})
    preview(page, address, "city,amount,unused column\nOslo,1," + "x" * 300 + "\nBergen,many,")
    come_alive(page)
    axe_light_and_dark(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Run 1 row").click()
    expect(state(page)).to_have_text("Done")

    axe_light_and_dark(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "reason", ["The station sent nothing since Monday. " * 4, "x" * 190], ids=["words", "one word"]
)
def test_why_a_row_failed_leaves_room_for_the_next_column_on_a_phone(address, acting, new_page, reason):
    acting.answer = Response(json.dumps({"detail": reason}), 422, content_type="application/json")
    page = new_page(viewport={"width": 390, "height": 800})
    preview(page, address, "city\nOslo")
    page.get_by_role("button", name="Run 1 row").click()
    expect(page.locator("#row-1 small")).to_have_text(reason.strip())

    table = page.locator(".batch-rows").bounding_box()
    next_column = page.locator("#batch-head th").nth(2).bounding_box()
    assert next_column["x"] + 24 < table["x"] + table["width"]


def test_another_language_keeps_the_table(address, page):
    preview(page, address, "city\tamount\nOslo\t1")

    page.locator(".languages a[hreflang=de]").click()

    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("textarea[name=rows]")).to_have_value("city\tamount\nOslo\t1")
    expect(page.locator(".batch-rows tbody tr")).to_have_count(1)
