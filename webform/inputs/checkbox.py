"""A box to tick."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.booleans import BooleanLike


@dataclass(frozen=True, kw_only=True)
class Checkbox(BooleanLike):
    """A box to tick."""

    type = "checkbox"
    examples = (({}, True), ({}, False), ({"required": False}, False))
