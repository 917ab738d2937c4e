"""Source text of a programming language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webform.inputs.options import one_of, option
from webform.inputs.texts import TextLike

LANGUAGES = ("python", "sql", "js", "html", "json", "plain")


@dataclass(frozen=True, kw_only=True)
class Code(TextLike):
    """Source text."""

    type: ClassVar[str] = "code"

    language: str = option(one_of(*LANGUAGES), "The language it is written in.", "plain")
