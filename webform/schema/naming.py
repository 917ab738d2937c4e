"""Labels made from the names of properties."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: A name in the spelling of programs: words joined by `_`, `-` or capitals.
_NAME = re.compile(r"[^\W\d_][^\W_]*(?:[_-]+[^\W_]+)*")
#: Where one word of it ends: `HTTPServer` is two words, `userIDs` too.
_END = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s\b)[a-z])")
#: Shorter names are symbols: `x` and `X` are two things.
_LEAST = 3
#: The longest name that is read as words.
_MOST = 80
#: What is written in capitals, or in its own way.
_ACRONYMS = {word.casefold(): word for word in (
    "AI", "API", "AWS", "CPU", "CSS", "CSV", "DNS", "FTP", "GPS", "GPU", "HTML", "HTTP", "HTTPS", "IBAN", "ID", "IDs",
    "IP", "ISBN", "ISO", "JSON", "JWT", "LLM", "MCP", "PDF", "PNG", "RAM", "SDK", "SHA", "SMS", "SQL",
    "SSH", "SSL", "SVG", "TCP", "TLS", "TTL", "UDP", "UI", "URI", "URIs", "URL", "URLs", "USB", "UTC", "UTM", "UUID",
    "VAT", "VPN", "XML", "YAML",
)}  # fmt: skip


def words_of(name: str) -> list[str]:
    """Return the words that *name* is made of, in small letters: `startDate` is start and date."""
    return [word.casefold() for word in _END.split(name[:_MOST]) if word]


def label_of(name: str) -> str:
    """Return the label for a property called *name*: `ship_to` is "Ship to"; what is no such name stays as it is."""
    if (len(name) < _LEAST and name != "id") or len(name) > _MOST or name.isupper() or not _NAME.fullmatch(name):
        return name
    label = " ".join(map(_word, _END.split(name)))
    return label[0].upper() + label[1:]


def _word(word: str) -> str:
    letters = word.rstrip("0123456789")
    known = _ACRONYMS.get(letters.casefold())
    if known:
        return known + word[len(letters) :]
    # One with capitals within is an abbreviation that is not in the list.
    return word.lower() if word[1:].islower() or len(word) == 1 else word


def labels_of(names: Iterable[str]) -> dict[str, str]:
    """Return the label of each of *names*; those that would read alike stay as they are."""
    labels = {name: label_of(name) for name in names}
    counts = Counter(label.casefold() for label in labels.values())
    return {name: label if counts[label.casefold()] == 1 else name for name, label in labels.items()}
