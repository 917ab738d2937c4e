"""Text of several lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.options import FLAG, option
from webform.inputs.texts import PlainText

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Textarea(PlainText):
    """Text of several lines."""

    type: ClassVar[str] = "textarea"
    examples: ClassVar[Examples] = (({}, "two\nlines"),)

    monospace: bool = option(FLAG, "Show it in a fixed-width font.", False, example=True)
