"""Rows and columns: cut to a page of them, sorted, searched, as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING, Any

from webform.language import ngettext, number
from webform.outputs.base import MAX_COPY, About, Budget, Download
from webform.outputs.base64s import may_be_file
from webform.outputs.cells import MISSING, Cell, cell, is_scalar
from webform.outputs.figures import NEVER, USUAL, fraction, group_from, is_fraction
from webform.outputs.pretty import json_download, line, scalar
from webform.outputs.texts import file_name, text_download
from webform.texts import visible
from webform.values import ABSENT, is_number, join
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from webform.outputs.looks import Look

#: How much of a table a page shows; the rest is in its files.
MAX_ROWS, MAX_COLUMNS, MAX_LABEL = 200, 60, 200
#: Tables of more cells are downloaded, not copied.
_MAX_COPIED = 10_000
#: What makes a spreadsheet read a text as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, kw_only=True)
class TableColumn:
    """
    A column.

    Args:
        key: that of its cells in each row.
        label: its heading.
        help: its description.
        is_number: only numbers stand in it, or texts that are numbers with a fraction.
        grouped: the number from which on digits are grouped.
        title_of: returns the title of a value, where the schema has titles for a few.
    """

    key: str
    label: str
    help: str = ""
    is_number: bool = False
    grouped: float = 1000
    title_of: Callable[[Any], str] | None = None


@dataclass(frozen=True, kw_only=True)
class Rows:
    """
    A page of a table.

    Args:
        columns: the columns that are shown.
        rows: the cells of the rows that are shown.
        more_columns: how many columns are not.
        start: how many rows come before.
        total: how many rows were found, and *whole*: how many there are.
        page: which page it is, of *pages*.
        sort: the key of the column the rows are sorted by, *down* from the greatest.
        find: the text that was looked for.
        beside: what the answer holds beside the table: names and values.
    """

    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more_columns: int = 0
    start: int = 0
    total: int = 0
    whole: int = 0
    page: int = 1
    pages: int = 1
    sort: str = ""
    down: bool = False
    find: str = ""
    beside: tuple[tuple[str, Cell], ...] = ()


def listed(heads: Sequence[str], rows: Sequence[Sequence[Any]], about: About) -> tuple[list[TableColumn], Rows]:
    """Return the columns called *heads* and the page of *rows* that is asked for; what is `None` is missing."""
    columns = columns_of([{"key": str(index), "label": head} for index, head in enumerate(heads)], list(rows))
    known = [[MISSING if item is None else item for item in row] for row in rows]
    return columns, page_of(columns, known, about.look, budget=about.budget)


def page_of(
    columns: Sequence[TableColumn],
    rows: Sequence[Any],
    look: Look,
    about: About | None = None,
    budget: Budget | None = None,
) -> Rows:
    """
    Return the page of *rows* that *look* asks for: those that hold a text, sorted by a column.

    Args:
        about: what is known of the list of rows, its place with it; without, files in them are texts.
        budget: what a page has room for.
    """
    shown = columns[:MAX_COLUMNS]
    found = _found(columns, rows, look.find.casefold()) if look.find else rows
    key, down = look.sort.removeprefix("-"), look.sort.startswith("-")
    by = next(((index, column) for index, column in enumerate(shown) if column.key == key), None)
    if by is not None:
        found = _sorted(found, *by, down=down)
    pages = max(1, -(-len(found) // MAX_ROWS))
    page = min(look.page, pages)
    start = (page - 1) * MAX_ROWS
    return Rows(
        columns=tuple(shown),
        rows=tuple(_cells(shown, row, place, budget) for row, place in _placed(rows, found, start, about)),
        more_columns=len(columns) - len(shown),
        start=start,
        total=len(found),
        whole=len(rows),
        page=page,
        pages=pages,
        sort=key if by is not None else "",
        down=down,
        find=look.find,
    )


def _placed(
    rows: Sequence[Any], found: Sequence[Any], start: int, about: About | None
) -> Iterator[tuple[Any, About | None]]:
    """Yield the rows of *found* on a page, with what is known of each: its place is that in all *rows*."""
    numbers = {} if about is None or found is rows else {id(row): index for index, row in enumerate(rows)}
    for index, row in enumerate(found[start : start + MAX_ROWS], start):
        yield row, about and replace(about, at=join(about.at, numbers.get(id(row), index)))


def _found(columns: Sequence[TableColumn], rows: Sequence[Any], text: str) -> list[Any]:
    """Return the rows that hold *text* in a cell, or in the title of one."""
    titled = [(index, column) for index, column in enumerate(columns) if column.title_of]
    return [
        row
        for row in rows
        if any(text in _read(value) for value in _values(columns, row))
        or any(text in _title(column, _at(row, index, column.key)).casefold() for index, column in titled)
    ]


def _read(value: Any) -> str:
    if isinstance(value, str):
        return value.casefold()
    return str(value) if is_number(value) else _plain(value).casefold()


def _sorted(rows: Sequence[Any], index: int, column: TableColumn, *, down: bool) -> list[Any]:
    """Return *rows* in the order of a column: numbers, however written, then texts; what is missing comes last."""
    keyed_rows = [(_at(row, index, column.key), row) for row in rows]
    there = [keyed for keyed in keyed_rows if keyed[0] is not None and keyed[0] is not MISSING]
    there.sort(key=lambda keyed: _order(keyed[0]), reverse=down)
    return [row for _, row in there] + [row for value, row in keyed_rows if value is None or value is MISSING]


def _order(value: Any) -> tuple[int, float, str]:
    if is_number(value):
        return 0, min(max(value, -1e308), 1e308), ""
    if is_fraction(value):
        return 0, float(value), ""
    return 1, 0, value.casefold() if isinstance(value, str) else line(value, limit=200)


def table_csv(columns: Sequence[TableColumn], rows: Sequence[Any]) -> str:
    """
    Return *rows* as CSV (RFC 4180).

    Texts that a spreadsheet would read as a formula are prefixed with `'`; numbers stay numbers.
    """
    return _joined(columns, rows, ",")


def are_rows(rows: Any) -> bool:
    """Tell whether *rows* is a list of rows."""
    return isinstance(rows, list) and all(isinstance(row, dict | list) for row in rows)


def columns_of(declared: Any, rows: list[Any]) -> list[TableColumn]:
    """Return the columns of *rows*: as *declared*, else a column for each key there is."""
    if isinstance(declared, list) and declared:
        columns = [column if isinstance(column, dict) else {"key": column} for column in declared]
    else:
        keys = dict.fromkeys(chain.from_iterable(row if isinstance(row, dict) else range(len(row)) for row in rows))
        columns = [{"key": key} for key in keys]
    return [_column(index, column, rows) for index, column in enumerate(columns)]


def _column(index: int, declared: dict[str, Any], rows: list[Any]) -> TableColumn:
    key, label = str(declared.get("key", index)), declared.get("label")
    seen = [_at(row, index, key) for row in rows[:MAX_ROWS]] if index < MAX_COLUMNS else []
    values = [content for content in seen if content is not None and content is not MISSING]
    # One way of writing for a whole column, or its digits do not line up.
    has_fractions = any(map(is_fraction, values))
    has_long = any(is_number(content) and abs(content) >= USUAL for content in values)
    usual = 1000 if has_long and not has_fractions else NEVER
    are_numbers = all(is_number(content) or is_fraction(content) for content in values)
    return TableColumn(
        key=key,
        label=visible((label if isinstance(label, str) and label else key)[:MAX_LABEL]),
        help=str(declared.get("help", "")),
        is_number=are_numbers if values else declared.get("type") == "number",
        grouped=group_from(key, usual),
        title_of=declared.get("title_of") if callable(declared.get("title_of")) else None,
    )


def _at(row: Any, index: int, key: str) -> Any:
    if isinstance(row, dict):
        return row.get(key, MISSING)
    return row[index] if index < len(row) else MISSING


def _values(columns: Sequence[TableColumn], row: Any) -> list[Any]:
    if isinstance(row, dict):
        return [row.get(column.key, MISSING) for column in columns]
    return [_at(row, index, column.key) for index, column in enumerate(columns)]


def _cells(columns: Sequence[TableColumn], row: Any, about: About | None, budget: Budget | None) -> tuple[Cell, ...]:
    keys = [column.key if isinstance(row, dict) else index for index, column in enumerate(columns)]
    return tuple(map(_cell, columns, keys, _values(columns, row), repeat(about), repeat(budget)))


def _cell(column: TableColumn, key: str | int, value: Any, about: About | None, budget: Budget | None) -> Cell:
    if isinstance(value, Cell):
        return value
    if column.is_number and is_fraction(value):
        return Cell("number", fraction(value))
    # Most cells hold no file, and need no place.
    is_file = about is not None and may_be_file(value)
    inner = replace(about, at=join(about.at, key), name=file_name(column.key)) if about and is_file else None
    seen, title = cell(value, column.grouped, inner, budget), _title(column, value)
    return Cell("text", title, seen.text) if title else seen


def _title(column: TableColumn, value: Any) -> str:
    return column.title_of(value) if column.title_of and is_scalar(value) and value is not MISSING else ""


def note(count: int, total: Any) -> str:
    """Return how many rows there are, in words; *total* is what the answer says of it."""
    total = int(total) if is_number(total) and count < total < 10**15 else count
    if total == count:
        return counted(total, "{count} row", "{count} rows")
    shown, whole = number(count), number(total)
    return ngettext("{shown} of {count} row", "{shown} of {count} rows", total, shown=shown, count=whole)


def downloads(
    columns: Sequence[TableColumn], rows: list[Any], about: About, whole: Any = ABSENT
) -> tuple[Download, ...]:
    """Return the files that *rows* can be taken away as; as JSON, *whole* is what they were made of."""
    if not rows:
        return ()
    as_csv = text_download(about.name, "csv", lambda: table_csv(columns, rows), "text/csv; charset=utf-8")
    return as_csv, json_download(rows if whole is ABSENT else whole, about.name)


def copied(columns: Sequence[TableColumn], rows: Sequence[Any]) -> str | None:
    """Return *rows* as they are pasted into a spreadsheet; `None` where they are too many."""
    if not 0 < len(rows) * len(columns) <= _MAX_COPIED:
        return None
    # To write a table of files takes seconds, and none of it would be kept.
    lengths = accumulate(len(value) for row in rows for value in _values(columns, row) if isinstance(value, str))
    text = "" if any(length > MAX_COPY for length in lengths) else _joined(columns, rows, "\t")
    return text if 0 < len(text) <= MAX_COPY else None


def _joined(columns: Sequence[TableColumn], rows: Sequence[Any], delimiter: str) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([_plain(column.label) for column in columns])
    writer.writerows([_plain(value) for value in _values(columns, row)] for row in rows)
    return out.getvalue()


def _plain(value: Any) -> str:
    if value is None or value is MISSING:
        return ""
    if isinstance(value, str):
        return "'" + value if value.startswith(_FORMULA) else value
    return line(value) if isinstance(value, dict | list) else scalar(value)
