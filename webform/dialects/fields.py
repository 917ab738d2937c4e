"""Maps of fields → JSON Schemas: what each field says, and all that it says wrongly."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.check import Checker
from webform.dialects.base import MAX_COMPARED, TAKEN_AS_SECRET, wrong
from webform.inputs.naming import names_secret
from webform.inputs.options import FLAG, NATURAL, NUMBER, TEXT, Kind
from webform.problems import Problem, did_you_mean
from webform.values import brief, join, kind_of
from webform.words import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The most unknown keys of one object that are told.
MAX_UNKNOWN = 1000
#: The types of fields, and the kind of value each takes.
TYPES = {"string": "string", "number": "number", "boolean": "boolean", "array": "list", "object": "object"}
#: The constraints: the keyword of JSON Schema that says the same, and the types each is for.
CONSTRAINTS = {
    "min": ("minimum", ("number",)),
    "max": ("maximum", ("number",)),
    "minLength": ("minLength", ("string",)),
    "maxLength": ("maxLength", ("string",)),
    "enum": ("enum", ("string", "number")),
}
_VALUE = Kind(words="a value", schema={}, takes=lambda _: True)
FIELD = {
    "type": _VALUE,
    "required": FLAG,
    "description": TEXT,
    "default": _VALUE,
    "min": NUMBER,
    "max": NUMBER,
    "minLength": NATURAL,
    "maxLength": NATURAL,
    "enum": Kind(words="a list of values", schema={}, takes=lambda value: isinstance(value, list) and bool(value)),
}
_URI = "https://json-schema.org/draft/2020-12/schema"
_ONE_OF = f"one of the types {', '.join(TYPES)}"

Schema = dict[str, Any]


class Field(NamedTuple):
    """A field as a JSON Schema, without what is wrong in it."""

    schema: Schema
    required: bool
    problems: list[Problem]


def read_said(
    raw: Mapping[str, Any], kinds: Mapping[str, Kind], what: str, compared: int = MAX_COMPARED
) -> tuple[dict[str, Any], list[Problem]]:
    """
    Return what *raw*, called *what* in words, says rightly, and what is wrong with the rest; `null` says nothing.

    Args:
        compared: how many unknown keys are compared with the known.
    """
    said: dict[str, Any] = {}
    problems: list[Problem] = []
    for index, name in enumerate(islice((name for name in raw if name not in kinds), MAX_UNKNOWN)):
        hint = did_you_mean(name, kinds) if index < compared else ""
        message = sentence(f"{what} has no {brief(name)}{hint or '; leave it out'}")
        problems.append(
            Problem(at=join("", name), code="unknown-key", message=message, severity="warning", on_key=True)
        )
    for name, kind in kinds.items():
        value = raw.get(name)
        if value is None:
            continue
        if kind.takes(value):
            said[name], inside = kind.read(value) if kind.read else (value, [])
            problems += [each.under(join("", name)) for each in inside]
        else:
            problems.append(wrong(join("", name), str(kind.words), value))
    return said, problems


def missing(name: str, words: str) -> Problem:
    """Return the problem that *name*, *words* in words, is not there."""
    return Problem(at="", code=f"missing-{name}", message=f"Expected {words}; add it")


def is_map(value: Any) -> bool:
    """Tell whether *value* can be a map of fields: an object that is no JSON Schema."""
    if not isinstance(value, dict) or any(
        isinstance(value.get(key), str | list) for key in ("type", "$schema", "$ref")
    ):
        return False
    # A field of that name has a type; what stands at the keyword are properties.
    properties = value.get("properties")
    return not isinstance(properties, dict) or isinstance(properties.get("type"), str)


def read_inputs(raw: dict[str, Any]) -> tuple[Schema, list[Problem]]:
    """Return the JSON Schema of a body by the map of fields *raw*."""
    fields, problems = _read(raw)
    schema = {
        "$schema": _URI,
        "type": "object",
        "properties": {name: each.schema for name, each in fields.items()},
        "required": [name for name, each in fields.items() if each.required],
    }
    return schema, problems


def read_outputs(raw: dict[str, Any]) -> tuple[Schema, list[Problem]]:
    """Return the JSON Schema that answers are held to: each declared key there and of its type, and nothing else."""
    fields, problems = _read(raw)
    kept = ("type", "description")
    schema = {
        "$schema": _URI,
        "type": "object",
        "properties": {
            name: {key: each.schema[key] for key in kept if key in each.schema} for name, each in fields.items()
        },
        "required": list(fields),
    }
    return schema, problems


def _read(raw: dict[str, Any]) -> tuple[dict[str, Field], list[Problem]]:
    fields: dict[str, Field] = {}
    problems: list[Problem] = []
    for name, each in raw.items():
        fields[name] = read_field(each, MAX_COMPARED - len(problems))
        problems += [problem.under(join("", name)) for problem in fields[name].problems]
    return fields, problems


def read_field(raw: Any, compared: int) -> Field:
    """Read one field; one whose type cannot be read takes any value. For *compared* see `read_said`."""
    if not isinstance(raw, dict):
        return Field({}, False, [wrong("", 'a field such as {"type": "string"}', raw)])
    said, problems = read_said(raw, FIELD, "a field", compared)
    schema = {"description": said["description"]} if "description" in said else {}
    kind = said.get("type")
    if isinstance(kind, str) and kind in TYPES:
        schema = {"type": kind, **schema, **_constraints(kind, said, problems)}
        # Nobody says what is in it, so people name that themselves.
        schema |= {"additionalProperties": True} if kind == "object" else {}
    elif kind is None:
        problems.append(missing("type", _ONE_OF))
    else:
        hint = did_you_mean(kind, TYPES) if isinstance(kind, str) else ""
        message = f"Expected {_ONE_OF}, not {brief(kind)}{hint}"
        if names_secret(kind):
            schema, message = {"type": "string", "writeOnly": True, **schema}, message + TAKEN_AS_SECRET
        problems.append(Problem(at="/type", code="unknown-type", message=message))
    if "default" in said:
        misfits = Checker(schema).problems(said["default"]) if "type" in schema else []
        problems += [
            Problem(at="/default", code="bad-default", message=f"The default does not fit: {each.message}")
            for each in misfits
        ]
        schema |= {} if misfits else {"default": said["default"]}
    return Field(schema, said.get("required", False), problems)


def _constraints(kind: str, said: dict[str, Any], problems: list[Problem]) -> Schema:
    """Return the keywords of a field of type *kind*; what it cannot hold to is left out and put to *problems*."""
    held: dict[str, Any] = {}
    for name, (_, types) in CONSTRAINTS.items():
        if name in said and kind in types:
            held[name] = said[name]
        elif name in said:
            message = f"{name} is for the type {' or '.join(types)}, and this is {kind}; leave it out"
            problems.append(Problem(at=join("", name), code="not-for-type", message=message, severity="warning"))
    for low, high in (("min", "max"), ("minLength", "maxLength")):
        if low in held and high in held and held[low] > held[high]:
            above = f"{brief(held.pop(low))} above {brief(held.pop(high))}"
            message = f"Expected {low} of at most {high}, not {above}; swap them"
            problems.append(Problem(at=join("", low), code="min-above-max", message=message))
    if "enum" in held:
        values = held.pop("enum")
        problems += [
            wrong(join("/enum", index), f"a {kind}", each)
            for index, each in enumerate(values)
            if kind_of(each) != TYPES[kind]
        ]
        fitting = [each for each in values if kind_of(each) == TYPES[kind]]
        held |= {"enum": list(dict.fromkeys(fitting))} if fitting else {}
    return {CONSTRAINTS[name][0]: value for name, value in held.items()}
