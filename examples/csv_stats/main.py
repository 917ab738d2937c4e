"""CSV statistics: an uploaded table, described column by column."""

from __future__ import annotations

import csv
import io
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from ..uploads import data_url, read_upload
from .columns import Column, correlations, read_column

if TYPE_CHECKING:
    from flask import Flask

#: In the order in which they are tried: a comma may be a decimal sign as well.
DELIMITERS = {"tab": "\t", "semicolon": ";", "pipe": "|", "comma": ","}
MAX_COLUMNS = 200
MAX_VALUES = 1_000_000


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Describe the columns of the file in *body*."""
    data = read_upload(body["csv_file"]).data
    text, encoding = _decode(data)
    delimiter = _find_delimiter(text) if body["delimiter"] == "auto" else body["delimiter"]
    names, rows = _read_rows(text, DELIMITERS[delimiter], body["header"])
    missing = {"", *body.get("missing", ())}
    columns = [
        read_column(name, cells, missing, body["decimal"]) for name, *cells in zip_longest(names, *rows, fillvalue="")
    ]
    shown = _choose(columns, body.get("only", []))
    gaps = sum(column.missing for column in shown)
    described = [column.describe(body["statistics"], body["percentiles"]) for column in shown]
    return {
        "summary": _summary(len(rows), shown, gaps),
        "complete": gaps == 0,
        "rows": len(rows),
        "columns": _table(described, ("Column", "Kind", "Values", "Missing")),
        "correlations": _table(correlations(shown), ("One", "Other", "r", "Rows")),
        "preview": _preview(names, rows[: int(body["preview_rows"])]),
        "facts": {
            "pairs": [
                {"key": "Size", "value": f"{len(data):,} bytes"},
                {"key": "Encoding", "value": encoding},
                {"key": "Delimiter", "value": delimiter},
                {"key": "Columns", "value": len(names)},
                {"key": "Missing values", "value": gaps},
            ]
        },
        "download": _download(described),
    }


def _decode(data: bytes) -> tuple[str, str]:
    marked = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    encodings = [name for mark, name in marked.items() if data.startswith(mark)] or ["utf-8", "cp1252", "latin-1"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text, encoding
    raise RefusedError("File should be text, such as a CSV file", "csv_file")


def _find_delimiter(text: str) -> str:
    """Return the name of the first delimiter that gives the first rows more than one column, the same in all."""
    head = text[:20_000].splitlines()[:20]
    for name, delimiter in DELIMITERS.items():
        widths = {len(row) for row in csv.reader(head, delimiter=delimiter) if row}
        if len(widths) == 1 and widths != {1}:
            return name
    return "comma"


def _read_rows(text: str, delimiter: str, header: bool) -> tuple[list[str], list[list[str]]]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        raise RefusedError(f"File should be CSV: {error}", "csv_file") from None
    width = max(map(len, rows), default=0)
    if width > MAX_COLUMNS or width * len(rows) > MAX_VALUES:
        raise RefusedError(f"File should have at most {MAX_COLUMNS} columns and {MAX_VALUES:,} values", "csv_file")
    first = rows.pop(0) if header and rows else []
    names = [name.strip() or f"Column {at}" for at, name in enumerate(first + [""] * (width - len(first)), 1)]
    return names, rows


def _choose(columns: list[Column], only: list[str]) -> list[Column]:
    names = {column.name for column in columns}
    for index, name in enumerate(only):
        if name not in names:
            raise RefusedError(f"The file has no column {name!r}", "only", index)
    return [column for column in columns if not only or column.name in only]


def _summary(rows: int, columns: list[Column], gaps: int) -> str:
    if not rows:
        return "The file has no rows."
    kinds = [column.kind for column in columns]
    counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    return f"{_count(rows, 'row')} and {_count(len(columns), 'column')} ({counted}); {_count(gaps, 'value')} missing."


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _table(rows: list[dict[str, Any]], headings: tuple[str, ...]) -> dict[str, Any]:
    first = rows[0] if rows else dict.fromkeys(headings, "")
    columns = [
        {"key": key, "label": key, "type": "text" if isinstance(value, str) else "number"}
        for key, value in first.items()
    ]
    return {"columns": columns, "rows": rows}


def _preview(names: list[str], rows: list[list[str]]) -> dict[str, Any]:
    # Keys of their own: two columns of a file may have the same name.
    columns = [{"key": f"c{at}", "label": name, "type": "text"} for at, name in enumerate(names)]
    return {"columns": columns, "rows": [{f"c{at}": cell for at, cell in enumerate(row)} for row in rows]}


def _download(described: list[dict[str, Any]]) -> dict[str, Any]:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(described[0] if described else ["Column"])
    writer.writerows([_inert(value) for value in row.values()] for row in described)
    data = data_url("text/csv", out.getvalue().encode())
    return {"filename": "statistics.csv", "data": data, "mime_type": "text/csv"}


def _inert(value: Any) -> Any:
    # A spreadsheet runs text that begins like a formula.
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
