"""Rows of a table: added and removed on the spot."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.motion

TABLE = {
    "key": "t",
    "type": "table",
    "label": "Parts",
    "columns": [{"key": "k", "label": "Name"}, {"key": 'a*/b "%é', "label": "Weight", "type": "number"}],
    "default": [{"k": "one", 'a*/b "%é': 1}, {"k": "two"}, {"k": "three"}],
}  # fmt: skip


def rows(page):
    return page.locator("tbody tr")


def run(page):
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_a_row_is_added_with_the_focus_in_its_first_cell(opened, acting):
    page = opened(TABLE)

    page.get_by_role("button", name="Add row").click()

    expect(rows(page)).to_have_count(4)
    expect(rows(page).nth(3).get_by_label("Name")).to_be_focused()
    expect(page.locator("[data-announced]")).to_have_text("Row added, 4 rows")
    page.keyboard.type("four")
    rows(page).nth(3).get_by_label("Weight").fill("4.50")
    run(page)
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

    run(page)

    assert [row["k"] for row in acting.bodies[0]["t"]] == ["two", "three", "four"]


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
    run(page)

    assert [[body["k"] for body in acting.bodies[0][key]] for key in ("t", "t2")] == [
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


def menu(page, row, words, table=None):
    """Choose *words* of the menu of the *row*-th row, by the mouse; of a *table*, where there are several."""
    rows(table or page).nth(row - 1).hover()
    (table or page).get_by_role("button", name=f"Row {row}: move, copy or remove").click()
    page.get_by_role("menuitem", name=words).click()


def named(page):
    return page.locator("tbody").get_by_label("Name")


def texts(page):
    return named(page).evaluate_all("all => all.map(each => each.value)")


CHANGED = {
    "Move up": ["two", "one", "three"],
    "Move down": ["one", "three", "two"],
    "Add row above": ["one", "", "two", "three"],
    "Add row below": ["one", "two", "", "three"],
    "Duplicate": ["one", "two", "two", "three"],
    "Remove": ["one", "three"],
}


def test_the_menu_of_a_row_does_what_it_says_and_takes_it_back(opened, acting, subtests):
    page = opened(*[TABLE | {"key": f"t{number}"} for number in range(len(CHANGED))])
    tables = {words: page.locator(f'[data-at="/t{number}"]') for number, words in enumerate(CHANGED)}
    for words, table in tables.items():
        with subtests.test(words):
            menu(page, 2, words, table)
            assert texts(table) == CHANGED[words]
            expect(page.get_by_role("menu")).to_be_hidden()

    run(page)

    [body] = acting.bodies
    for number, (words, table) in enumerate(tables.items()):
        with subtests.test(words, after="a run"):
            named(table).first.focus()
            page.keyboard.press("Control+z")
            assert texts(table) == ["one", "two", "three"]
            assert [row.get("k") for row in body[f"t{number}"]] == [text for text in CHANGED[words] if text]


def test_the_menu_of_a_row_is_gone_through_by_keys(opened):
    page = opened(TABLE)
    named(page).nth(1).focus()

    page.keyboard.press("ArrowLeft")
    handle = page.get_by_role("button", name="Row 2: move, copy or remove")
    expect(handle).to_be_focused()
    page.keyboard.press("Enter")
    expect(handle).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("menuitem", name="Move up")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="Remove")).to_be_focused()
    page.keyboard.press("Escape")
    expect(handle).to_be_focused()
    expect(handle).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    assert texts(page) == ["two", "one", "three"]
    expect(page.get_by_role("button", name="Row 1: move, copy or remove")).to_be_focused()
    expect(page.locator("[data-announced]")).to_have_text("Row 2 is now row 1")


def test_a_row_is_dragged_to_its_place(opened, acting):
    page = opened(TABLE)
    rows(page).nth(2).hover()
    box = page.get_by_role("button", name="Row 3: move, copy or remove").bounding_box()
    goal = rows(page).nth(0).bounding_box()

    page.mouse.move(box["x"] + 9, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, goal["y"] + 5, steps=6)
    expect(rows(page).first).to_have_attribute("data-moving", "")
    page.mouse.up()

    assert texts(page) == ["three", "one", "two"]
    expect(page.locator("[data-moving]")).to_have_count(0)
    expect(page.get_by_role("menu")).to_be_hidden()
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert [row["k"] for row in acting.bodies[0]["t"]] == ["three", "one", "two"]


def test_a_row_is_dragged_by_touch(opened, served, new_page):
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page.goto(served(TABLE))
    named(page).nth(0).tap()
    handle = page.get_by_role("button", name="Row 1: move, copy or remove")
    expect(handle).to_be_visible()
    box, goal = handle.bounding_box(), rows(page).nth(1).bounding_box()
    touch = page.context.new_cdp_session(page)

    def at(kind, y):
        points = [] if kind == "touchEnd" else [{"x": box["x"] + 9, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    at("touchStart", box["y"] + 20)
    for part in range(1, 6):
        at("touchMove", box["y"] + 20 + (goal["y"] + goal["height"] - 4 - box["y"] - 20) * part / 5)
    at("touchEnd", 0)

    expect(named(page).first).to_have_value("two")
    assert texts(page) == ["two", "one", "three"]


def test_what_a_table_cannot_take_its_menu_says(opened):
    page = opened({**TABLE, "min_rows": 3, "max_rows": 3})
    rows(page).nth(0).hover()

    page.get_by_role("button", name="Row 1: move, copy or remove").click()

    for words, why in (
        ("Move up", "It is the first row"),
        ("Duplicate", "At most 3 rows are taken"),
        ("Remove", "At least 3 rows are needed"),
    ):
        expect(page.get_by_role("menuitem", name=words)).to_have_attribute("aria-disabled", "true")
        expect(page.get_by_role("menuitem", name=words)).to_have_attribute("title", why)
    page.get_by_role("menuitem", name="Remove").click(force=True)
    expect(rows(page)).to_have_count(3)


@pytest.mark.parametrize(("count", "goes_on"), [(1, False), (5, True)])
def test_on_a_phone_columns_beyond_the_edge_are_hinted_at(served, new_page, count, goes_on):
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    columns = [{"key": str(index), "label": f"Column {index}"} for index in range(count)]
    page.goto(served({"key": "t", "type": "table", "label": "T", "columns": columns, "default": [{"0": "a"}]}))
    table = page.locator(".scroll")
    hint = "document.querySelector('.scroll').computedStyleMap().get('mask-image').toString()"

    page.wait_for_function(f"() => ({hint} !== 'none') === {str(goes_on).lower()}")

    table.evaluate("each => each.scrollTo(10_000, 0)")
    page.wait_for_function(f"() => {hint} === 'none'")

    table.evaluate("each => each.scrollTo(0, 0)")
    page.get_by_label("Column 0").focus()
    page.wait_for_function(f"() => {hint} === 'none'")
