"""SQL library: one read-only question at a time, within a second and a megabyte."""

from __future__ import annotations

import math
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from .library import TABLES, open_library

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

SECONDS = 1.0
MAX_CHARACTERS = 1_000_000
#: What a query may do; nothing here writes, attaches a file or loads code.
ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
#: What one step of a query may take: between two steps the clock is looked at.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 50,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
}


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Answer the query in *body*."""
    query, parameters = body["query"], body["parameters"]
    _check_parameters(parameters)
    started = time.monotonic()
    with closing(_open(started + SECONDS)) as library:
        try:
            plan = library.execute(f"EXPLAIN QUERY PLAN {query}", parameters).fetchall()
            cursor = library.execute(query, parameters)
            names = [column[0] for column in cursor.description or ()]
            rows, complete = _fetch(cursor, int(body["max_rows"]))
        except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
            raise _refusal(error) from None
    took = round(1000 * (time.monotonic() - started))
    return {
        "result": _table(names, rows),
        "count": len(rows),
        "all": complete,
        "plan": {"root": _plan(plan)},
        "tables": TABLES,
        "log": {"lines": [_line(f"{len(rows)} rows in {took} ms"), *_late(complete)]},
    }


def _check_parameters(parameters: Any) -> None:
    if not isinstance(parameters, dict):
        raise RefusedError("Input should be an object", "parameters", word="dict_type")
    for name, value in parameters.items():
        if isinstance(value, list | dict):
            raise RefusedError("Parameter should be a string, a number, a boolean or null", "parameters", name)
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise RefusedError("Integer should have at most 64 bits", "parameters", name)


def _open(deadline: float) -> sqlite3.Connection:
    library = open_library()
    library.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
    library.set_progress_handler(lambda: time.monotonic() > deadline, 1000)
    for limit, most in LIMITS.items():
        library.setlimit(limit, most)
    return library


def _fetch(cursor: Iterable[tuple[Any, ...]], most: int) -> tuple[list[list[Any]], bool]:
    """Return the first rows, and whether they are all."""
    rows: list[list[Any]] = []
    characters = 0
    for row in cursor:
        cells = [_cell(value) for value in row]
        characters += sum(len(str(cell)) for cell in cells)
        if len(rows) == most or characters > MAX_CHARACTERS:
            return rows, False
        rows.append(cells)
    return rows, True


def _cell(value: Any) -> Any:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    # JSON has no infinity.
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _refusal(error: Exception) -> RefusedError:
    match getattr(error, "sqlite_errorcode", None):
        case sqlite3.SQLITE_INTERRUPT:
            return RefusedError(f"Query should take at most {SECONDS:g} s", "query", word="timeout")
        case sqlite3.SQLITE_AUTH:
            return RefusedError("Query should only read: SELECT, WITH or VALUES", "query", word="read_only")
    key = "parameters" if "binding parameter" in str(error) else "query"
    return RefusedError(f"SQLite says: {error}", key, word="sql_error")


def _table(names: list[str], rows: list[list[Any]]) -> dict[str, Any]:
    # Keys of their own: two columns of a query may have the same name.
    columns = [
        {"key": f"c{at}", "label": name, "type": "text" if _has_text(rows, at) else "number"}
        for at, name in enumerate(names)
    ]
    return {"columns": columns, "rows": [{f"c{at}": cell for at, cell in enumerate(row)} for row in rows]}


def _has_text(rows: list[list[Any]], at: int) -> bool:
    return any(isinstance(row[at], str) for row in rows)


def _plan(steps: list[tuple[int, int, int, str]], parent: int = 0, label: str = "Query") -> dict[str, Any]:
    children = [_plan(steps, at, detail) for at, above, _, detail in steps if above == parent]
    return {"label": label, "children": children}


def _late(complete: bool) -> list[dict[str, str]]:
    return [] if complete else [_line("there are more rows than are shown", "warning")]


def _line(message: str, level: str = "info") -> dict[str, str]:
    return {"level": level, "message": message, "t": datetime.now(UTC).isoformat(timespec="seconds")}
