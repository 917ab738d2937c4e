"""Markdown text."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.texts import TextLike


@dataclass(frozen=True, kw_only=True)
class Markdown(TextLike):
    """Markdown text."""

    type = "markdown"
    examples = (({}, "# Title"),)
