"""Markdown text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webform.inputs.texts import TextLike


@dataclass(frozen=True, kw_only=True)
class Markdown(TextLike):
    """Markdown text."""

    type: ClassVar[str] = "markdown"
