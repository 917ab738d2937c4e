"""Values that a form has in another shape than a Gradio app: rows of a data frame, moments."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from webform.dialects.gradio_config import PROPS
from webform.hints.x_webform import KEYWORD
from webform.inputs.dates import is_date, is_datetime
from webform.values import as_dict, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

#: Columns, and cells of the rows to begin with, of a data frame at most: a larger one is its headers and its data.
_MAX_COLUMNS, _MAX_CELLS = 100, 10_000
#: The types of cells by the datatypes of columns that an app declares; those of another datatype are texts.
_TYPES = {"number": "number", "bool": "boolean"}
#: Kinds of values that are a cell.
_PLAIN = ("string", "number", "boolean")


def shaped(parameter: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of *parameter* where a form has its values in another shape than the app."""
    shape = _SHAPES.get(str(parameter.get("component")))
    return shape.schema(parameter) if shape else None


def sent(parameter: dict[str, Any], value: Any) -> Any:
    """Return *value*, which a form has for *parameter*, as the app takes it."""
    shape = _SHAPES.get(str(parameter.get("component")))
    return shape.sent(parameter, value) if shape and shape.schema(parameter) else value


def _table(parameter: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of the rows of a data frame; `None` where it has no columns that rows can be made of."""
    frame = parameter.get("parameter_default")
    if not _is_frame(frame) or _is_nameless(parameter, frame["headers"], frame["data"]):
        return None
    keys, types = _keys(frame["headers"]), _types(parameter, frame)
    if not all(types):
        return None
    properties = {
        key: {"title": str(header), "type": types[index][0] if len(types[index]) == 1 else types[index]}
        for index, (key, header) in enumerate(zip(keys, frame["headers"], strict=True))
    }
    # A box is ticked or not, where none is left open.
    full = [all(row[index] is not None for row in frame["data"]) for index in range(len(keys))]
    flags = [key for index, key in enumerate(keys) if types[index] == ["boolean"] and full[index]]
    row = {"type": "object", "properties": properties, "required": flags, "additionalProperties": False}
    rows = [
        {key: cell for key, cell in zip(keys, cells, strict=True) if cell is not None} for cells in frame["data"]
    ]  # fmt: skip
    return {"type": "array", "items": row, "default": rows, KEYWORD: {"input": "table"}}


def _is_frame(value: Any) -> TypeGuard[dict[str, Any]]:
    """Tell whether *value* is a data frame of which nothing is lost in rows by the names of the columns."""
    if not isinstance(value, dict) or not {"headers", "data", "metadata"} >= value.keys() or value.get("metadata"):
        return False
    headers, data = value.get("headers"), value.get("data")
    if not isinstance(headers, list) or not isinstance(data, list) or not 0 < len(headers) <= _MAX_COLUMNS:
        return False
    whole = len(data) * len(headers) <= _MAX_CELLS and all(kind_of(header) in _PLAIN for header in headers)
    return whole and all(isinstance(row, list) and len(row) == len(headers) for row in data)


def _is_nameless(parameter: dict[str, Any], headers: list[Any], data: list[Any]) -> bool:
    """Tell whether the app takes any columns: their names are numbers that it made up, and so is how many they are."""
    count = _props(parameter).get("column_count")
    is_fixed = isinstance(count, list) and count[-1:] == ["fixed"]
    return not data and not is_fixed and headers == [str(number + 1) for number in range(len(headers))]


def _keys(headers: list[Any]) -> list[str]:
    """Return the keys of columns with these *headers*, each once."""
    counts = Counter(map(str, headers))
    keys = [
        f"{header} ({number})" if counts[str(header)] > 1 or header == "" else str(header)
        for number, header in enumerate(headers, 1)
    ]
    return keys if len({*keys}) == len(keys) else [f"column_{number}" for number in range(1, len(keys) + 1)]


def _types(parameter: dict[str, Any], frame: dict[str, Any]) -> list[list[str]]:
    """Return the types of the cells of each column: those that are there, else as declared; `[]` where nobody says."""
    declared = _props(parameter).get("datatype")
    types = []
    for index in range(len(frame["headers"])):
        datatype = declared[index] if isinstance(declared, list) and index < len(declared) else declared
        own = [_TYPES.get(datatype, "string")] if isinstance(datatype, str) and datatype != "auto" else []
        kinds: list[str] = sorted({kind_of(row[index]) for row in frame["data"]} - {"null"})
        types.append((kinds or own) if set(kinds) <= set(_PLAIN) else [])
    return types


def _frame(parameter: dict[str, Any], rows: Any) -> Any:
    headers = parameter["parameter_default"]["headers"]
    keys = _keys(headers)
    return {"headers": headers, "data": [[row.get(key) for key in keys] for row in rows], "metadata": None}


def _props(parameter: dict[str, Any]) -> dict[str, Any]:
    return as_dict(parameter.get(PROPS))


def _moment(parameter: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of a day, or of a day and a time, between which an app writes a space."""
    with_time, first = _props(parameter).get("include_time"), parameter.get("parameter_default")
    if not isinstance(with_time, bool):
        return None
    schema = {"type": "string", KEYWORD: {"input": "datetime" if with_time else "date"}}
    if first is None:
        return schema
    default = first.replace(" ", "T").removesuffix(":00") if isinstance(first, str) and with_time else first
    is_right = (is_datetime if with_time else is_date)(default)
    return schema | {"default": default} if is_right and _with_space(parameter, default) == first else None


def _with_space(_: dict[str, Any], value: str) -> str:
    return value.replace("T", " ") + (":00" if len(value) == len("2026-01-31T09:30") else "")


class _Shape(NamedTuple):
    """The schema of values in a form, where they differ there, and what makes the app's value of one."""

    schema: Callable[[dict[str, Any]], dict[str, Any] | None]
    sent: Callable[[dict[str, Any], Any], Any]


_SHAPES = {"Dataframe": _Shape(_table, _frame), "Datetime": _Shape(_moment, _with_space)}
