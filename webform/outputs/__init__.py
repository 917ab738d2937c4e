"""The ways of showing a value, one a file: by its declared type, else by its schema and its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.outputs import (
    audio,
    boolean,
    chart,
    choice,
    code,
    csv,
    diff,
    file,
    gantt,
    html,
    image,
    image_compare,
    image_grid,
    json,
    kv,
    latex,
    link,
    list,  # noqa: A004 - a view is called by its name
    log,
    map,  # noqa: A004 - so is this one
    markdown,
    moment,
    null,
    number,
    progress,
    record,
    skeleton,
    stream_text,
    table,
    text,
    timeline,
    tree,
    video,
)
from webform.outputs.base import DeclaredKind, Download, Kind, View
from webform.outputs.looks import Look, looks_of
from webform.outputs.rows import table_csv

if TYPE_CHECKING:
    from webform.outputs.types import OutputType

__all__ = [
    "DECLARED",
    "KINDS",
    "OUTPUTS",
    "SHAPED",
    "TYPES",
    "Download",
    "Look",
    "View",
    "looks_of",
    "summary",
    "table_csv",
]

#: The views of the types that declarations name, in the order of the documents.
DECLARED: tuple[DeclaredKind, ...] = (
    text,
    markdown,
    number,
    boolean,
    table,
    kv,
    chart,
    map,
    image,
    image_grid,
    image_compare,
    audio,
    video,
    latex,
    code,
    diff,
    tree,
    timeline,
    gantt,
    progress,
    log,
    stream_text,
    file,
)

#: The views that only the shape of a value leads to, or its schema; `choosing` says which value gets which.
SHAPED: tuple[Kind, ...] = (json, null, choice, moment, link, list, record, skeleton, csv, html)

#: Output types by their names. A value of another type is shown by its shape.
TYPES: dict[str, OutputType] = {type_.name: type_ for kind in DECLARED for type_ in kind.TYPES}

#: The view of each output type.
OUTPUTS: dict[str, DeclaredKind] = {type_.name: kind for kind in DECLARED for type_ in kind.TYPES}


def summary(name: str) -> str:
    """Return what outputs of the type called *name* show, in a sentence."""
    return TYPES[name].help or (OUTPUTS[name].__doc__ or "").partition("\n")[0]


#: All views by their names, which are those of their templates.
KINDS: dict[str, Kind] = {kind.__name__.rpartition(".")[2]: kind for kind in (*DECLARED, *SHAPED)}
