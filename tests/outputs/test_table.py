"""Rows and columns, and what spreadsheets make of them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.outputs.showing import RESPONSE, declared, phrases, shaped
from webform import load, read, render_result
from webform.messages import kind
from webform.outputs.base import MAX_OPENED, About
from webform.outputs.choosing import choose
from webform.outputs.looks import Look
from webform.outputs.rows import MAX_COLUMNS, MAX_ROWS, TableColumn, columns_of, page_of, table_csv
from webform.outputs.schema_view import annotations_of
from webform.outputs.table import MAX_BESIDE

TOOL = load({"id": "t", "name": "T", "inputs": [], "outputs": [{"key": "t", "type": "table", "label": "T"}]})[0]


def cells(view) -> list[list[str]]:
    return [[cell.text for cell in row] for row in view.data.rows]


def test_columns_are_those_that_come_with_the_value():
    view = declared("table", RESPONSE["o_table"], columns=[{"key": "other"}])

    assert [(column.key, column.label, column.is_number) for column in view.data.columns] == [
        ("year", "Year", True),
        ("balance", "Balance", True),
    ]
    assert cells(view) == [["1", "12,750"], ["2", "16,040"]]


def test_columns_are_else_those_of_the_declaration():
    view = declared("table", [{"a": 1, "b": 2}], columns=[{"key": "b", "label": "B"}])

    assert ([column.label for column in view.data.columns], cells(view)) == (["B"], [["2"]])


def test_columns_are_else_those_of_the_rows_in_the_order_they_come():
    view = declared("table", [{"a": 1}, {"b": None, "a": 2}])

    assert [column.key for column in view.data.columns] == ["a", "b"]
    assert cells(view) == [["1", "—"], ["2", "—"]]
    assert [row[1].kind for row in view.data.rows] == ["missing", "null"]


def test_rows_may_be_lists():
    view = declared("table", {"columns": ["x", "y"], "rows": [[1, "a"], [2]]})

    assert cells(view) == [["1", "a"], ["2", "—"]]


def test_a_column_is_aligned_as_numbers_where_numbers_stand_in_it():
    view = declared("table", [{"n": 1, "t": "1", "none": None}, {"n": None, "t": "2"}])

    assert [column.is_number for column in view.data.columns] == [True, False, False]


def test_the_numbers_of_a_column_are_written_alike():
    view = declared("table", [{"area": 9748.8, "year": 2026}, {"area": 12000, "year": 12026}])

    assert cells(view) == [["9,748.8", "2026"], ["12,000", "12026"]]


def test_a_page_shows_the_first_rows_and_columns_and_the_files_hold_all():
    rows = [{f"c{column}": row for column in range(MAX_COLUMNS + 1)} for row in range(MAX_ROWS + 40)]
    view = declared("table", rows)
    as_csv, as_json = view.downloads

    assert (
        len(view.data.rows), view.data.total, view.data.pages, len(view.data.columns), view.data.more_columns,
    ) == (MAX_ROWS, MAX_ROWS + 40, 2, MAX_COLUMNS, 1)  # fmt: skip
    assert len(rows) + 1 == len(list(csv.reader(io.StringIO(as_csv.content().decode()))))
    assert rows == json.loads(as_json.content())
    assert None is view.copy


@pytest.mark.parametrize(
    ("total", "note"),
    [(None, "1 row"), (1, "1 row"), (1284, "1 of 1,284 rows"), ("9", "1 row"), (0, "1 row"), (1e300, "1 row")],
)
def test_the_tool_says_how_many_rows_there_are_beyond(total, note):
    assert note == declared("table", {"columns": ["a"], "rows": [{"a": 1}], "total_rows": total}).note


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1", "'＝1"),
        (-1, "-1"),
        (-0.5, "-0.5"),
        (9007199254740993, "9007199254740993"),
        (1e-300, "1e-300"),
        (True, "true"),
        (None, ""),
        ("", ""),
        ('say "hi", he said', 'say "hi", he said'),
        ("two\nlines", "two\nlines"),
        ([1, {"a": None}], '[1, {"a": null}]'),
        ("null", "null"),
    ],
)
def test_a_spreadsheet_reads_texts_as_texts_and_numbers_as_numbers(value, written):
    text = table_csv([TableColumn(key="a", label="=a"), TableColumn(key="b", label="b")], [{"a": value, "b": "x"}])

    assert [["'=a", "b"], [written, "x"]] == list(csv.reader(io.StringIO(text, newline="")))


def test_csv_is_quoted_as_rfc_4180_has_it():
    text = table_csv([TableColumn(key="a", label="a")], [{"a": 'x"y'}, {"a": "p,q"}, {"a": "1\n2"}, {"a": "plain"}])

    assert text == 'a\r\n"x""y"\r\n"p,q"\r\n"1\n2"\r\nplain\r\n'


def test_copying_gives_what_spreadsheets_paste():
    assert declared("table", [{"a": 1, "b": "=x"}]).copy == "a\tb\r\n1\t'=x\r\n"


@pytest.mark.parametrize("value", ["text", 5, {"rows": "x"}, {"columns": []}, [1, 2], [{"a": 1}, 2], {"rows": [None]}])
def test_what_has_no_rows_is_shown_by_its_shape(value):
    view = declared("table", value)

    assert view.name != "table"
    phrase = phrases(view)[0]
    assert phrase.key == "output-incomplete" or phrase.params["type"] == kind(["object", "array"])


@pytest.mark.parametrize("columns", ["x", 5, [None], [[1]], [{"key": {"a": 1}}], [{"label": 5}], [{}, {}]])
def test_columns_that_are_none_do_not_cost_the_table(columns):
    assert declared("table", {"columns": columns, "rows": [{"a": 1}]}).name == "table"


def test_no_rows_are_a_table_too():
    view = declared("table", {"columns": ["a"], "rows": []})

    assert (view.name, view.data.rows, view.note, view.copy, view.downloads) == ("table", (), "0 rows", None, ())


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ([{"a": 1, "b": "x"}, {"a": 2, "b": [1]}], "table"),
        ({"columns": ["a"], "rows": [{"a": 1}]}, "table"),
        ([{"a": {"b": 1}}], "json"),
        ([{}], "json"),
        ([], "json"),
        ([1, 2], "list"),
        ([{"a": 1}, 5], "json"),
    ],
)
def test_an_undeclared_list_of_mostly_flat_objects_is_a_table(value, name):
    assert name == shaped(value).name


def test_values_that_the_schema_has_titles_for_are_called_by_them():
    country = {
        "oneOf": [{"const": "NO", "title": "Norway"}, {"const": "GB", "title": "United Kingdom"}, {"type": "null"}]
    }
    schema = {"type": "array", "items": {"type": "object", "properties": {"at": country, "n": {"type": "number"}}}}
    rows = [{"at": None, "n": 1}, {"at": "NO", "n": 2}, {"at": "XX", "n": 3}, {"n": 4}]

    def seen(**look):
        about = About(annotations=annotations_of(schema, rows), choose=choose, looks={"": Look(**look)})
        return [(row[0].text, row[0].title) for row in choose(rows, about).data.rows]

    assert seen() == [("—", "no value"), ("Norway", "NO"), ("XX", ""), ("—", "not given")]
    assert seen(find="norw") == [("Norway", "NO")]


@pytest.mark.parametrize(
    ("count", "asked", "page", "pages", "first"),
    [
        (0, 1, 1, 1, None),
        (2 * MAX_ROWS, 2, 2, 2, MAX_ROWS),
        (2 * MAX_ROWS, 9, 2, 2, MAX_ROWS),
        (2 * MAX_ROWS + 1, 9, 3, 3, 2 * MAX_ROWS),
    ],
)
def test_the_last_page_of_rows_begins_where_the_one_before_it_ends(count, asked, page, pages, first):
    rows = [{"n": index} for index in range(count)]
    shown = page_of(columns_of(None, rows), rows, Look(page=asked))

    assert (shown.page, shown.pages, len(shown.rows)) == (page, pages, min(count, count - (page - 1) * MAX_ROWS))
    assert first is None or shown.rows[0][0].text == f"{first:,}"


def test_a_table_of_very_many_cells_is_not_copied():
    assert declared("table", [dict.fromkeys("ab", 1)] * 5_000).copy
    assert declared("table", [dict.fromkeys("abc", 1)] * 5_000).copy is None


@pytest.mark.parametrize(
    ("sort", "order"), [("n", ["1", "2", "x", "—", "—"]), ("-n", ["x", "2", "1", "—", "—"])], ids=["up", "down"]
)
def test_blanks_come_last_however_a_column_is_sorted(sort, order):
    rows = [{"n": None}, {"n": 2}, {"a": 1}, {"n": "x"}, {"n": 1}]
    page = page_of(columns_of([{"key": "n"}], rows), rows, Look(sort=sort))

    assert [cell.text for (cell,) in page.rows] == order


@pytest.mark.parametrize(
    ("sort", "order"), [("n", ["1.25", "9.50", "10.00", "x"]), ("-n", ["x", "10.00", "9.50", "1.25"])]
)
def test_texts_that_are_numbers_with_a_fraction_are_sorted_as_these(sort, order):
    rows = [{"n": "9.50"}, {"n": "x"}, {"n": "10.00"}, {"n": 1.25}]
    page = page_of(columns_of([{"key": "n"}], rows), rows, Look(sort=sort))

    assert [cell.text for (cell,) in page.rows] == order


def test_what_stands_beside_columns_and_rows_is_shown_below_them():
    value = {"columns": ["a"], "rows": [[1]], "total_rows": 9, "warnings": ["cut"], "sql": "select"}
    view = shaped(value)

    assert (view.name, view.note) == ("table", "1 of 9 rows")
    assert [(name, cell.text) for name, cell in view.data.beside] == [("warnings", '["cut"]'), ("sql", "select")]
    assert json.loads(view.downloads[1].content()) == value


def test_an_object_of_many_keys_beside_its_rows_is_shown_key_by_key():
    assert shaped({"columns": [], "rows": [], **dict.fromkeys(map(str, range(MAX_BESIDE + 1)))}).name == "json"


@pytest.mark.parametrize("value", ["word " * 2000 + "END", ["word"] * 2000 + ["END"]], ids=["text", "json"])
def test_a_long_cell_opens_to_all_of_it(value):
    (row,) = declared("table", [{"a": value}]).data.rows

    assert "END" in row[0].title


def test_the_cells_of_a_page_open_as_far_as_it_has_room():
    view = declared("table", [{"a": "x" * 9_000, "b": ["y"] * 3_000} for _ in range(MAX_ROWS)])
    titles = [cell.title for row in view.data.rows for cell in row]

    assert "" in titles
    assert MAX_OPENED - 9_000 < sum(map(len, titles)) <= MAX_OPENED


def test_a_sentence_about_data_is_no_data_url():
    sentence, url = 'Data: the "sales" figures, ' + "as asked " * 20, "data:text/csv;base64," + "A" * 99
    cells = [cell.text for (cell,) in page_of(columns_of(None, [[1]]), [[sentence], [url]], Look()).rows]

    assert cells == [sentence, "data:text/csv;base64,… (120 characters)"]


def test_a_long_text_is_opened_in_its_cell():
    html = render_result(read(TOOL, {"t": [{"a": "x" * 500, "b": ["y"] * 400, "c": "short"}]}))

    assert html.count("<details><summary>Show all of it</summary>") == 2
    assert ">" + "x" * 300 + "…</span>" in html
    assert ">" + "x" * 500 + "</span></details>" in html
