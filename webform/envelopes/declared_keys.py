"""The keys that the answer of a tool has by its declaration: its outputs, the properties of its output schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.outputs.schema_view import keys_of

if TYPE_CHECKING:
    from webform.tool import Tool


def declares(tool: Tool, *keys: str) -> bool:
    """Tell whether *tool* declares that its answer has one of *keys*."""
    return any(output.key in keys for output in tool.outputs) or not keys_of(tool.output_schema).isdisjoint(keys)
