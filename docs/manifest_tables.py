# ruff: noqa: INP001 - beside the script that imports it
"""The tables of the pages on a tool.json: its keys, its icons, its outputs and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docs.tables import OPTION_HEADS, option_row, option_rows, shape, table
from webform.dialects.tool_json_facts import EveryOutput, Facts
from webform.format_schema import format_schema
from webform.icons import icons
from webform.inputs.options import options_of
from webform.outputs import TYPES, summary
from webform.outputs.options import SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The types of outputs in the order of their page, by the mark of their table.
GROUPS = {
    "texts": ("text", "markdown", "stream_text", "code", "diff", "latex", "log"),
    "figures": ("number", "boolean", "table", "kv", "tree"),
    "charts": tuple(name for name in TYPES if name.startswith("chart_")),
    "maps": tuple(name for name in TYPES if name.startswith("map_")),
    "media": ("image", "image_grid", "image_compare", "audio", "video", "file"),
    "work": ("progress", "timeline", "gantt"),
}
_SCHEMA = format_schema()["$defs"]


def manifest_tables() -> dict[str, str]:
    """Return the tables of `manifest.md`."""
    own = _SCHEMA["manifest"]["properties"]
    others = [
        ["`inputs`", "[a list of inputs](inputs.md)", "required", own["inputs"]["description"]],
        ["`outputs`", "[a list of outputs](outputs.md)", "", own["outputs"]["description"]],
        ["`$schema`", "a text", "", own["$schema"]["description"]],
    ]
    return {
        "keys": table(["key", *OPTION_HEADS[1:]], [*option_rows(Facts, options_of(Facts)), *others]),
        "icons": table(["name", "also called"], icon_rows()),
    }


def icon_rows() -> list[list[str]]:
    """Return the name of each icon, and what else it may be called."""
    also: dict[str, list[str]] = {}
    for other, name in icons().also.items():
        also.setdefault(name, []).append(f"`{other}`")
    return [[f"`{name}`", ", ".join(also.get(name, []))] for name in icons().paths]


def output_tables() -> dict[str, str]:
    """Return the tables of `outputs.md`."""
    key, *others = option_rows(EveryOutput, options_of(EveryOutput))
    type_ = ["`type`", "a type below", "required", _SCHEMA["output"]["properties"]["type"]["description"]]
    shared = [option_row(name, option) for name, option in SHARED.items()]
    return {
        "every": table(OPTION_HEADS, [key, type_, *others, *shared]),
        **{mark: _of_types(names) for mark, names in GROUPS.items()},
        "own": table(["types", *OPTION_HEADS], _own_options()),
    }


def _of_types(names: Iterable[str]) -> str:
    rows = [[f"`{name}`", summary(name), f"`{shape(TYPES[name].schema)}`"] for name in names]
    return table(["type", "shows", "its value"], rows)


def _own_options() -> list[list[str]]:
    """Return the options of single types, those that several have alike in one row."""
    types: dict[tuple[str, ...], list[str]] = {}
    for name in (name for names in GROUPS.values() for name in names):
        for option_name, option in TYPES[name].options.items():
            types.setdefault((*option_row(option_name, option),), []).append(f"`{name}`")
    rows: list[list[Any]] = [[", ".join(names), *row] for row, names in types.items()]
    return rows
