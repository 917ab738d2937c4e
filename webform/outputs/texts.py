"""Texts of tools, made fit to be shown: cut to length, without tricks, with safe links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from webform.outputs.base import MAX_COPY, About, Download, Misfit, View, unwrap
from webform.result import safe_link
from webform.values import UNCARRIED

#: Characters that reorder the text around them, or hide.
TRICKS = re.compile("[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]")
_UNSAFE_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\\/:*?"<>|\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_OWN_EXTENSION = re.compile(r"(?:\.\w{1,10})?$")
#: The longest address and the longest name of a file.
MAX_LINK, MAX_NAME = 2000, 100
#: How much of a text a page shows.
MAX_SHOWN = 40_000


class Cut(NamedTuple):
    """A text cut to length: what is left, and how many characters are not shown."""

    text: str
    more: int = 0


def cut(text: str, limit: int) -> Cut:
    """Return *text* cut to *limit* characters."""
    return Cut(text[:limit], max(0, len(text) - limit))


def visible(text: str) -> str:
    """Return *text* with every character that cannot be seen, or moves others, spelled as JSON spells it."""
    return TRICKS.sub(_spelled, UNCARRIED.sub(_spelled, text))


def _spelled(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def link_in(value: object) -> str:
    """Return the address that *value* is, if a person may be sent there and all of it can be seen, else `""`."""
    if not isinstance(value, str) or len(value) > MAX_LINK or len(value.split()) != 1:
        return ""
    address = safe_link(value)
    return "" if TRICKS.search(address) or UNCARRIED.search(address) else address


def file_name(name: object, extension: str = "") -> str:
    """Return *name* as a clean name of a file: its last part, nothing hidden, not too long, with an extension."""
    text = re.split(r"[\\/]", name)[-1] if isinstance(name, str) else ""
    clean = _UNSAFE_IN_NAMES.sub("_", text).strip(" .") or "result"
    extension = extension or _OWN_EXTENSION.findall(clean)[0]
    return clean.removesuffix(extension)[: MAX_NAME - len(extension)] + extension


@dataclass(frozen=True, kw_only=True)
class Writing:
    """A text to be read: what is shown of it, how many characters are not, and the language it is in."""

    text: str
    more: int = 0
    language: str = ""


def writing(value: Any, about: About, name: str, extension: str = ".txt", language: str = "") -> View | Misfit:
    """Return the view *name* of a text given raw or as `{"value": …}`."""
    value, about, at = unwrap(value, about)
    if not isinstance(value, str):
        return Misfit(expected="a text", part=at)
    shown, more = cut(value, MAX_SHOWN)
    download = Download(
        format=extension[1:],
        label=extension[1:].upper(),
        filename=file_name(about.filename) if about.filename else file_name(about.name, extension),
        media_type="text/plain; charset=utf-8",
        content=lambda: utf8(value),
    )
    return View(
        name=name,
        at=at,
        data=Writing(text=shown, more=more, language=about.text("language", language)),
        copy=value if 0 < len(value) <= MAX_COPY else None,
        downloads=(download,) if value else (),
    )


def utf8(text: str) -> bytes:
    """Return *text* as the bytes of a file."""
    # Half of a surrogate pair is no character, and no reason to lose the rest.
    return text.encode("utf-8", "replace")
