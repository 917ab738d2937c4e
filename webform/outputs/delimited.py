"""Text with delimiters, CSV and TSV: its rows and columns."""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import Any

#: How much of a text is looked at for its delimiter, and how many rows are read.
_HEAD, MAX_ROWS = 10_000, 100_000
_DELIMITERS = ",;\t|"
#: Numbers that are written no other way: an id such as 007 stays a text.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,8})\.[0-9]{0,5}[1-9]")


def table_in(text: str, media_type: str) -> dict[str, Any] | None:
    """
    Return the table that *text* is, `{"columns", "rows"}`; `None` where it is none.

    Args:
        media_type: of TSV the delimiter is known; else it is found in the beginning.
    """
    text = text.removeprefix("\ufeff")
    delimiter = "\t" if media_type == "text/tab-separated-values" else _delimiter_of(text[:_HEAD])
    try:
        rows = [row for row in islice(csv.reader(text.splitlines(keepends=True), delimiter=delimiter), MAX_ROWS) if row]
    except csv.Error:
        return None
    if not rows:
        return None
    head, body = rows[0], [[_value(cell) for cell in row] for row in rows[1:]]
    width = max(map(len, rows))
    head += [""] * (width - len(head))
    columns = [{"key": str(index), "label": label or f"Column {index + 1}"} for index, label in enumerate(head)]
    return {"columns": columns, "rows": body}


def _delimiter_of(head: str) -> str:
    try:
        return csv.Sniffer().sniff(head, _DELIMITERS).delimiter
    except csv.Error:
        return ","


def _value(cell: str) -> Any:
    if _INTEGER.fullmatch(cell):
        return int(cell) if cell != "-0" else cell
    return float(cell) if _DECIMAL.fullmatch(cell) else cell
