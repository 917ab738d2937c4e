"""An object as its schema has it: its parts by title, with their descriptions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.outputs.base import About, Misfit, View
from webform.outputs.cells import Cell, named_cell
from webform.outputs.pretty import copied, json_download
from webform.outputs.texts import file_name
from webform.texts import visible

if TYPE_CHECKING:
    from webform.outputs.schema_view import Annotations

#: How many fields a page shows of one record, and how much of a key.
MAX_FIELDS, MAX_KEY = 100, 200


class RecordField(NamedTuple):
    """A part: its name, description and view, or a cell where a page has no room for more views."""

    label: str
    description: str
    view: View | None
    cell: Cell | None = None


class Fields(NamedTuple):
    """The parts that are shown, the kind of record it is, and how many parts are not shown."""

    fields: list[RecordField]
    kind: str = ""
    more: int = 0


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of an object: the parts its schema declares, in that order, then the others."""
    if not isinstance(value, dict):
        return Misfit()
    annotations = about.annotations
    keys = [*(key for key in annotations.keys if key in value), *(key for key in value if key not in annotations.keys)]
    fields = [_field(key, value[key], annotations.child(key, value[key]), about) for key in keys[:MAX_FIELDS]]
    return View(
        name="record",
        data=Fields(fields, annotations.kind, len(keys) - len(fields)),
        note=annotations.kind,
        copy=copied(value),
        downloads=(json_download(value, about.name),),
        inner=tuple(field.view for field in fields if field.view),
    )


def _field(key: str, value: Any, annotations: Annotations, about: About) -> RecordField:
    name = visible(annotations.label[:MAX_KEY]) or '""'
    seen = about.below(key, value, annotations, file_name(key))
    if seen is None:
        return RecordField(name, annotations.description, None, named_cell(key, value, about))
    return RecordField(
        name, annotations.description, replace(seen, title=name, note=seen.note or annotations.type_note)
    )
