"""Markdown: headings, lists, tables, code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.outputs.texts import writing
from webform.outputs.types import OutputType, text_of

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

#: What people write in Markdown and hardly ever elsewhere; two of them make a text Markdown.
_MARKS = [
    re.compile(r"^#{1,6} \S", re.MULTILINE),
    re.compile(r"^```", re.MULTILINE),
    re.compile(r"^ {0,3}[-*] \S", re.MULTILINE),
    re.compile(r"^ {0,3}\d{1,3}\. \S", re.MULTILINE),
    re.compile(r"^\|? *:?-{3,}:? *\|", re.MULTILINE),
    re.compile(r"\*\*\S[^*\n]{0,200}\*\*"),
    re.compile(r"\]\(https?://[^\s)]{1,500}\)"),
]
_ENOUGH, _HEAD = 2, 5000

TYPES = (OutputType(name="markdown", schema=text_of("text/markdown"), appends=True, stream_rank=3),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a text of several lines that bears two marks of Markdown."""
    if not isinstance(value, str) or "\n" not in value:
        return False
    head = value[:_HEAD]
    return sum(mark.search(head) is not None for mark in _MARKS) >= _ENOUGH


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a Markdown text."""
    return writing(value, about, "markdown", ".md", "markdown")
