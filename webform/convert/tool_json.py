"""The writer of tool.json: an input of each property, as a declared one where its type is known there."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from webform.convert.base import Writer
from webform.dialects import read
from webform.inputs import INPUTS
from webform.inputs.base import ShowIf
from webform.inputs.choices import Choice
from webform.inputs.options import options_of
from webform.problems import errors
from webform.values import ABSENT, kind_of

if TYPE_CHECKING:
    from webform.inputs import Input
    from webform.tool import Tool


def _write(tool: Tool) -> Any:
    if tool.dialect == "tool-json":
        declared = tool.declaration
        return declared if isinstance(declared, dict) else {"id": tool.id, "name": tool.name, "inputs": declared}
    facts = {"id": tool.id, "name": tool.name, "description": tool.description}
    examples = [{"name": example.name, "values": example.body} for example in tool.examples]
    inputs = [_input(input_) for input_ in tool.form.inputs]
    return {key: value for key, value in facts.items() if value} | {"inputs": inputs, "examples": examples}


def _input(input_: Input) -> dict[str, Any]:
    """Return the declaration of *input_*; any JSON where no declared type has its values."""
    known = {"key": input_.key, "label": input_.label or input_.key, "required": input_.required}
    declared = {"type": input_.type, **_options(input_), **known}
    if INPUTS.get(input_.type) and not input_.nullable and not errors(read([declared], "tool-json")[1]):
        return declared
    default = {} if input_.default in (ABSENT, None) else {"default": input_.default}
    about = {"description": input_.description} if input_.description else {}
    return {"type": "json", **known, **default, **about}


def _options(input_: Input) -> dict[str, Any]:
    names, defaults = options_of(type(input_)), {field.name: field.default for field in fields(input_)}
    values = {name: _declared(getattr(input_, name)) for name in names}
    return {name: value for name, value in values.items() if value is not ABSENT and value not in ("", defaults[name])}


def _declared(value: Any) -> Any:
    """Return *value*, of an option, as it is declared; `ABSENT` where it is none that a declaration has."""
    if isinstance(value, Choice):
        return {"value": value.value, "label": value.label}
    if isinstance(value, ShowIf):
        return {"key": value.key, "equals": value.equals}
    if isinstance(value, list | tuple):
        return [_declared(part) for part in value]
    if value is None or value is ABSENT:
        return ABSENT
    return value if kind_of(value) in ("string", "number", "boolean", "array", "object") else ABSENT


#: The fields of a tool that a tool.json has.
_KEEPS = frozenset({"description", "outputs", "examples", "version", "category", "icon", "tags", "layout"})
WRITER = Writer(name="tool-json", write=_write, join=None, keeps=_KEEPS, inputs=True)
