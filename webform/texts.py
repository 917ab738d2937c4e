"""Texts of others, made fit to be shown: cut to length, without tricks, with safe links."""

from __future__ import annotations

import re
from typing import NamedTuple

from webform.values import UNCARRIED, escaped

#: Characters that reorder the text around them, or hide.
TRICKS = re.compile("[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]")
#: The longest address.
MAX_LINK = 2000

_WEB_ADDRESS = re.compile(r"https?://[^/\\\s]+", re.IGNORECASE)
_MAIL_ADDRESS = re.compile(r"mailto:[^\s@]+@", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
#: What a browser strips from the ends of an address before it reads the scheme.
_STRIPPED = "".join(map(chr, range(0x21)))

#: What CommonMark means by characters that are no text, with the text that is left.
_MARKUP = (
    (re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,2000}(?: \"[^\"]{0,300}\")?\)"), r"\1"),
    (re.compile(r"^ {0,3}(?:#{1,6}|>|[-*+]) +", re.MULTILINE), ""),
    (re.compile(r"</?(?:a|b|i|em|strong|code|span)(?: [^<>]{0,300})?>"), ""),
    (re.compile(r"</?(?:p|br|pre|[uo]l|li|h[1-6]|div)(?: [^<>]{0,300})?/?>"), " "),
    (re.compile(r"(`{1,3})([^`]{1,300})\1"), r"\2"),
    (re.compile(r"(\*\*|\*|~~)(?=\S)([^*~]{1,300})(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)(__?)(?=\S)([^_]{1,300})(?<=\S)\1(?!\w)"), r"\2"),
)
#: What common elements of HTML are in Markdown.
_ELEMENTS = (
    (re.compile(r"</?(?:b|strong)>"), "**"),
    (re.compile(r"</?(?:i|em)>"), "*"),
    (re.compile(r"</?code>"), "`"),
    (re.compile(r"<a href=[\"']([^\"'<>\s]{1,2000})[\"'][^<>]{0,300}>([^<>\[\]]{1,300})</a>"), r"[\2](\1)"),
    (re.compile(r"<br ?/?>\n?"), "  \n"),
    (re.compile(r"\s*<li>\s*"), "\n- "),
    (re.compile(r"\s*</li>"), ""),
    (re.compile(r"\s*</?(?:p|[uo]l)>\s*"), "\n\n"),
)
#: Characters of a text that are read as Markdown where only its words are wanted.
_MAX_UNMARKED = 4_000


class Cut(NamedTuple):
    """A text cut to length: what is left, and how many characters are not shown."""

    text: str
    more: int = 0


def cut(text: str, limit: int) -> Cut:
    """Return *text* cut to *limit* characters."""
    return Cut(text[:limit], max(0, len(text) - limit))


def shortened(text: str, limit: int) -> str:
    """Return *limit* characters of *text*, what cannot be seen spelled; an ellipsis stands for the others."""
    return visible(text[:limit]) + ("…" if len(text) > limit else "")


def unmarked(text: str) -> str:
    """Return the words of *text*, which is Markdown, without its markup."""
    head, rest = text[:_MAX_UNMARKED], text[_MAX_UNMARKED:]
    for pattern, left in _MARKUP:
        head = pattern.sub(left, head)
    return head + rest


def without_html(text: str) -> str:
    """Return *text*, Markdown in which common elements of HTML may stand, with Markdown in their place."""
    if "`" in text:
        # In code they are what is shown.
        return text
    head, rest = text[:_MAX_UNMARKED], text[_MAX_UNMARKED:]
    for pattern, left in _ELEMENTS:
        head = pattern.sub(left, head)
    return head.strip() + rest


def visible(text: str) -> str:
    """Return *text* with every character that cannot be seen, or moves others, spelled as JSON spells it."""
    spelled = UNCARRIED.sub(escaped, text)
    return spelled if spelled.isascii() else TRICKS.sub(escaped, spelled)


def printable(text: str) -> str:
    """Return *text* without what would move a terminal's cursor, or pretend to be a line of the log."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def safe_link(address: str, *, mail: bool = True) -> str:
    """
    Return *address* if a person may be sent there, else `""`.

    Only whole http and https addresses pass (and mailto, if *mail*), without control characters: browsers drop tabs
    and line breaks wherever they stand, even inside the word `javascript:`.
    """
    address = address.strip(_STRIPPED)
    if _CONTROL.search(address):
        return ""
    known = _WEB_ADDRESS.match(address) or (mail and _MAIL_ADDRESS.match(address))
    return address if known else ""


def link_in(value: object) -> str:
    """Return the address that *value* is, if a person may be sent there and all of it can be seen, else `""`."""
    if not isinstance(value, str) or len(value) > MAX_LINK or len(value.split()) != 1:
        return ""
    address = safe_link(value)
    return "" if TRICKS.search(address) or UNCARRIED.search(address) else address


def utf8(text: str) -> bytes:
    """Return *text* as the bytes of a file."""
    # Half of a surrogate pair is no character, and no reason to lose the rest.
    return text.encode("utf-8", "replace")
