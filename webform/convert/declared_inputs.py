"""Inputs as a tool.json declares them: of a type that is known there, else as JSON with the schema of its value."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from webform.convert.base import refers
from webform.dialects import read
from webform.inputs import INPUTS, Input, Record, Shape
from webform.inputs.base import ShowIf
from webform.inputs.cells import CELLS
from webform.inputs.choices import Choice
from webform.inputs.list import List
from webform.inputs.options import declared_options
from webform.inputs.uploads import UploadLike
from webform.problems import errors
from webform.values import ABSENT, DRAFT, as_dict, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.tool import Form

#: What a cell of a table, or a tag, has no option for, and can do without.
_CELL = {"key", "label", "required", "step"}


def declared_input(input_: Input, form: Form) -> dict[str, Any]:
    """Return the declaration of *input_*, a part of *form*; any JSON where no declared type has its values."""
    known = {"key": input_.key, "label": input_.label or input_.key, "required": input_.required}
    own = _declaration(input_)
    # What may be null and must be there is neither blank nor filled in.
    if own and not (input_.nullable and input_.required):
        declared = {"type": own.pop("type"), **own, **known}
        if is_right(declared):
            return declared
    default = {} if input_.default in (ABSENT, None) or input_.secret else {"default": input_.default}
    about = {"description": input_.description} if input_.description else {}
    plain = {"type": "json", **known, **default, **about}
    schema = _schema(form.schema, input_.key)
    exact = {**plain, "schema": schema}
    return exact if schema and is_right(exact) else plain


def is_right(declared: Mapping[str, Any]) -> bool:
    """Tell whether an input is *declared* without an error."""
    return not errors(read([{**declared}], "tool-json")[1])


def _declaration(input_: Input) -> dict[str, Any]:
    """Return the type and the options of *input_*; `{}` where a tool.json has no such type."""
    if input_.type == "password":
        return {"type": "text", "description": input_.description, "required": input_.required}
    if input_.type in INPUTS:
        return {"type": input_.type, **_options(input_)}
    return _of_list(input_) if isinstance(input_, List) else {}


def _of_list(list_: List) -> dict[str, Any]:
    """Return the declaration of a list of files, of texts or of flat objects; `{}` for any other."""
    item = list_.item(0)
    options = {name: value for name, value in _options(list_).items() if name in ("description", "default", "group")}
    limits = {"min_rows": list_.min_rows or None, "max_rows": list_.max_rows}
    if list_.fixed or item.nullable:
        return {}
    if isinstance(item, UploadLike):
        return {"type": item.type, **_options(item), **options, "multiple": True}
    if item.type in ("text", "textarea") and not any(limits.values()) and not _more(item):
        return {"type": "tags", **options}
    if isinstance(item, Record) and not item.grows and all(map(_is_cell, item.inputs)):
        columns = [{"key": cell.key, "label": cell.label or cell.key, "type": _cell(cell)} for cell in item.inputs]
        rows = {name: limit for name, limit in limits.items() if limit is not None}
        return {"type": "table", "columns": columns, **options, **rows} if columns else {}
    return {}


def _is_cell(input_: Input) -> bool:
    """Tell whether a cell takes the values of *input_*; one that is left blank is null to no tool that needs it."""
    fits = input_.shape is Shape.LEAF and _cell(input_) in CELLS and not input_.secret
    return fits and not (input_.nullable and input_.required)


def lost_of_cell(input_: Input) -> list[str]:
    """Return what *input_* says that a cell does not: the tool alone checks it, or fills it in."""
    lost = [*(_options(input_).keys() - _CELL), *(["null"] if input_.nullable else [])]
    return sorted(lost)


def _cell(input_: Input) -> str:
    return "text" if input_.type == "textarea" else input_.type


def _more(input_: Input) -> bool:
    """Tell whether *input_* says more of its values than a cell or a tag can."""
    return not _options(input_).keys() <= _CELL


def part_of(whole: Any, key: str) -> Mapping[str, Any]:
    """Return what *whole*, the schema of the body, says of the property *key*; `{}` where that cannot be read alone."""
    properties = whole.get("properties") if isinstance(whole, dict) and whole.get("$schema", DRAFT) == DRAFT else None
    return as_dict(as_dict(properties).get(key))


def _schema(whole: Any, key: str) -> Mapping[str, Any]:
    """Return that, with the definitions that it may use."""
    schema = part_of(whole, key)
    definitions = whole.get("$defs") if schema and refers(schema) else None
    return {**schema, "$defs": definitions} if definitions else schema


def _options(input_: Input) -> dict[str, Any]:
    values = {name: _declared(value) for name, value in declared_options(input_).items()}
    return {name: value for name, value in values.items() if value is not ABSENT and value != []}


def _declared(value: Any) -> Any:
    """Return *value*, of an option, as it is declared; `ABSENT` where it is none that a declaration has."""
    if isinstance(value, Choice | ShowIf):
        return asdict(value)
    if isinstance(value, list | tuple):
        return [_declared(part) for part in value]
    return value if kind_of(value) in ("string", "number", "boolean", "array", "object") else ABSENT
