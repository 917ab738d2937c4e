"""A grid that is filled in like a spreadsheet: by keys, and by blocks that are pasted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.controls import paste
from webform.messages import message

COLUMNS = [
    {"key": "k", "label": "Name"},
    {"key": "w", "label": "Weight", "type": "number"},
    {"key": "d", "label": "Day", "type": "date"},
]
TABLE = {
    "key": "t",
    "type": "table",
    "label": "Parts",
    "columns": COLUMNS,
    "default": [{"k": "one", "w": 1, "d": "2026-01-31"}, {"k": "two", "w": 2}, {"k": "three"}],
}
ITEMS = {
    "type": "object",
    "properties": {
        "k": {"type": "string", "title": "Name"},
        "kind": {"enum": ["round", "square"], "title": "Kind"},
        "on": {"type": "boolean", "title": "Active", "default": False},
        "at": {"type": "string", "format": "time", "title": "Starts"},
    },
    "required": ["k", "on"],
}


def rows(page):
    return page.locator("tbody tr")


def cell(page, row, label):
    return rows(page).nth(row - 1).get_by_label(label)


def announcement(page):
    return page.locator("[data-announced]")


def run(page):
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


# keys


KEYS = (
    ((2, "Weight"), ["ArrowUp"], (1, "Weight")),
    ((2, "Weight"), ["ArrowDown"], (3, "Weight")),
    ((2, "Weight"), ["ArrowLeft"], (2, "Name")),
    ((2, "Weight"), ["ArrowRight"], (2, "Day")),
    ((2, "Weight"), ["ArrowRight", "ArrowUp", "ArrowLeft"], (1, "Weight")),
    ((1, "Weight"), ["ArrowUp"], (1, "Weight")),
    ((1, "Name"), ["Enter"], (2, "Name")),
    ((2, "Day"), ["Enter"], (3, "Day")),
    ((2, "Name"), ["Shift+Enter"], (1, "Name")),
    ((1, "Name"), ["Tab"], (1, "Weight")),
    ((1, "Name"), ["Tab", "Tab", "Enter"], (2, "Name")),
    ((1, "Weight"), ["Shift+Tab"], (1, "Name")),
    ((1, "Name"), ["F2", "ArrowRight"], (1, "Weight")),
    ((1, "Name"), ["F2", "ArrowLeft"], (1, "Name")),
    ((1, "Name"), ["F2", "ArrowDown"], (2, "Name")),
    ((1, "Day"), ["F2", "ArrowDown"], (1, "Day")),
    ((1, "Day"), ["Shift+Tab"], (1, "Weight")),
)


def test_keys_go_from_cell_to_cell(opened, subtests):
    page = opened(TABLE)
    expect(page.locator(".row-hint")).to_be_visible()
    for start, keys, goal in KEYS:
        with subtests.test(start=start, keys=keys):
            # Who leaves a cell has ended what F2 began.
            page.evaluate("document.activeElement.blur()")
            cell(page, *start).focus()
            cell(page, *start).evaluate("each => each.select()")

            for key in keys:
                page.keyboard.press(key)

            expect(cell(page, *goal)).to_be_focused()


def test_in_arabic_arrows_go_where_they_point(opened):
    page = opened(TABLE)
    page.goto(f"{page.url}?lang=ar")
    expect(page.locator(".row-hint")).to_be_visible()

    cell(page, 3, "Weight").focus()
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 3, "Day")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    expect(cell(page, 3, "Name")).to_be_focused()


def test_tab_goes_through_every_control_and_out_of_the_table(opened):
    page = opened(TABLE)
    cell(page, 3, "Day").focus()

    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Remove row 3")).to_be_focused()
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Add row")).to_be_focused()


def test_typing_begins_a_cell_anew_and_escape_takes_it_back(opened, acting):
    page = opened(TABLE)
    cell(page, 1, "Name").focus()
    page.keyboard.press("ArrowDown")

    page.keyboard.type("new")
    expect(cell(page, 2, "Name")).to_have_value("new")
    page.keyboard.press("Escape")
    expect(cell(page, 2, "Name")).to_have_value("two")
    page.keyboard.press("F2")
    page.keyboard.type("!")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("3")
    page.keyboard.press("Enter")

    run(page)
    assert [row["k"] for row in acting.bodies[0]["t"]] == ["one", "two!", "3"]


def test_enter_in_the_last_row_makes_a_new_one_but_not_after_a_blank_one(opened):
    page = opened({**TABLE, "max_rows": 5})
    cell(page, 3, "Name").focus()

    page.keyboard.press("Enter")
    expect(cell(page, 4, "Name")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(4)
    page.keyboard.type("four")
    page.keyboard.press("Enter")
    page.keyboard.type("five")
    page.keyboard.press("Enter")

    expect(rows(page)).to_have_count(5)
    expect(cell(page, 5, "Name")).to_be_focused()


def test_alt_and_shift_with_an_arrow_move_a_row(opened):
    page = opened(TABLE)
    cell(page, 1, "Weight").focus()

    page.keyboard.press("Alt+Shift+ArrowDown")

    expect(cell(page, 2, "Name")).to_have_value("one")
    expect(cell(page, 2, "Weight")).to_be_focused()
    expect(announcement(page)).to_have_text("Row 1 is now row 2")
    page.keyboard.press("Control+z")
    expect(cell(page, 1, "Name")).to_have_value("one")


def test_what_was_typed_is_taken_back_cell_by_cell_and_done_again(opened):
    page = opened(TABLE)
    cell(page, 1, "Name").focus()
    page.keyboard.press("ArrowDown")
    for text in ("b", "c"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    expect(rows(page)).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(cell(page, 3, "Name")).to_have_value("three")
    page.keyboard.press("Control+z")
    expect(cell(page, 2, "Name")).to_have_value("two")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")

    expect(cell(page, 2, "Name")).to_have_value("b")
    expect(cell(page, 3, "Name")).to_have_value("c")


# pasted blocks


BLOCKS = [
    ("four\t4\t2026-04-04\nfive\t5,5\t05.05.2026\n", [("four", 4, "2026-04-04"), ("five", 5.5, "2026-05-05")]),
    ('four,4,2026/4/4\r\n"fi,ve",5,4 May 2026\r\n', [("four", 4, "2026-04-04"), ("fi,ve", 5, "2026-05-04")]),
    ("four;4,25;\nfive;;", [("four", 4.25, None), ("five", None, None)]),
    ("Name\tWeight\tDay\nfour\t\u22124\t13/4/2026\nfive\t\t1/2/2026", [("four", -4, "2026-04-13"), ("five", None, "2026-02-01")]),
    ('"fo ""u""\nr"\t1\n"5" x\t2', [('fo "u" r', 1, "2026-01-31"), ('"5" x', 2, None)]),
    ("four\nfive", [("four", 1, "2026-01-31"), ("five", 2, None)]),
    ("1,5\n2,25", [("1,5", 1, "2026-01-31"), ("2,25", 2, None)]),
    ("Oslo, Norway\nParis, France", [("Oslo, Norway", 1, "2026-01-31"), ("Paris, France", 2, None)]),
]  # fmt: skip


def test_a_pasted_block_fills_cells_by_their_types(opened, acting, subtests):
    page = opened(*[{**TABLE, "key": f"t{n}", "default": TABLE["default"][:2]} for n in range(len(BLOCKS))])
    expect(page.locator(".row-hint").last).to_be_visible()
    for number, (text, _) in enumerate(BLOCKS):
        paste(page.locator(f'[data-at="/t{number}"] tbody tr').first.get_by_label("Name"), text)
        expect(page.locator(".toast")).to_contain_text("filled in.")
        page.locator(".toast").evaluate("toast => toast.replaceChildren()")
    run(page)

    [body] = acting.bodies
    for number, (text, expected) in enumerate(BLOCKS):
        with subtests.test(text):
            made = [{k: v for k, v in zip("kwd", row, strict=True) if v is not None} for row in expected]
            assert body[f"t{number}"] == made


def test_a_block_grows_the_table_and_says_what_did_not_fit_and_is_taken_back(opened, acting):
    page = opened({**TABLE, "max_rows": 5})
    expect(page.locator(".row-hint")).to_be_visible()

    paste(cell(page, 3, "Weight"), "3\t2026-03-03\tmore\n4\t\t\n5\t\t\n6\t\t\n7\t\t")

    expect(rows(page)).to_have_count(5)
    words = "6 cells filled in. 2 rows added. 2 rows did not fit: at most 5 rows are taken. 1 column did not fit."
    expect(page.locator(".toast")).to_contain_text(words)
    expect(cell(page, 5, "Weight")).to_have_value("5")
    expect(cell(page, 3, "Weight")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(3)
    expect(cell(page, 3, "Weight")).to_have_value("")
    page.keyboard.press("Control+y")
    expect(rows(page)).to_have_count(5)
    page.keyboard.press("Control+z")
    run(page)
    assert acting.bodies == [{"t": TABLE["default"]}]


def test_what_is_not_understood_is_kept_and_marked_at_its_cell(opened):
    page = opened(TABLE)
    expect(page.locator(".row-hint")).to_be_visible()

    paste(cell(page, 1, "Weight"), "1\t2026-02-30\nheavy\t03/04/2026\n3\t2026-03-03")

    expect(page.locator(".toast")).to_contain_text("6 cells filled in. 3 cells to fix.")
    for row, label, typed, words in (
        (1, "Day", "2026-02-30", message("not-a-date", {})),
        (2, "Weight", "heavy", message("not-a-number.secret", {})),
        (2, "Day", "03/04/2026", message("not-a-date", {})),
    ):
        expect(cell(page, row, label)).to_have_value(typed)
        expect(cell(page, row, label)).to_have_attribute("aria-invalid", "true")
        expect(cell(page, row, label).locator("xpath=..").locator(".problem")).to_have_text(words)
    cell(page, 2, "Day").fill("2026-03-04")
    cell(page, 2, "Weight").focus()
    expect(cell(page, 2, "Day")).to_have_attribute("type", "date")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-summary] li")).to_have_count(2)


def test_one_text_is_pasted_as_ever(opened):
    page = opened(TABLE)
    expect(page.locator(".row-hint")).to_be_visible()

    native = cell(page, 1, "Name").evaluate(
        """each => { const clipboardData = new DataTransfer(); clipboardData.setData('text', 'a, b')
        return each.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) }"""
    )
    paste(cell(page, 1, "Weight"), "1.234,5")

    assert native
    expect(cell(page, 1, "Weight")).to_have_value("1234.5")


# lists of objects


def listed(items, **more):
    schema = {"type": "array", "title": "Parts", "items": ITEMS, "minItems": 1, "maxItems": 4, "default": items}
    return {"inputSchema": {"type": "object", "properties": {"l": schema}, "required": ["l"]}} | more


@pytest.fixture
def opened_list(page, new_app, serve, violations):
    def start(*items):
        tool = {"name": "t", **listed(list(items))}
        page.goto(serve(new_app(tool)) + "/tools/t")
        expect(page.locator(".row-hint")).to_be_visible()
        return page

    yield start
    assert violations == []


def test_a_list_of_objects_is_such_a_grid_too(opened_list, acting):
    page = opened_list({"k": "one", "on": True, "kind": "square"})

    paste(cell(page, 1, "Name"), "uno\tRound\tno\t9:30 pm\ndue\tSQUARE\tx\t\ntre\toval\tperhaps\tlate")

    expect(rows(page)).to_have_count(3)
    expect(page.locator(".toast")).to_contain_text("12 cells filled in. 2 rows added. 3 cells to fix.")
    expect(cell(page, 3, "Kind")).to_have_value("oval")
    expect(rows(page).nth(2).locator(".problem:visible")).to_have_text(
        [
            message("not-an-option.secret", {}),
            message("not-a-boolean.cell", {}),
            message("not-a-time", {}),
        ]
    )
    assert cell(page, 3, "Name").get_attribute("aria-label") == "Name, Item 3"
    page.get_by_role("button", name="Remove Item 3").click()
    cell(page, 1, "Name").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cell(page, 1, "Active")).to_be_focused()
    page.keyboard.press("Space")
    run(page)
    assert acting.bodies == [
        {"l": [{"k": "uno", "kind": "round", "on": True, "at": "21:30"}, {"k": "due", "kind": "square", "on": True}]}
    ]


# many rows


@pytest.mark.slow
def test_a_thousand_rows_are_edited_pasted_over_and_taken_back(opened, acting):
    many = [{"k": f"part {n}", "w": n, "d": "2026-01-31"} for n in range(1000)]
    page = opened({**TABLE, "default": many})
    expect(page.locator(".row-hint")).to_be_visible()
    cell(page, 500, "Name").focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(cell(page, 502, "Name")).to_be_focused()
    page.keyboard.press("Alt+Shift+ArrowUp")
    paste(cell(page, 11, "Name"), "\n".join(f"p{n}\t{n}" for n in range(1000)))
    # Laying out so many rows takes long on a busy machine.
    expect(page.locator(".toast")).to_contain_text("2000 cells filled in. 10 rows added.", timeout=60_000)
    expect(rows(page)).to_have_count(1010)
    assert page.locator("tbody tr > :nth-child(2) > .ctl").evaluate_all("all => all.map(each => each.value)") == [
        *(f"part {n}" for n in range(10)),
        *(f"p{n}" for n in range(1000)),
    ]
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(1000)
    run(page)

    moved = {**many[501]}
    many[500]["k"] = "x"
    assert acting.bodies == [{"t": [*many[:500], moved, many[500], *many[502:]]}]


def test_rows_that_pass_under_a_pointer_at_rest_leave_the_handle_where_it_is(opened):
    page = opened({**TABLE, "default": [{"k": f"part {n}"} for n in range(60)]})
    expect(page.locator(".row-hint")).to_be_visible()
    rows(page).nth(1).hover()
    expect(rows(page).nth(1).locator(".row-handle")).to_have_count(1)

    page.mouse.wheel(0, 300)
    page.wait_for_function("() => document.querySelector('.scroll:has(> .grid)').scrollTop > 200")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    expect(rows(page).nth(1).locator(".row-handle")).to_have_count(1)


# for everyone


def test_axe_finds_nothing_in_a_grid_with_problems_and_its_menu_open(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served(TABLE))
    expect(page.locator(".row-hint")).to_be_visible()
    paste(cell(page, 1, "Weight"), "heavy\tnever\n1\t2026-03-03")
    # It stays as long as it is pointed at.
    page.locator(".toast").hover()

    axe_light_and_dark(page)
    expect(page.locator(".toast")).to_be_visible()
    cell(page, 1, "Name").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()

    axe_light_and_dark(page)


def test_a_grid_is_left_as_it_was_found(opened):
    page = opened(TABLE)
    expect(page.locator(".row-hint")).to_be_visible()
    rows(page).nth(1).hover()
    expect(page.locator(".row-handle")).to_have_count(1)

    page.evaluate("""() => { const form = document.querySelector('form[data-webform]'), place = document.createComment('')
        form.replaceWith(place); window.kept = form }""")

    page.wait_for_function("() => !kept.querySelector('.row-handle, .row-menu, .row-hint:not([hidden])')")
