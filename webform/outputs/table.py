"""Rows and columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webform.inputs.options import Option, OptionKind
from webform.messages import Phrase
from webform.outputs.base import About, Misfit, View
from webform.outputs.base64s import file_in
from webform.outputs.cells import Cell, is_scalar, named_cell
from webform.outputs.rows import MAX_LABEL, MAX_ROWS, are_rows, columns_of, copied, downloads, note, page_of
from webform.outputs.types import OutputType, list_of, object_of
from webform.texts import visible
from webform.values import as_dict, is_number

#: An object of more keys beside its columns and rows is shown key by key.
MAX_BESIDE = 20
_COLUMN = {"type": ["object", "string"]}
_ROW = {"type": ["object", "array"]}
#: A list of rows, or an object of columns and rows: some keywords are of lists, the others of objects.
_TABLE = object_of(columns=list_of(_COLUMN), rows=list_of(_ROW)) | {"type": ["object", "array"], "items": _ROW}


def _are_columns(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(column, str) or (isinstance(column, dict) and isinstance(column.get("key"), str)) for column in value
    )


_COLUMNS = OptionKind(
    words=Phrase("kind.output-columns"), schema=list_of({**_COLUMN, "required": ["key"]}), takes=_are_columns
)
TYPES = (
    OutputType(
        name="table",
        schema=_TABLE,
        stream_rank=1,
        options={
            "columns": Option(
                kind=_COLUMNS, help="The columns, in order.", shown="all, as they come", example=["day", "kg"]
            )
        },
    ),
)


def fits(value: Any) -> bool:
    """Tell whether *value* is a list of objects that are mostly flat, or an object of columns and rows."""
    if isinstance(value, dict):
        return (
            isinstance(value.get("columns"), list)
            and are_rows(value.get("rows"))
            and len(_keys_beside(value)) <= MAX_BESIDE
        )
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) and row for row in value):
        return False
    # A table of nested values is no table: it says less than a tree.
    head = [content for row in value[:MAX_ROWS] for content in row.values()]
    return sum(is_scalar(content) or file_in(content) is not None for content in head) * 2 > len(head)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"columns": […], "rows": […]}`, or of a bare list of rows."""
    table: dict[str, Any] = value if isinstance(value, dict) else {"rows": value}
    rows: Any = table.get("rows")
    if not are_rows(rows):
        return Misfit()
    columns = columns_of(table.get("columns") or about.options.get("columns") or _declared(about, rows), rows)
    place = about if rows is value else replace(about, at=f"{about.at}/rows")
    page = page_of(columns, rows, about.look, place, about.budget)
    return View(
        name="table",
        data=page if rows is value or about.declared else replace(page, beside=_beside(table, about)),
        note=note(len(rows), table.get("total_rows")),
        copy=copied(columns, rows),
        downloads=downloads(columns, rows, about, value),
    )


def _beside(table: dict[str, Any], about: About) -> tuple[tuple[str, Cell], ...]:
    """Return what *table* holds beside its columns and rows, such as warnings: names and values."""
    members = ((key, table[key]) for key in _keys_beside(table))
    return tuple(
        (visible(about.annotations.child(key, member).label[:MAX_LABEL]), named_cell(key, member, about))
        for key, member in members
    )


def _keys_beside(table: dict[str, Any]) -> list[str]:
    """Return the keys of *table*, an object of columns and rows, that a page of its rows says nothing of."""
    known = {"columns", "rows", *(["total_rows"] if is_number(table.get("total_rows")) else [])}
    return [key for key in table if key not in known]


def _declared(about: About, rows: list[Any]) -> list[dict[str, Any]] | None:
    """Return the columns as the schema of the rows has them, then what the rows have beside."""
    annotations = about.annotations.item(0, rows[0]) if rows and isinstance(rows[0], dict) else None
    if annotations is None or not annotations.keys:
        return None
    keys = dict.fromkeys([*annotations.keys, *(key for row in rows if isinstance(row, dict) for key in row)])
    known = {
        key: next((row[key] for row in rows[:MAX_ROWS] if as_dict(row).get(key) is not None), None) for key in keys
    }
    titled = [(key, annotations.child(key, value)) for key, value in known.items()]
    return [
        {"key": key, "label": column.label, "help": column.description, "title_of": column.choice}
        for key, column in titled
    ]
