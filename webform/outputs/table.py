"""Rows and columns."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.outputs.base import MAX_COPY, Download, Misfit, View
from webform.outputs.cells import MISSING, Cell, cell, is_scalar
from webform.outputs.figures import NEVER, USUAL, group_from, is_number
from webform.outputs.pretty import line, pretty
from webform.outputs.texts import cut, file_name, utf8, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from webform.outputs.base import About

#: How much of a table a page shows; the rest is in its files.
MAX_ROWS, MAX_COLUMNS, MAX_LABEL = 200, 60, 200
#: Tables of more cells are downloaded, not copied.
_MAX_COPIED = 10_000
#: What makes a spreadsheet read a text as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column: the key of its cells in each row, its heading, whether numbers stand in it, from which they group."""

    key: str
    label: str
    is_number: bool = False
    grouped: float = 1000


@dataclass(frozen=True, kw_only=True)
class Rows:
    """What a page shows of a table, and how much it does not."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more_rows: int = 0
    more_columns: int = 0


def fits(value: Any) -> bool:
    """Tell whether *value* is a list of objects that are mostly flat, or an object of columns and rows."""
    if isinstance(value, dict):
        return isinstance(value.get("columns"), list) and _are_rows(value.get("rows"))
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) and row for row in value):
        return False
    # A table of nested values is no table: it says less than a tree.
    head = [each for row in value[:MAX_ROWS] for each in row.values()]
    return sum(map(is_scalar, head)) * 2 > len(head)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"columns": […], "rows": […]}`, or of a bare list of rows."""
    given: dict[str, Any] = value if isinstance(value, dict) else {"rows": value}
    rows: Any = given.get("rows")
    if not _are_rows(rows):
        return Misfit(expected="a list of rows, or {columns, rows}")
    columns = _columns(given.get("columns") or about.options.get("columns"), rows)
    shown = columns[:MAX_COLUMNS]
    data = Rows(
        columns=tuple(shown),
        rows=tuple(_cells(shown, row) for row in rows[:MAX_ROWS]),
        more_rows=max(0, len(rows) - MAX_ROWS),
        more_columns=len(columns) - len(shown),
    )
    return View(
        name="table",
        data=data,
        note=_note(len(rows), given.get("total_rows")),
        copy=_copied(columns, rows),
        downloads=_downloads(columns, rows, about),
    )


def table_csv(columns: Sequence[Column], rows: Sequence[Any]) -> str:
    """
    Return *rows* as CSV (RFC 4180).

    Texts that a spreadsheet would read as a formula are prefixed with `'`; numbers stay numbers.
    """
    return _joined(columns, rows, ",")


def _are_rows(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict | list) for row in rows)


def _columns(declared: Any, rows: list[Any]) -> list[Column]:
    if isinstance(declared, list) and declared:
        given = [each if isinstance(each, dict) else {"key": each} for each in declared]
    else:
        keys = dict.fromkeys(key for row in rows for key in (row if isinstance(row, dict) else range(len(row))))
        given = [{"key": key} for key in keys]
    return [_column(index, each, rows) for index, each in enumerate(given)]


def _column(index: int, given: dict[str, Any], rows: list[Any]) -> Column:
    key, label = str(given.get("key", index)), given.get("label")
    seen = [_at(row, index, key) for row in rows[:MAX_ROWS]] if index < MAX_COLUMNS else []
    values = [each for each in seen if each is not None and each is not MISSING]
    # One way of writing for a whole column, or its digits do not line up.
    usual = 1000 if any(is_number(each) and abs(each) >= USUAL for each in values) else NEVER
    return Column(
        key=key,
        label=visible(cut(label if isinstance(label, str) and label else key, MAX_LABEL).text),
        is_number=all(map(is_number, values)) if values else given.get("type") == "number",
        grouped=group_from(key, usual),
    )


def _at(row: Any, index: int, key: str) -> Any:
    if isinstance(row, dict):
        return row.get(key, MISSING)
    return row[index] if index < len(row) else MISSING


def _values(columns: Sequence[Column], row: Any) -> Iterator[Any]:
    return (_at(row, index, column.key) for index, column in enumerate(columns))


def _cells(columns: Sequence[Column], row: Any) -> tuple[Cell, ...]:
    return tuple(
        value if isinstance(value, Cell) else cell(value, column.grouped)
        for column, value in zip(columns, _values(columns, row), strict=True)
    )


def _note(count: int, total: Any) -> str:
    total = int(total) if is_number(total) and count < total < 10**15 else count
    rows = "1 row" if total == 1 else f"{total:,} rows"
    return rows if total == count else f"{count:,} of {rows}"


def _downloads(columns: Sequence[Column], rows: list[Any], about: About) -> tuple[Download, ...]:
    if not rows:
        return ()
    as_csv = Download(
        format="csv",
        label="CSV",
        filename=file_name(about.name, ".csv"),
        media_type="text/csv; charset=utf-8",
        content=lambda: utf8(table_csv(columns, rows)),
    )
    as_json = Download(
        format="json",
        label="JSON",
        filename=file_name(about.name, ".json"),
        media_type="application/json",
        content=lambda: utf8(pretty(rows).text),
    )
    return as_csv, as_json


def _copied(columns: Sequence[Column], rows: Sequence[Any]) -> str | None:
    text = _joined(columns, rows, "\t") if 0 < len(rows) * len(columns) <= _MAX_COPIED else ""
    return text if 0 < len(text) <= MAX_COPY else None


def _joined(columns: Sequence[Column], rows: Sequence[Any], delimiter: str) -> str:
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
    return line(value)
