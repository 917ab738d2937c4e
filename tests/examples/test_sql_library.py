"""SQL library: right answers, and nothing but reading, for a second at most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "sql-library"


@pytest.fixture
def ask(run: Callable[[Any], tuple[int, Any]]) -> Callable[..., tuple[int, Any]]:
    """Post a query: status and answer."""

    def post(query: str, parameters: Any = None, max_rows: int = 100) -> tuple[int, Any]:
        return run({"query": query, "parameters": parameters or {}, "max_rows": max_rows})

    return post


def cells(answer: Any) -> list[list[Any]]:
    return [list(row.values()) for row in answer["result"]["rows"]]


def test_the_sample_asks_for_the_authors_lent_most(
    sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    _, answer = run(sample)
    rows = cells(answer)

    assert [column["label"] for column in answer["result"]["columns"]] == ["author", "loans"]
    assert [column["type"] for column in answer["result"]["columns"]] == ["text", "number"]
    assert rows[0] == ["Selma Lagerlöf", 24]
    assert sorted(rows, key=lambda row: -row[1]) == rows
    assert (len(rows), True) == (answer["count"], answer["all"])
    assert answer["plan"]["root"]["children"]


def test_a_window_counts_up(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["Late returns of a member, counted with a window"])
    late = 0

    assert len(cells(answer)) == 45
    for _, _, days, late_so_far in cells(answer):
        late += days > 21
        assert late == late_so_far


def test_fibonacci(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["The first twenty Fibonacci numbers"])

    assert cells(answer)[-1] == [20, 4181]


def test_the_library_is_the_same_each_time(ask: Callable[..., tuple[int, Any]]) -> None:
    counted = "SELECT (SELECT count(*) FROM books), (SELECT count(*) FROM loans), (SELECT sum(days) FROM loans)"

    assert [[19, 240, 3594]] == cells(ask(counted)[1]) == cells(ask(counted)[1])


def test_parameters_keep_their_types(ask: Callable[..., tuple[int, Any]]) -> None:
    values = {"a": 2**53 + 1, "b": "1", "c": 0.5, "d": None, "e": True}
    _, answer = ask("SELECT :a, :b, :c, :d, :e, typeof(:b)", values)

    assert cells(answer) == [[2**53 + 1, "1", 0.5, None, 1, "text"]]


def test_what_json_cannot_hold_is_written_out(ask: Callable[..., tuple[int, Any]]) -> None:
    _, answer = ask("SELECT 9e999 AS a, -9e999 AS a, x'00ff' AS a")

    assert cells(answer) == [["inf", "-inf", "x'00ff'"]], "three columns of one name"


def test_rows_beyond_the_limit_are_left_out_and_said_to_be(ask: Callable[..., tuple[int, Any]]) -> None:
    for query, most in (("SELECT * FROM loans", 5), ("SELECT hex(randomblob(9000)) FROM loans", 200)):
        _, answer = ask(query, max_rows=most)

        assert answer["all"] is False
        assert answer["count"] <= most
        assert answer["log"]["lines"][-1]["level"] == "warning"


@pytest.mark.parametrize(
    "query",
    [
        "DROP TABLE books",
        "INSERT INTO books VALUES (1, 2, 3, 4)",
        "UPDATE books SET title = ''",
        "WITH x AS (SELECT 1) DELETE FROM loans",
        "PRAGMA query_only = 0",
        "ATTACH 'stolen.db' AS stolen",
        "VACUUM INTO 'copy.db'",
        "BEGIN",
        "CREATE TEMP TABLE t (x)",
    ],
)
def test_only_reading_is_allowed(query: str, ask: Callable[..., tuple[int, Any]]) -> None:
    status, answer = ask(query)

    assert (
        status,
        answer["detail"][0]["loc"],
        answer["detail"][0]["type"],
    ) == (422, ["body", "query"], "read_only")


@pytest.mark.parametrize(
    "query",
    [
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
        "SELECT count(*) FROM loans a, loans b, loans c, loans d WHERE a.days + b.days + c.days + d.days = 0",
    ],
)
def test_a_query_that_does_not_end_is_ended(query: str, ask: Callable[..., tuple[int, Any]]) -> None:
    status, answer = ask(query)

    assert (status, answer["detail"][0]["msg"]) == (422, "Query should take at most 1 s")


@pytest.mark.parametrize(
    ("query", "parameters", "place"),
    [
        ("", {}, ("query",)),
        ("-- nothing", {}, ("query",)),
        ("SELEC 1", {}, ("query",)),
        ("SELECT 1; SELECT 2", {}, ("query",)),
        ("SELECT load_extension('x')", {}, ("query",)),
        ("SELECT ?", {}, ("query",)),
        ("SELECT 'a\0b'", {}, ("query",)),
        ("SELECT '\ud800'", {}, ("query",)),
        ("SELECT zeroblob(1000000000)", {}, ("query",)),
        ("SELECT char(55296)", {}, ("query",)),
        ("SELECT " + "(" * 4000 + "1" + ")" * 4000, {}, ("query",)),
        ("SELECT " + "1," * 200 + "1", {}, ("query",)),
        ("SELECT :a", {}, ("parameters",)),
        ("SELECT :a", [1], ("parameters",)),
        ("SELECT :a", {"a": [1]}, ("parameters", "a")),
        ("SELECT :a", {"a": 2**63}, ("parameters", "a")),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    query: str, parameters: Any, place: tuple[Any, ...], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert [place] == refused({"query": query, "parameters": parameters, "max_rows": 10})
