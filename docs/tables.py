# ruff: noqa: INP001 - beside the script that imports it
"""Tables of the documents, and their cells: values, options, and what values by a schema look like."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from webform.inputs.options import options_of
from webform.values import ABSENT, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.inputs.options import Option

_LONG = 60
#: The heads of a table of options.
OPTION_HEADS = ["option", "takes", "default", "what it is"]
#: Kinds of JSON values in words.
_KINDS = {"string": "text", "number": "number", "boolean": "true or false", "object": "object", "array": "list",
          "null": "null"}  # fmt: skip


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("\n", " ") for cell in line) + " |" for line in lines) + "\n"


def as_code(text: str) -> str:
    """Return *text* as inline code, short, `|` kept out of the table's way."""
    text = text if len(text) <= _LONG else text[: _LONG - 1] + "…"
    return "`" + text.replace("|", "\\|").replace("\n", "↵") + "`"


def as_value(value: Any) -> str:
    """Return *value* as inline code."""
    return as_code(write_json(value))


def option_rows(cls: type[Any], names: Iterable[str]) -> list[list[str]]:
    """Return the rows of the options of *cls* that *names* name."""
    defaults = {field.name: field.default for field in fields(cls)}
    options = options_of(cls)
    return [option_row(name, options[name], _default(defaults[name])) for name in names]


def option_row(name: str, option: Option, default: str = "") -> list[str]:
    """Return the row of an option; its *default* stands where it has no words of its own."""
    takes = str(option.kind.words).replace("|", "\\|")
    return [f"`{name}`", takes, "required" if option.required else option.shown or default, option.help]


def _default(found: Any) -> str:
    return "" if found is None or found is ABSENT or found in ("", ()) else as_value(found)


def shape(schema: dict[str, Any]) -> str:
    """Return what values by *schema* look like: `{x: [text or number], series: [{name, y}]}`."""
    kinds = schema.get("type", [])
    shapes = [_shape_of(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(shapes) or "…"


def _shape_of(kind: str, schema: dict[str, Any]) -> str:
    if kind == "object" and "properties" in schema:
        names = {name: name if name in schema["required"] else f"{name}?" for name in schema["properties"]}
        nested = {name: part for name, part in schema["properties"].items() if {"items", "properties"} & part.keys()}
        members = [f"{names[name]}: {shape(nested[name])}" if name in nested else names[name] for name in names]
        return f"{{{', '.join(members)}}}"
    if kind == "array" and "items" in schema:
        return f"[{shape(schema['items'])}]"
    return f"{_KINDS[kind]}, {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else _KINDS[kind]
