"""Markdown text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.texts import TextLike

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Markdown(TextLike):
    """Markdown text."""

    type: ClassVar[str] = "markdown"
    examples: ClassVar[Examples] = (({}, "# Title"),)
