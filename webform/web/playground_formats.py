"""Formats of declarations as JSON Schemas, by dialect: what the editor of the playground completes."""

from __future__ import annotations

from functools import cache
from typing import Any

from webform.format_schema import format_schema

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
    schemas = ("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else")
    return _object(
        {
            "type": {"enum": types},
            **dict.fromkeys(("title", "description", "pattern", "$ref", "$id", "$schema", "$comment"), _TEXT),
            **{name: {} for name in ("default", "const", "examples")},
            "enum": {"type": "array"},
            "format": {"enum": known},
            **dict.fromkeys((*numbers, *counts), _NUMBER),
            **dict.fromkeys(("uniqueItems", "readOnly", "writeOnly", "deprecated"), _FLAG),
            **dict.fromkeys(("properties", "patternProperties", "$defs", "dependentSchemas"), _ANY_BY_NAME),
            "required": {"type": "array"},
            "dependentRequired": {"type": "object"},
            **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _ANY_LIST),
            **dict.fromkeys(schemas, _ANY),
            "x-webform": {"type": "object"},
        }
    )
