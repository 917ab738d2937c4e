"""The JSON Schema of the tool.json format, made from the tables of its inputs, outputs and keys."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from webform.by_language import TAG
from webform.dialects.tool_json_facts import HOST, EveryOutput, Facts
from webform.icons import icons
from webform.inputs import INPUTS, Input
from webform.inputs.options import Option, options_of
from webform.outputs import TYPES, summary
from webform.outputs.options import SHARED
from webform.values import ABSENT, DRAFT, read_json_or

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


Schema = dict[str, Any]

#: The name of the schema in schemas; a tool.json names the file that it is in.
ID = "urn:webform:tool.json"
#: The file that the schema is in, where it ships.
FILE = "tool.schema.json"


#: A text that people see.
_TEXT: Schema = {
    "description": "A text, or the same text in several languages, by their tags.",
    "type": ["string", "object"],
    "minProperties": 1,
    "propertyNames": {"pattern": TAG},
    "additionalProperties": {"type": "string"},
}


def format_schema() -> Schema:
    """Return the JSON Schema of a `tool.json`."""
    return {
        "$schema": DRAFT,
        "$id": ID,
        "title": "tool.json",
        "description": "A tool: its inputs, its outputs, and what is said of it. A bare list of inputs is fine too.",
        "if": {"type": "array"},
        "then": {"$ref": "#/$defs/inputs"},
        "else": {"$ref": "#/$defs/manifest"},
        "$defs": {
            "manifest": _manifest(),
            "text": _TEXT,
            "inputs": {"type": "array", "items": {"$ref": "#/$defs/input"}},
            "outputs": {"type": "array", "items": {"$ref": "#/$defs/output"}},
            "input": _one_of_kinds("input", INPUTS, _properties(Input), _required(Input)),
            **{f"input:{kind}": _input(cls) for kind, cls in INPUTS.items()},
            "output": _one_of_kinds(
                "output", TYPES, _properties(EveryOutput, nullable=True) | _of_outputs(SHARED), _required(EveryOutput)
            ),
            **{f"output:{kind}": _output(kind) for kind in TYPES},
        },
    }


def _manifest() -> Schema:
    host = {"description": "For the host of the tool; webform does not read it."}
    inputs = {"description": "What people fill in.", "type": "array", "$ref": "#/$defs/inputs"}
    outputs = {"description": "What the result shows.", "type": "array", "default": [], "$ref": "#/$defs/outputs"}
    facts = _properties(Facts, nullable=True)
    facts["icon"]["examples"] = [*icons().paths]
    return {
        "type": "object",
        "properties": {
            "$schema": {"description": "The file of this schema, for editors.", "type": "string", "examples": [FILE]},
            **facts,
            "inputs": {**inputs, "examples": [[{"key": "city", "type": "text", "label": "City"}]]},
            "outputs": {**outputs, "examples": [[{"key": "mean", "type": "number", "label": "Mean", "unit": "kg"}]]},
            **dict.fromkeys(HOST, host),
        },
        "required": ["inputs"],
        "additionalProperties": False,
    }


def _one_of_kinds(what: str, kinds: Iterable[str], properties: Schema, required: list[str]) -> Schema:
    """Return the schema of one *what* of the *kinds*: what all have, and by its type what is its own."""
    type_ = {"description": f"The type of the {what}.", "enum": [*kinds], "examples": [next(iter(kinds))]}
    return {
        "type": "object",
        "properties": {"type": type_, **properties},
        "required": ["type", *required],
        "allOf": [
            {
                "if": {"properties": {"type": {"const": kind}}, "required": ["type"]},
                "then": {"$ref": f"#/$defs/{what}:{kind}"},
            }
            for kind in kinds
        ],
        "unevaluatedProperties": False,
    }


def _input(cls: type[Input]) -> Schema:
    shared = options_of(Input)
    own = {name: property_ for name, property_ in _properties(cls).items() if name not in shared}
    required = [name for name in _required(cls) if name not in shared]
    return {
        "description": (cls.__doc__ or "").strip().splitlines()[0],
        **({"properties": own} if own else {}),
        **({"required": required} if required else {}),
    }


def _output(kind: str) -> Schema:
    own = _of_outputs(TYPES[kind].options)
    return {"description": summary(kind), **({"properties": own} if own else {})}


def _of_outputs(options: Mapping[str, Option]) -> Schema:
    """Return the schemas of *options* of outputs, whose defaults stand in their documentation."""
    return {name: _property(option, _default_in(option), nullable=True) for name, option in options.items()}


def _default_in(option: Option) -> Any:
    """Return the default that the documentation of *option* names; `None` where it only describes one."""
    if option.shown in option.kind.schema.get("enum", ()):
        return option.shown
    value = read_json_or(option.shown, None)
    return value if option.kind.takes(value) else None


def _properties(cls: type[Any], *, nullable: bool = False) -> Schema:
    """Return the schemas of the options of *cls*; *nullable*: null says nothing, where one need not be there."""
    defaults = {field.name: field.default for field in fields(cls)}
    return {
        name: _property(option, defaults[name], nullable=nullable and not option.required)
        for name, option in options_of(cls).items()
    }


def _property(option: Option, default: Any, *, nullable: bool = False) -> Schema:
    default = [*default] if isinstance(default, tuple) else default
    has_default = default not in (None, ABSENT) and not (option.required or (option.shown and default == ""))
    described = option.shown and not has_default
    return {
        "description": f"{option.help} Without it: {option.shown}." if described else option.help,
        **(_or_null(option.kind.schema) if nullable else option.kind.schema),
        **({"default": default} if has_default else {}),
        **({} if option.example is ABSENT else {"examples": [option.example]}),
    }


def _or_null(schema: Mapping[str, Any]) -> Schema:
    if "$ref" in schema:
        return {"anyOf": [{**schema}, {"type": "null"}]}
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {**schema, "type": [schema["type"], "null"]} if "type" in schema else {**schema}


def _required(cls: type[Any]) -> list[str]:
    return [name for name, option in options_of(cls).items() if option.required]
