"""Formats of declarations as JSON Schemas, by dialect: what the editor of the playground completes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from webform.format_schema import format_schema

if TYPE_CHECKING:
    from collections.abc import Iterable

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_NUMBER: Schema = {"type": "number"}
_ANY: Schema = {"$ref": "#/$defs/schema"}
_ANY_LIST: Schema = {"type": "array", "items": _ANY}
_ANY_BY_NAME: Schema = {"type": "object", "additionalProperties": _ANY}


@cache
def formats() -> dict[str, Schema]:
    """Return the schema of each dialect that has one."""
    schema = {"$defs": {"schema": _json_schema()}}
    tool = {"name": _TEXT, "description": _TEXT}
    mcp = {**tool, "title": _TEXT, "inputSchema": _ANY, "outputSchema": _ANY, "annotations": {"type": "object"}}
    return {
        "tool-json": format_schema(),
        "json-schema": {**_ANY, **schema},
        "mcp": {"anyOf": [_object({"tools": {"type": "array", "items": _object(mcp)}}), _object(mcp)], **schema},
        "functions": {**_object({**tool, "parameters": _ANY, "input_schema": _ANY}), **schema},
    }


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties}


def _json_schema() -> Schema:
    """Return the schema of a JSON Schema, as far as it helps who writes one."""
    types = ["string", "number", "integer", "boolean", "object", "array", "null"]
    known = ["date", "time", "date-time", "email", "uri", "uuid", "password", "color", "date-range", "markdown"]
    numbers = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength")
    counts = ("minItems", "maxItems", "minProperties", "maxProperties")
    return _object(
        {
            "type": {"enum": types},
            **_all(("title", "description", "pattern", "$ref", "$id", "$schema", "$comment"), _TEXT),
            **_all(("default", "const", "examples"), {}),
            "enum": {"type": "array"},
            "format": {"enum": known},
            **_all((*numbers, *counts), _NUMBER),
            **_all(("uniqueItems", "readOnly", "writeOnly", "deprecated"), _FLAG),
            **_all(("properties", "patternProperties", "$defs", "dependentSchemas"), _ANY_BY_NAME),
            "required": {"type": "array"},
            "dependentRequired": {"type": "object"},
            **_all(("allOf", "anyOf", "oneOf", "prefixItems"), _ANY_LIST),
            **_all(("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"), _ANY),
            "x-webform": {"type": "object"},
        }
    )


def _all(names: Iterable[str], schema: Schema) -> Schema:
    return dict.fromkeys(names, schema)
