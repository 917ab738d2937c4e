"""Source text of a programming language."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.options import one_of, option
from webform.inputs.texts import TextLike

LANGUAGES = ("python", "sql", "js", "html", "json", "plain")


@dataclass(frozen=True, kw_only=True)
class Code(TextLike):
    """Source text."""

    type = "code"
    examples = (({"language": "python"}, "print(1)\n"),)

    language: str = option(one_of(*LANGUAGES), "The language it is written in.", "plain", example="python")
