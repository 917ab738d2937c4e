"""Rows of a table: added and removed on the spot."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

TABLE = {
    "key": "t",
    "type": "table",
    "label": "Parts",
    "columns": [{"key": "k", "label": "Name"}, {"key": 'a*/b "%é', "label": "Weight", "type": "number"}],
    "default": [{"k": "one", 'a*/b "%é': 1}, {"k": "two"}, {"k": "three"}],
}  # fmt: skip


def rows(page):
    return page.locator("tbody tr")


def test_a_row_is_added_with_the_focus_in_its_first_cell(opened, acting):
    page = opened(TABLE)

    page.get_by_role("button", name="Add row").click()

    expect(rows(page)).to_have_count(4)
    expect(rows(page).nth(3).get_by_label("Name")).to_be_focused()
    expect(page.locator("[data-announced]")).to_have_text("Row added, 4 rows")
    page.keyboard.type("four")
    rows(page).nth(3).get_by_label("Weight").fill("4.50")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expected = [{"k": "one", 'a*/b "%é': 1}, {"k": "two"}, {"k": "three"}, {"k": "four", 'a*/b "%é': 4.5}]
    assert acting.bodies == [{"t": expected}]


def test_every_part_of_a_new_row_has_a_name_and_an_id_of_its_own(opened):
    page = opened(TABLE)

    page.get_by_role("button", name="Add row").click()

    ids = page.locator("form [id]").evaluate_all("all => all.map(each => each.id)")
    assert len(ids) == len(set(ids))
    described = page.locator("tbody [aria-describedby]").evaluate_all(
        "all => all.flatMap(each => each.getAttribute('aria-describedby').split(' ')).filter(id => !document.getElementById(id))"
    )
    assert described == []
    assert not page.locator("tbody").inner_html().count("/*")


def test_a_row_is_removed_with_the_focus_at_its_neighbour_and_can_be_had_back(opened, acting):
    page = opened(TABLE)

    page.get_by_role("button", name="Remove row 2").click()

    expect(rows(page)).to_have_count(2)
    expect(page.get_by_role("button", name="Remove row 2")).to_be_focused()
    expect(rows(page).nth(1).get_by_label("Name")).to_have_value("three")
    page.get_by_role("button", name="Remove row 2").click()
    expect(page.get_by_role("button", name="Remove row 1")).to_be_focused()
    page.get_by_role("button", name="Remove row 1").click()
    expect(page.get_by_role("button", name="Add row")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(rows(page).get_by_label("Name")).to_have_value("one")
    expect(rows(page).get_by_label("Name")).to_be_focused()


def test_a_new_row_takes_no_id_of_another(opened, acting):
    page = opened(TABLE)
    page.get_by_role("button", name="Remove row 1").click()
    page.get_by_role("button", name="Add row").click()
    page.keyboard.type("four")

    page.keyboard.press("Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert [each["k"] for each in acting.bodies[0]["t"]] == ["two", "three", "four"]


def test_no_more_and_no_fewer_rows_than_the_table_takes(opened):
    page = opened({**TABLE, "default": [{"k": "one"}, {"k": "two"}], "min_rows": 2, "max_rows": 3})
    remove, add = page.get_by_role("button", name="Remove row 1"), page.get_by_role("button", name="Add row")
    expect(remove).to_have_attribute("aria-disabled", "true")
    expect(remove).to_have_attribute("title", "At least 2 rows are needed")

    remove.click(force=True)
    expect(page.locator("[data-announced]")).to_have_text("At least 2 rows are needed")
    add.click()
    expect(remove).not_to_have_attribute("aria-disabled", "true")
    add.click(force=True)

    expect(rows(page)).to_have_count(3)
    expect(add).to_have_attribute("title", "At most 3 rows are taken")


@pytest.mark.parametrize("cell", ["Name", "Weight"])
def test_enter_in_a_cell_runs_and_removes_nothing(opened, acting, cell):
    page = opened(TABLE)

    page.get_by_label(cell, exact=True).first.press("Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(rows(page)).to_have_count(3)


def test_two_tables_know_nothing_of_each_other(opened, acting):
    second = {**TABLE, "key": "t2", "label": "More", "default": [], "max_rows": 1}
    page = opened(TABLE, second)
    more = page.locator('[data-at="/t2"]')

    more.get_by_role("button", name="Add row").click()
    page.keyboard.type("five")
    page.get_by_role("button", name="Remove row 2").first.click()
    page.locator('[data-at="/t"]').get_by_role("button", name="Add row").click()
    page.keyboard.type("four")
    expect(more.get_by_role("button", name="Add row")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert [[each["k"] for each in acting.bodies[0][key]] for key in ("t", "t2")] == [
        ["one", "three", "four"],
        ["five"],
    ]


def test_rows_change_by_a_round_trip_where_the_module_does_not_load(served, page, acting):
    page.route("**/inputs/table-*.js", lambda route: route.abort())
    page.goto(served(TABLE))
    page.get_by_label("Name").first.fill("typed")

    page.get_by_role("button", name="Add row").click()
    expect(rows(page)).to_have_count(4)
    page.get_by_role("button", name="Remove row").nth(1).click()

    expect(rows(page)).to_have_count(3)
    expect(page.get_by_label("Name").first).to_have_value("typed")
