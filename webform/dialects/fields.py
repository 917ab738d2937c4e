"""Maps of fields → JSON Schemas: what fields say, and all that they say wrongly."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.check import checker
from webform.dialects.base import MAX_COMPARED, unknown_key
from webform.inputs.naming import names_secret
from webform.inputs.options import FLAG, NATURAL, NUMBER, TEXT, OptionKind
from webform.messages import Param, Phrase, one_of
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.values import DRAFT, brief, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping


#: The most unknown keys of one object that are reported.
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
_VALUE = OptionKind(words=Phrase("kind.value"), takes=lambda _: True)
FIELD = {
    "type": _VALUE,
    "required": FLAG,
    "description": TEXT,
    "default": _VALUE,
    "min": NUMBER,
    "max": NUMBER,
    "minLength": NATURAL,
    "maxLength": NATURAL,
    "enum": OptionKind(words=Phrase("kind.values"), takes=lambda value: isinstance(value, list) and bool(value)),
}
Schema = dict[str, Any]


class DeclaredField(NamedTuple):
    """A field as a JSON Schema, without what is wrong in it."""

    schema: Schema
    required: bool


def read_values(
    raw: Mapping[str, Any], kinds: Mapping[str, OptionKind], subject: Phrase, compared: int = MAX_COMPARED
) -> tuple[dict[str, Any], list[Problem]]:
    """
    Return the values in *raw* that are right, and what is wrong with the rest; `null` is no value.

    Args:
        raw: an object.
        kinds: the keys it may have, and what stands at them.
        subject: what it is, as a sentence begins with it.
        compared: how many unknown keys are compared with the known.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for index, name in enumerate(islice((name for name in raw if name not in kinds), MAX_UNKNOWN)):
        near = nearest(name, kinds) if index < compared else ""
        problems.append(unknown_key("", subject, name, near))
    for name, kind in kinds.items():
        value = raw.get(name)
        if value is None:
            continue
        if kind.takes(value):
            values[name], inside = kind.read(value) if kind.read else (value, [])
            problems += [problem.under(join("", name)) for problem in inside]
        else:
            problems.append(wrong_type(join("", name), kind.words, value))
    return values, problems


def missing(name: str, expected: Param) -> Problem:
    """Return the problem that *name*, at which *expected* stands, is not there."""
    return error_at("", f"missing-{name}", "missing-option", name=name, expected=expected)


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
        "$schema": DRAFT,
        "type": "object",
        "properties": {name: field.schema for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
    }
    return schema, problems


def read_outputs(raw: dict[str, Any]) -> tuple[Schema, list[Problem]]:
    """Return the JSON Schema that answers are checked by: declared keys are there and of their types, no more."""
    fields, problems = _read(raw)
    kept = ("type", "description")
    schema = {
        "$schema": DRAFT,
        "type": "object",
        "properties": {
            name: {key: field.schema[key] for key in kept if key in field.schema} for name, field in fields.items()
        },
        "required": list(fields),
    }
    return schema, problems


def _read(raw: dict[str, Any]) -> tuple[dict[str, DeclaredField], list[Problem]]:
    fields: dict[str, DeclaredField] = {}
    problems: list[Problem] = []
    for name, declared in raw.items():
        fields[name], found = read_field(declared, MAX_COMPARED - len(problems))
        problems += [problem.under(join("", name)) for problem in found]
    return fields, problems


def read_field(raw: Any, compared: int) -> tuple[DeclaredField, list[Problem]]:
    """
    Return one field, and what is wrong in it; one whose type cannot be read takes any value.

    For *compared* see `read_values`.
    """
    if not isinstance(raw, dict):
        return DeclaredField({}, required=False), [wrong_type("", Phrase("kind.field"), raw)]
    values, problems = read_values(raw, FIELD, Phrase("subject.field"), compared)
    schema = {"description": values["description"]} if "description" in values else {}
    kind, types = values.get("type"), tuple(TYPES)
    if isinstance(kind, str) and kind in TYPES:
        schema = {"type": kind, **schema, **_constraints(kind, values, problems)}
        # Nobody says what is in it, so people name that themselves.
        schema |= {"additionalProperties": True} if kind == "object" else {}
    elif kind is None:
        problems.append(error_at("", "missing-type", "missing-type.field", types=types))
    elif names_secret(kind):
        schema = {"type": "string", "writeOnly": True, **schema}
        problems.append(error_at("/type", "unknown-type", "unknown-type.as-secret", types=types, found=brief(kind)))
    else:
        found, near = brief(kind), nearest(kind, TYPES) if isinstance(kind, str) else ""
        problems.append(error_at("/type", "unknown-type", "unknown-type.field", types=types, found=found, near=near))
    if "default" in values:
        misfits = checker(schema).problems(values["default"]) if "type" in schema else []
        problems += [error_at("/default", "bad-default", problem=problem.phrase) for problem in misfits]
        schema |= {} if misfits else {"default": values["default"]}
    return DeclaredField(schema, values.get("required", False)), problems


def _constraints(kind: str, values: dict[str, Any], problems: list[Problem]) -> Schema:
    """Return the keywords of a field of type *kind*; what it cannot hold to is left out and put to *problems*."""
    kept: dict[str, Any] = {}
    for name, (_, types) in CONSTRAINTS.items():
        if name in values and kind in types:
            kept[name] = values[name]
        elif name in values:
            problems.append(warning_at(join("", name), "not-for-type", name=name, types=one_of(types), type=kind))
    for low, high in (("min", "max"), ("minLength", "maxLength")):
        if low in kept and high in kept and kept[low] > kept[high]:
            at, least, most = join("", low), brief(kept.pop(low)), brief(kept.pop(high))
            sentence = "min-above-max.field"
            problems.append(error_at(at, "min-above-max", sentence, low=low, high=high, min=least, max=most))
    if "enum" in kept:
        options = kept.pop("enum")
        problems += [
            wrong_type(join("/enum", index), Phrase("kind.number" if kind == "number" else "kind.text"), option)
            for index, option in enumerate(options)
            if kind_of(option) != TYPES[kind]
        ]
        fitting = [option for option in options if kind_of(option) == TYPES[kind]]
        kept |= {"enum": list(dict.fromkeys(fitting))} if fitting else {}
    return {CONSTRAINTS[name][0]: value for name, value in kept.items()}
