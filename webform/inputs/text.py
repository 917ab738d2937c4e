"""A line of text."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.texts import PlainText


@dataclass(frozen=True, kw_only=True)
class Text(PlainText):
    """A line of text."""

    type = "text"
    examples = (({}, "Oslo"), ({}, ""))
