"""Source text of a programming language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.options import one_of, option
from webform.inputs.texts import TextLike

LANGUAGES = ("python", "sql", "js", "html", "json", "plain")

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Code(TextLike):
    """Source text."""

    type: ClassVar[str] = "code"
    examples: ClassVar[Examples] = (({"language": "python"}, "print(1)\n"),)

    language: str = option(one_of(*LANGUAGES), "The language it is written in.", "plain", example="python")
