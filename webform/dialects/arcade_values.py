"""Arcade's schemas of values → JSON Schemas, and all that they say wrongly."""

from __future__ import annotations

from typing import Any

from webform.dialects.base import near_misses, suggestion, take
from webform.inputs.naming import names_secret
from webform.messages import Phrase
from webform.problems import Problem, error_at, wrong_type
from webform.values import brief, join, write_json

VALUE = (
    "val_type", "inner_val_type", "enum", "properties", "inner_properties", "items", "required_keys",
    "inner_required_keys", "nullable", "description",
)  # fmt: skip
#: The types of values, as JSON Schema has them; `float` is the preview's `number`.
SCALARS: dict[str, dict[str, Any]] = {
    "string": {"type": "string"}, "integer": {"type": "integer"}, "number": {"type": "number"},
    "float": {"type": "number"}, "boolean": {"type": "boolean"}, "json": {},
}  # fmt: skip
TYPES = (*SCALARS, "array")
#: The kind of a value whose type is none, but names a secret.
_SECRET = "secret"  # noqa: S105 - the name of a type
#: What an option of each type is; of `json` it may be anything.
OPTIONS: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "float": (int, float), "boolean": (bool,),
}  # fmt: skip
#: What a definition says of a parameter or an output where nobody described it.
UNDESCRIBED = "No description provided."


def read_value(raw: Any, at: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the JSON Schema of a value; anything, where its type cannot be read."""
    if not isinstance(raw, dict):
        problems.append(wrong_type(at, Phrase("kind.arcade-schema"), raw))
        return {}
    key = "type" if "type" in raw and "val_type" not in raw else "val_type"
    problems += near_misses(raw, (*VALUE, key), Phrase("subject.schema"), at, most=0)
    kind = _kind(raw, key, TYPES, at, problems)
    schema = _list(raw, at, problems) if kind == "array" else _shape(raw, kind, "", at, problems)
    if take(raw, "nullable", bool, problems, at):
        schema = {"anyOf": [schema, {"type": "null"}]}
    return described(schema, take(raw, "description", str, problems, at))


def _kind(raw: dict[str, Any], key: str, known: tuple[str, ...], at: str, problems: list[Problem]) -> str:
    kind = raw.get(key)
    if isinstance(kind, str) and kind in known:
        return kind
    if kind is None:
        problems.append(error_at(at, "missing-type", "missing-type.value", name=key, types=known))
        return ""
    place, found = join(at, key), brief(kind)
    if names_secret(kind):
        problems.append(error_at(place, "unknown-type", "unknown-type.as-secret", types=known, found=found))
        return _SECRET
    near = suggestion(kind, known, problems)
    problems.append(error_at(place, "unknown-type", "unknown-type.value", types=known, found=found, near=near))
    return ""


def _list(raw: dict[str, Any], at: str, problems: list[Problem]) -> dict[str, Any]:
    items = raw.get("items")
    if raw.get("inner_val_type") is None and items is not None:
        return {"type": "array", "items": read_value(items, join(at, "items"), problems)}
    kind = _kind(raw, "inner_val_type", tuple(SCALARS), at, problems)
    return {"type": "array", "items": _shape(raw, kind, "inner_", at, problems)}


def _shape(raw: dict[str, Any], kind: str, prefix: str, at: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the schema of a value of *kind*, or of an item of a list, of which the keys begin with *prefix*."""
    if kind == "json":
        properties = take(raw, f"{prefix}properties", dict, problems, at)
        if properties:
            return _object(raw, properties, prefix, at, problems)
    options = _options(raw, kind, at, problems)
    schema = {"type": "string", "writeOnly": True} if kind == _SECRET else SCALARS.get(kind, {})
    return {**schema, "enum": options} if options else dict(schema)


def _object(
    raw: dict[str, Any], properties: dict[str, Any], prefix: str, at: str, problems: list[Problem]
) -> dict[str, Any]:
    read = {
        name: read_value(declared, join(at, f"{prefix}properties", name), problems)
        for name, declared in properties.items()
    }
    required = []
    key = f"{prefix}required_keys"
    for index, name in enumerate(take(raw, key, list, problems, at) or ()):
        if isinstance(name, str) and name in read:
            required.append(name)
        else:
            near = suggestion(name, read, problems)
            problems.append(error_at(join(at, key, index), "unknown-property", found=brief(name), near=near))
    return {"type": "object", "properties": read, "required": [*dict.fromkeys(required)]}


def _options(raw: dict[str, Any], kind: str, at: str, problems: list[Problem]) -> list[Any]:
    options: dict[str, Any] = {}
    for index, option in enumerate(take(raw, "enum", list, problems, at) or ()):
        if kind in OPTIONS and type(option) not in OPTIONS[kind]:
            place = join(at, "enum", index)
            problems.append(error_at(place, "bad-option", type=kind, found=brief(option)))
        elif kind:
            options.setdefault(write_json(option), option)
    return list(options.values())


def described(schema: dict[str, Any], description: str | None) -> dict[str, Any]:
    """Return *schema* with *description*, if that says something."""
    return {**schema, "description": description} if description and description != UNDESCRIBED else schema
