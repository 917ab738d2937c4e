"""A tool for bodies such as an example: an input for each of its keys, of a type that has the value."""

from __future__ import annotations

import re
from typing import Any

from webform.convert.declared_inputs import is_right
from webform.dialects.tool_json import kebab_case
from webform.inputs.dates import is_date, is_datetime, is_time
from webform.inputs.naming import names_secret
from webform.inputs.texts import is_line, is_word
from webform.schema.naming import labels_of
from webform.starter.project import Project, quoted
from webform.values import kind_of

#: Characters of a text that fits a line.
_LINE = 80
#: Keys and rows of a table at most.
_COLUMNS, _ROWS = 8, 1000
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_ADDRESS = re.compile(r"https?://\S+")
_FILE = re.compile(r"data:(\w+)/")
#: The types of files, which no form begins with.
_FILES = ("file", "image", "audio")
_PROGRAM = '''\
"""A tool: it answers POST /run with the outputs of tool.json."""

from typing import Any

from fastapi import FastAPI

app = FastAPI(title={title})


@app.post("/run")
def run(body: dict[str, Any]) -> Any:
    """Answer with what came; body has the inputs of tool.json, by their keys."""
    return {{"received": {{"pairs": [{{"key": key, "value": value}} for key, value in body.items()]}}}}
'''


class BodyError(ValueError):
    """Raised for an example that is no body: the sentence says why."""


def of_body(body: Any, name: str, description: str = "") -> Project:
    """
    Return a tool called *name* that takes *body*, and bodies like it.

    Raises:
        BodyError: it is no object, or a key of it has no characters.
    """
    if not isinstance(body, dict):
        raise BodyError(f"a body is an object with a key for each input, not {_named(body)}")
    if "" in body:
        raise BodyError('the key "" cannot be that of an input; give it a name')
    labels = labels_of(body)
    # A form is seen by others, and an example too.
    is_secret = any(map(names_secret, body))
    values = {key: value for key, value in body.items() if value is not None}
    declaration = {
        "id": kebab_case(name),
        "name": name,
        **({"description": description} if description else {}),
        "inputs": [_input(key, value, labels[key]) for key, value in body.items()],
        "outputs": [{"key": "received", "type": "kv", "label": "Received"}],
        **({} if is_secret else {"examples": [{"name": "Example", "values": values}]}),
    }
    return Project(declaration=declaration, program=_PROGRAM.format(title=quoted(name)))


def _named(value: Any) -> str:
    return {"array": "a list", "string": "a text"}.get(kind_of(value), f"a {kind_of(value)}")


def _input(key: str, value: Any, label: str) -> dict[str, Any]:
    known = {"key": key, "type": "text", "label": label}
    if value is None or names_secret(key):
        return {**known, **({"required": False} if value is None else {})}
    declared = {**known, **_declared(value)}
    whole = declared if declared["type"] in _FILES else {**declared, "default": value}
    return whole if is_right(whole) else {**known, "type": "json", "default": value}


def _declared(value: Any) -> dict[str, Any]:
    """Return the type of the input of *value*, and its options."""
    if isinstance(value, bool):
        return {"type": "checkbox"}
    if kind_of(value) == "number":
        return {"type": "number", "step": 1} if isinstance(value, int) else {"type": "number"}
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, list):
        return _of_list(value)
    return {"type": "json", "schema": _schema(value)}


def _of_text(text: str) -> dict[str, Any]:
    for type_, fits in (("date", is_date), ("datetime", is_datetime), ("time", is_time), ("colour", _COLOUR.fullmatch)):
        if fits(text):
            return {"type": type_}
    if found := _FILE.match(text):
        return {"type": found[1] if found[1] in _FILES else "file"}
    if _MAIL.fullmatch(text):
        return {"type": "text", "placeholder": "name@example.com"}
    if _ADDRESS.fullmatch(text):
        return {"type": "text", "placeholder": "https://example.com/"}
    return {"type": "text" if is_line(text) and len(text) <= _LINE else "textarea"}


def _of_list(values: list[Any]) -> dict[str, Any]:
    if len(values) == 2 and all(map(is_date, values)) and values[0] <= values[1]:
        return {"type": "date_range"}
    if all(map(is_word, values)):
        return {"type": "tags"}
    if values and len(values) <= _ROWS and all(isinstance(row, dict) for row in values):
        columns = _columns(values)
        if columns:
            return {"type": "table", "columns": columns}
    return {"type": "json", "schema": _schema(values)}


def _columns(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of *rows*; `[]` where no table has them."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    types = {key: _column({_cell(row[key]) for row in rows if key in row}) for key in keys}
    labels = labels_of(keys)
    fits = 0 < len(keys) <= _COLUMNS and all(types.values())
    return [{"key": key, "label": labels[key], "type": type_} for key, type_ in types.items()] if fits else []


def _column(cells: set[str]) -> str:
    """Return the type of a column of *cells* of these types; `""` where there is none."""
    if len(cells) == 1:
        return next(iter(cells))
    return "text" if cells <= {"text", "date"} else ""


def _cell(value: Any) -> str:
    """Return the type of the column of *value*; `""` where no cell has it."""
    if isinstance(value, str):
        return "date" if is_date(value) else "text" if is_line(value) else ""
    return "number" if kind_of(value) == "number" else ""


def _schema(value: Any) -> dict[str, Any]:
    """Return the schema of values such as *value*: objects with its keys, lists of what its first item is."""
    kind = kind_of(value)
    if isinstance(value, dict):
        return {"type": kind, "properties": {key: _schema(part) for key, part in value.items()}, "required": [*value]}
    if isinstance(value, list):
        schemas = [_schema(part) for part in value[:_ROWS]]
        alike = bool(schemas) and all(schema == schemas[0] for schema in schemas)
        return {"type": kind, **({"items": schemas[0]} if alike else {})}
    return {} if value is None else {"type": kind}
