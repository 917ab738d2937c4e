"""Models of pydantic: objects."""

from __future__ import annotations

from decimal import Decimal
from typing import Any


def converted(value: Any) -> Any:
    """Return a model as the object that its JSON Schema describes."""
    if not hasattr(value, "model_dump"):
        return str(value)
    return _with_numbers(value.model_dump(mode="json", by_alias=True), value.model_dump(by_alias=True))


def _with_numbers(written: Any, value: Any) -> Any:
    """Return *written*, the JSON of *value*, with its decimal numbers, which pydantic writes as texts."""
    match written, value:
        case str(), Decimal():
            return value
        case dict(), dict() if written.keys() == value.keys():
            return {key: _with_numbers(part, value[key]) for key, part in written.items()}
        case list(), list() | tuple() | set() | frozenset() if len(written) == len(value):
            return [_with_numbers(*both) for both in zip(written, value, strict=True)]
    return written
