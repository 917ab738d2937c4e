"""Tables that people paste or upload: CSV and TSV."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform.language import gettext, number

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Columns that are looked at, and characters of a table.
MAX_COLUMNS, MAX_TEXT = 200, 2_000_000
_DELIMITERS = ",;\t|"
#: Lines by which the delimiter is found.
_LOOKED_AT = 20


class NotTableError(ValueError):
    """Raised when a text is no table; says why."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A table: the names of its columns, and its rows, which are as long as the names."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def only(self, columns: Sequence[int]) -> Sheet:
        """Return it with those *columns* alone."""
        names, *rows = (tuple(row[column] for column in columns) for row in (self.names, *self.rows))
        return Sheet(names=names, rows=tuple(rows))

    def as_csv(self) -> str:
        """Return it as CSV, the names first."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.names, *self.rows])
        return text.getvalue()


def decoded(data: bytes) -> str:
    """Return the text of an uploaded table; spreadsheets save UTF-8, UTF-16, or the old encoding of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def sheet_of(text: str, *, header: bool, most: int) -> Sheet:
    """
    Return the table that *text* is, rows of nothing left out.

    Args:
        text: CSV or TSV.
        header: whether the first row has the names of the columns; else they are Column 1, Column 2 and so on.
        most: the most rows that are taken.

    Raises:
        NotTableError: there are no rows, too many, or a quote is left open.
    """
    if len(text) > MAX_TEXT:
        count, limit = number(len(text)), number(MAX_TEXT)
        message = gettext("The table has {count} characters. The limit is {limit}.", count=count, limit=limit)
        raise NotTableError(message)
    rows = [row for row in _read(text.lstrip("\ufeff")) if any(cell.strip() for cell in row)]
    names, rows = (rows[0], rows[1:]) if header and rows else ([], rows)
    if not rows:
        raise NotTableError(
            gettext("Add at least one row below the names.") if names else gettext("Paste rows, or choose a file.")
        )
    if len(rows) > most:
        raise NotTableError(
            gettext("The table has {count} rows. The limit is {most}.", count=number(len(rows)), most=number(most))
        )
    width = max(map(len, [names, *rows]))
    if width > MAX_COLUMNS:
        raise NotTableError(
            gettext("The table has {width} columns. The limit is {limit}.", width=number(width), limit=MAX_COLUMNS)
        )
    named = [*names, *[""] * (width - len(names))]
    return Sheet(
        names=tuple(name.strip() or gettext("Column {index}", index=index) for index, name in enumerate(named, 1)),
        rows=tuple((*row, *[""] * (width - len(row))) for row in rows),
    )


def _read(text: str) -> list[list[str]]:
    text = re.sub(r"\r\n?", "\n", text).replace("\0", "")
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True))
    except csv.Error as error:
        raise NotTableError(gettext("This is no CSV: {error}.", error=error)) from None


def _delimiter(text: str) -> str:
    """Return the delimiter of *text*: the one that most of its first lines have alike; a tab comes first."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]
    if any("\t" in line for line in lines[:1]):
        return "\t"
    return max(_DELIMITERS, key=lambda mark: min((line.count(mark) for line in lines), default=0))
