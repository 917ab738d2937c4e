"""What is never kept: values that a schema calls write-only, or a password."""

from __future__ import annotations

from typing import Any


def is_secret(schema: Any) -> bool:
    """Tell whether a value of *schema* is never shown again, stored, or put into a link."""
    return isinstance(schema, dict) and (schema.get("writeOnly") is True or schema.get("format") == "password")


def without_secrets(schema: Any, value: Any) -> Any:
    """Return *value*, of *schema*, as it may be kept."""
    if not isinstance(schema, dict) or not schema:
        return value
    if isinstance(value, dict) and isinstance(parts := schema.get("properties"), dict):
        return {
            key: without_secrets(parts.get(key), each) for key, each in value.items() if not is_secret(parts.get(key))
        }
    if isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        return [without_secrets(items, each) for each in value if not is_secret(items)]
    return value
