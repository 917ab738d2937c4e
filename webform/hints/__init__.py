"""Hints beside schemas: one file a way of writing them, and the table of those that stand beside a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.hints.base import ITEMS, OTHERS, Asked, Condition, Hint, HintTree, Read
from webform.hints.json_forms import read_json_forms
from webform.hints.ui_schema import read_ui_schema

if TYPE_CHECKING:
    from collections.abc import Callable

#: The readers of what stands beside `schema` in a document, by its key.
BESIDE: dict[str, Callable[[Any, str], Read]] = {"uiSchema": read_ui_schema, "uischema": read_json_forms}

__all__ = ["BESIDE", "ITEMS", "OTHERS", "Asked", "Condition", "Hint", "HintTree", "Read"]
