"""CSV and TSV as a table: any usual delimiter, numbers that are written no other way, nothing lost."""

from __future__ import annotations

import pytest

from webform.language import in_language
from webform.outputs import csv
from webform.outputs.base import About, Misfit
from webform.outputs.delimited import MAX_CELLS, table_in
from webform.outputs.looks import Look
from webform.outputs.schema_view import Annotations


def rows(text, media_type="text/csv"):
    table = table_in(text, media_type)
    return [[column["label"] for column in table["columns"]], *table["rows"]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter):
    text = delimiter.join(["name", "n"]) + "\r\n" + delimiter.join(["A b", "1"]) + "\r\n" + delimiter.join(["C", "2"])

    assert rows(text) == [["name", "n"], ["A b", 1], ["C", 2]]


def test_of_tsv_it_is_known():
    assert rows("a,b\tc\n1,5\t2\n", "text/tab-separated-values") == [["a,b", "c"], ["1,5", 2]]


def test_quotes_hold_delimiters_and_lines():
    assert rows('a,b\n"x, ""y""\nz",2\n') == [["a", "b"], ['x, "y"\nz', 2]]


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1", 1), ("-2", -2), ("0.5", 0.5), ("007", "007"), ("1.50", "1.50"), ("1e3", "1e3"), ("-0", "-0"), ("+1", "+1"),
     ("12345678901234567890", "12345678901234567890"), ("", ""), ("NaN", "NaN"), ("1_000", "1_000")],
)  # fmt: skip
def test_a_number_is_one_only_where_it_is_written_no_other_way(cell, value):
    assert rows(f"a,b\nx,{cell}\n")[1][1] == value


def test_numbers_that_end_in_0_keep_it_and_are_numbers():
    about = About(annotations=Annotations(media_type="text/csv"), looks={"": Look(sort="1")})
    page = csv.view("item,price\nA,9.50\nB,10.00\nC,-1.25\n", about).data

    assert ([row[1].text for row in page.rows], page.columns[1].is_number) == (["−1.25", "9.50", "10.00"], True)
    with in_language("de"):
        assert [row[1].text for row in csv.view("item,price\nA,9.50\nB,1.25\n", About()).data.rows] == ["9,50", "1,25"]


@pytest.mark.parametrize("character", ["\u2028", "\x0c", "\x85", "\x1e"])
def test_only_line_breaks_end_a_row(character):
    assert rows(f"a,b\nx{character}y,2\n") == [["a", "b"], [f"x{character}y", 2]]


def test_a_long_cell_opens_to_all_of_it():
    assert "END" in csv.view(f"a,b\n{'x ' * 900}END,2\n", About()).data.rows[0][0].title


def test_a_delimiter_within_texts_is_none():
    assert rows("name;note\nA;x, y, z\nB;u, v, w\n") == [["name", "note"], ["A", "x, y, z"], ["B", "u, v, w"]]


@pytest.mark.parametrize("text", ['"\n' * 5000, "\n'" * 5000, "'a," * 3400, ',"' * 5000])
def test_quotes_without_end_are_read_at_once(text):
    assert table_in(text, "text/csv") is not None


def test_a_table_of_very_many_cells_stays_a_text():
    assert table_in("a," * MAX_CELLS + "\n1\n", "text/csv") is None


def test_rows_of_other_lengths_keep_their_cells():
    assert rows("a,b\n1\n1,2,3\n") == [["a", "b", "Column 3"], [1], [1, 2, 3]]


@pytest.mark.parametrize("value", ["", "\n\n", 5, None])
def test_what_has_no_rows_is_no_table(value):
    assert isinstance(csv.view(value, About()), Misfit)


def test_its_downloads_are_a_safe_csv_json_and_the_text_under_its_name():
    about = About(name="t", filename="t.csv", annotations=Annotations(media_type="text/csv"))
    downloads = {download.format: download for download in csv.view("a,b\n=1,2\n", about).downloads}

    assert downloads["csv"].content() == b"a,b\r\n'=1,2\r\n"
    assert (downloads["txt"].content(), downloads["txt"].filename) == (b"a,b\n=1,2\n", "t.csv")
    assert list(downloads) == ["csv", "json", "txt"]
