"""Text with delimiters, CSV and TSV: its rows and columns."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from webform.language import gettext

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How much of a text is looked at for its delimiter, and from how many cells on it stays a text.
_HEAD, MAX_CELLS = 10_000, 100_000
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
    if text.count(delimiter) + text.count("\n") > MAX_CELLS:
        return None
    try:
        rows = [row for row in _rows(text, delimiter) if row]
    except csv.Error:
        return None
    if not rows:
        return None
    head, body = rows[0], [[_value(cell) for cell in row] for row in rows[1:]]
    width = max(map(len, rows))
    head += [""] * (width - len(head))
    columns = [
        {"key": str(index), "label": label or gettext("Column {index}", index=index + 1)}
        for index, label in enumerate(head)
    ]
    return {"columns": columns, "rows": body}


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    # Other characters that end a line elsewhere may stand in a cell.
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _delimiter_of(head: str) -> str:
    """Return the delimiter by which most rows of *head* have the same number of cells; a comma where none has two."""
    # The sniffer of the standard library takes minutes for 10,000 quotes.
    return max(_DELIMITERS, key=lambda delimiter: _agreement(head, delimiter))


def _agreement(head: str, delimiter: str) -> tuple[int, int]:
    """Return how many rows of *head* have the usual number of cells, and that number; nothing for one cell a row."""
    try:
        widths = Counter(len(row) for row in _rows(head, delimiter) if row)
    except csv.Error:
        return 0, 0
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return (count, width) if width > 1 else (0, 0)


def _value(cell: str) -> Any:
    if _INTEGER.fullmatch(cell):
        return int(cell) if cell != "-0" else cell
    return float(cell) if _DECIMAL.fullmatch(cell) else cell
