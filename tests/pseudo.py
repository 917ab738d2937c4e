"""The language `xx`, which is English in other letters: whatever is still plain English was never translated."""

from __future__ import annotations

import re

from webform.language import ENGLISH

_LETTERS = str.maketrans(
    "AEIOUYCNSZaeiouycnsz",
    "ÅÉÎÕÜÝÇÑŠŽåéîõüýçñšž",
)
#: What stays as it is: placeholders, tags, and references to characters.
_KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;)")


def pseudo(text: str) -> str:
    """Return *text* in other letters, in brackets, and a third longer."""
    parts = _KEPT.split(text)
    words = "".join(part if index % 2 else part.translate(_LETTERS) for index, part in enumerate(parts))
    return f"⟦{words}{'·' * (len(text) // 3)}⟧"


class Pseudo:
    """The catalogue of `xx`."""

    def gettext(self, message: str, /) -> str:
        return pseudo(message)

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return pseudo(one if count == 1 else other)

    def pgettext(self, context: str, message: str, /) -> str:
        return pseudo(message)


#: The languages there are, with `xx`.
LANGUAGES = {ENGLISH: None, "xx": Pseudo()}
