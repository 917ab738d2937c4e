"""A line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.texts import PlainText

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Text(PlainText):
    """A line of text."""

    type: ClassVar[str] = "text"
    examples: ClassVar[Examples] = (({}, "Oslo"), ({}, ""))
