"""A box to tick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.booleans import BooleanLike

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Checkbox(BooleanLike):
    """A box to tick."""

    type: ClassVar[str] = "checkbox"
    examples: ClassVar[Examples] = (({}, True), ({}, False), ({"required": False}, False))
