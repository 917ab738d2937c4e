"""Python functions as tools: their signatures, and the processes that they run in."""

from __future__ import annotations

from webform.functions.decorator import tool
from webform.functions.place import Function, function_at, named_function
from webform.functions.telling import progress

__all__ = ["Function", "function_at", "named_function", "progress", "tool"]
