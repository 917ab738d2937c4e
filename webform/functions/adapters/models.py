"""Models of pydantic: objects."""

from __future__ import annotations

from typing import Any


def converted(value: Any) -> Any:
    """Return a model as the object that its JSON Schema describes."""
    return value.model_dump(mode="json", by_alias=True) if hasattr(value, "model_dump") else str(value)
