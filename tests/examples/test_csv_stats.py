"""CSV statistics: the numbers are right, and odd files are read or refused."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "csv-stats"


@pytest.fixture
def describe(
    sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]], pack: Callable[..., str]
) -> Callable[..., Any]:
    """Post a file with the sample's settings, or others: the answer."""

    def post(data: bytes, **settings: Any) -> Any:
        status, answer = run(sample | settings | {"csv_file": pack(data)})
        assert status == 200, answer
        return answer

    return post


def columns(answer: Any) -> dict[str, dict[str, Any]]:
    return {row["Column"]: row for row in answer["columns"]["rows"]}


def test_the_statistics_of_the_penguins(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["Penguins"])
    found = columns(answer)

    assert answer["summary"] == "12 rows and 6 columns (2 text, 3 number, 1 date); 3 values missing."
    assert answer["complete"] is False
    assert [row["Kind"] for row in found.values()] == ["text", "text", "number", "number", "number", "date"]
    assert (found["species"]["Most common"], found["species"]["Distinct"]) == ("Adelie", 3)
    mass = found["mass_g"]
    assert (mass["Values"], mass["Missing"], mass["Least"], mass["Greatest"]) == (11, 1, 3400, 5700)
    # Mean, deviation and quartiles of 3400 3500 3650 3750 3800 3900 3900 4450 4500 5700 5700.
    assert (pytest.approx(4204.545455), pytest.approx(814.0806304)) == (mass["Mean"], mass["Deviation"])
    assert (mass["25 %"], mass["50 %"], mass["75 %"]) == (3700, 3900, 4475)
    strongest = answer["correlations"]["rows"][0]
    assert (strongest["One"], strongest["Other"], strongest["Rows"]) == ("flipper_mm", "mass_g", 11)


def test_decimal_commas_and_a_chosen_column(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["Rain, with semicolons and decimal commas"])
    found = columns(answer)

    assert list(found) == ["Regen (mm)", "Sonne (h)"]
    assert pytest.approx((42.5 + 33 + 40.5) / 3) == found["Regen (mm)"]["Mean"]
    assert found["Sonne (h)"]["Greatest"] == 1047.5
    facts = {pair["key"]: pair["value"] for pair in answer["facts"]["pairs"]}
    assert (facts["Encoding"], facts["Delimiter"]) == ("cp1252", "semicolon")


def test_known_mean_and_deviation(describe: Callable[..., Any]) -> None:
    answer = describe(b"x,y\n2,1\n4,2\n4,3\n4,4\n5,5\n5,6\n7,7\n9,8\n")

    x = columns(answer)["x"]
    assert (5, pytest.approx((32 / 7) ** 0.5)) == (x["Mean"], x["Deviation"])
    assert pytest.approx(34 / (32 * 42) ** 0.5) == answer["correlations"]["rows"][0]["r"]


@pytest.mark.parametrize("data", [b"", b"\n", b"\n\n\n", b"a", b"a,b\n", b"\xef\xbb\xbf"])
def test_a_file_without_rows_is_answered_as_such(data: bytes, describe: Callable[..., Any]) -> None:
    answer = describe(data)

    assert (answer["summary"], answer["rows"], answer["complete"]) == ("The file has no rows.", 0, True)


@pytest.mark.parametrize(
    ("data", "delimiter", "rows"),
    [
        (b"a;b\n1,5;2\n", "semicolon", 1),
        (b"a\tb\n1\t2\n", "tab", 1),
        (b"a|b\n1|2\n", "pipe", 1),
        (b'a,b\n"x\ny",2\n', "comma", 1),
        (b"a\r1\r2", "comma", 2),
        ("n;ö\n1;2".encode("utf-16"), "semicolon", 1),
    ],
)
def test_delimiter_and_encoding_are_found_out(
    data: bytes, delimiter: str, rows: int, describe: Callable[..., Any]
) -> None:
    answer = describe(data)

    assert rows == answer["rows"]
    assert {"key": "Delimiter", "value": delimiter} in answer["facts"]["pairs"]


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("1e3", "number", 1000),
        (".5", "number", 0.5),
        ("-7.", "number", -7),
        ('"1,234.5"', "number", 1234.5),
        ("1_000", "text", None),
        ("nan", "text", None),
        ("inf", "text", None),
        ("1e999", "text", None),
        ('"1,23"', "text", None),
        ("٣", "text", None),
        ("2026-02-30", "text", None),
        ("2026-02-28", "date", None),
        ("9" * 100_000 + "x", "text", None),
    ],
    ids=lambda part: str(part)[:12],
)
def test_what_is_a_number_and_what_is_not(
    cell: str, kind: str, value: float | None, describe: Callable[..., Any]
) -> None:
    found = columns(describe(f"x,y\n{cell},z\n".encode()))["x"]

    assert (kind, value) == (found["Kind"], found["Least"])


def test_columns_of_one_name_and_of_none_are_kept_apart(describe: Callable[..., Any]) -> None:
    answer = describe(b"a,a,,__proto__\n1,2,3,4,5\n")

    assert [row["Column"] for row in answer["columns"]["rows"]] == ["a", "a", "Column 3", "__proto__", "Column 5"]
    assert answer["preview"]["rows"] == [{"c0": "1", "c1": "2", "c2": "3", "c3": "4", "c4": "5"}]


def test_without_a_header_the_first_row_counts(describe: Callable[..., Any]) -> None:
    answer = describe(b"1,2\n3,4\n", header=False, preview_rows=1, statistics=[])

    assert (answer["rows"], len(answer["preview"]["rows"])) == (2, 1)
    assert [column["key"] for column in answer["columns"]["columns"]] == ["Column", "Kind", "Values", "Missing"]


def test_the_download_holds_the_statistics_and_no_formula(
    describe: Callable[..., Any], unpack: Callable[[str], tuple[str, bytes]]
) -> None:
    answer = describe(b"=HYPERLINK(1),b\n-1,@x\n")

    media_type, data = unpack(answer["download"]["data"])
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert media_type == "text/csv"
    assert [row["Column"] for row in rows] == ["'=HYPERLINK(1)", "b"]
    assert (rows[0]["Least"], rows[1]["Most common"]) == ("-1.0", "'@x")


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"only": ["a", "z"]}, ("only", 1)),
        ({"delimiter": "space"}, ("delimiter",)),
        ({"percentiles": [0, 101]}, ("percentiles", 1)),
        ({"preview_rows": -1}, ("preview_rows",)),
        ({"csv_file": "a,b"}, ("csv_file",)),
        ({"csv_file": "data:image/png;base64,iVBORw0KGgoAAAAA"}, ("csv_file",)),
        ({"csv_file": "data:text/csv;base64,LA==" + "LCws" * 100}, ("csv_file",)),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    settings: dict[str, Any],
    place: tuple[Any, ...],
    sample: dict[str, Any],
    pack: Callable[..., str],
    refused: Callable[[Any], list[tuple[Any, ...]]],
) -> None:
    assert [place] == refused(sample | {"csv_file": pack(b"a,b\n1,2\n")} | settings)


def test_more_columns_or_values_than_a_person_reads_are_refused(
    sample: dict[str, Any], pack: Callable[..., str], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    for data in (b"," * 200, b"a\n" * 6000 + b"," * 199):
        assert refused(sample | {"csv_file": pack(data)}) == [("csv_file",)]
