"""The keys that the answer of a tool has by its declaration: its outputs, the properties of its output schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import at_pointer

if TYPE_CHECKING:
    from webform.tool import Tool

#: Parts of a schema that are looked at.
MAX_SCHEMAS = 100


def declares(tool: Tool, *keys: str) -> bool:
    """Tell whether *tool* declares that its answer has one of *keys*."""
    return any(output.key in keys for output in tool.outputs) or not _properties(tool.output_schema).isdisjoint(keys)


def _properties(schema: Any) -> set[str]:
    """Return the names of the properties that *schema* declares at its root, or in what it is one of."""
    found, left, seen = set[str](), [schema], 0
    while left and seen < MAX_SCHEMAS:
        part, seen = left.pop(), seen + 1
        if not isinstance(part, dict):
            continue
        properties = part.get("properties")
        found.update(properties if isinstance(properties, dict) else ())
        for key in ("allOf", "anyOf", "oneOf"):
            left += part[key] if isinstance(part.get(key), list) else []
        if isinstance(part.get("$ref"), str) and isinstance(schema, dict):
            left.append(at_pointer(schema, part["$ref"].removeprefix("#")))
    return found
