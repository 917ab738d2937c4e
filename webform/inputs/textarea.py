"""Text of several lines."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.options import FLAG, option
from webform.inputs.texts import PlainText


@dataclass(frozen=True, kw_only=True)
class Textarea(PlainText):
    """Text of several lines."""

    type = "textarea"
    examples = (({}, "two\nlines"),)

    monospace: bool = option(FLAG, "Show it in a fixed-width font.", False, example=True)
