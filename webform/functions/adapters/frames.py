"""Frames of pandas and polars, and their columns: tables."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from webform.functions.adapters import Reader

_ROWS = {"type": "array", "items": {"type": "object"}}


def converted(value: Any) -> Any:
    """Return a frame as the columns and rows of a table, a column as a list, any other value as what it holds."""
    package = type(value).__module__.partition(".")[0]
    return _pandas(value) if package == "pandas" else _polars(value)


def reader(cls: type) -> Reader:
    """Return how a frame is filled in: as a list of rows."""
    return Reader(_ROWS, lambda rows: import_module(cls.__module__.partition(".")[0]).DataFrame(rows))


def _pandas(value: Any) -> Any:
    kind = type(value).__name__
    if kind == "Series":
        named = value.rename(value.name if value.name is not None else "value")
        return named.tolist() if _is_counted(value) else _pandas(named.reset_index())
    if not hasattr(value, "columns"):
        # A moment, an interval or a missing value.
        if value is import_module("pandas").NaT:
            return None
        return value.isoformat() if hasattr(value, "isoformat") else str(value)
    frame = value if _is_counted(value) else value.reset_index()
    rows = frame.astype(object).where(frame.notna(), None).to_numpy().tolist()
    return _table([_name(column) for column in frame.columns], rows)


def _is_counted(value: Any) -> bool:
    return type(value.index).__name__ == "RangeIndex" and value.index.name is None


def _name(column: Any) -> str:
    return " / ".join(map(str, column)) if isinstance(column, tuple) else str(column)


def _polars(value: Any) -> Any:
    if hasattr(value, "collect"):
        value = value.collect()
    if hasattr(value, "columns"):
        return _table(value.columns, value.rows())
    return value.to_list() if hasattr(value, "to_list") else str(value)


def _table(columns: list[str], rows: Any) -> dict[str, Any]:
    keys = [f"c{index}" for index in range(len(columns))]
    return {
        "columns": [{"key": key, "label": label} for key, label in zip(keys, columns, strict=True)],
        "rows": [dict(zip(keys, row, strict=True)) for row in rows],
    }
