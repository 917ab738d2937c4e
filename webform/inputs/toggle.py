"""A switch."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.booleans import BooleanLike


@dataclass(frozen=True, kw_only=True)
class Toggle(BooleanLike):
    """A switch."""

    type = "toggle"
    examples = (({}, True),)
