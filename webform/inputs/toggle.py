"""A switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.booleans import BooleanLike

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Toggle(BooleanLike):
    """A switch."""

    type: ClassVar[str] = "toggle"
    examples: ClassVar[Examples] = (({}, True),)
