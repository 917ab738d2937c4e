"""Texts of tools as views: how much of one is shown, and the file it is taken away as."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from webform.outputs.base import MAX_COPY, About, Download, Misfit, View, unwrap
from webform.texts import cut, utf8

if TYPE_CHECKING:
    from collections.abc import Callable

_UNSAFE_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\\/:*?"<>|\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_OWN_EXTENSION = re.compile(r"(?:\.\w{1,10})?$")
#: The longest name of a file.
MAX_NAME = 100
#: How much of a text a page shows.
MAX_SHOWN = 40_000


def file_name(name: object, extension: str = "") -> str:
    """Return *name* as a clean name of a file: its last part, nothing hidden, not too long, with an extension."""
    text = re.split(r"[\\/]", name)[-1] if isinstance(name, str) else ""
    clean = _UNSAFE_IN_NAMES.sub("_", text).strip(" .") or "result"
    extension = extension or _OWN_EXTENSION.findall(clean)[0]
    return clean.removesuffix(extension)[: MAX_NAME - len(extension)] + extension


def text_in(value: Any) -> str:
    """Return *value* as a text of its own: nothing where it is null."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def text_download(
    name: str, extension: str, text: Callable[[], str], media_type: str = "text/plain; charset=utf-8"
) -> Download:
    """Return the download of what *text* makes, a file called *name* with *extension*."""
    return Download(
        format=extension,
        label=extension.upper(),
        filename=file_name(name, f".{extension}"),
        media_type=media_type,
        content=lambda: utf8(text()),
    )


@dataclass(frozen=True, kw_only=True)
class Writing:
    """A text to be read: what is shown of it, how many characters are not, and the language it is in."""

    text: str
    more: int = 0
    language: str = ""


def writing(value: Any, about: About, name: str, extension: str = ".txt", language: str = "") -> View | Misfit:
    """Return the view *name* of a text, by itself or as `{"value": …}`."""
    value, about, at = unwrap(value, about)
    if not isinstance(value, str):
        return Misfit()
    shown, more = cut(value, about.budget.take_text(min(len(value), MAX_SHOWN)))
    download = text_download(about.name, extension[1:], lambda: value)
    if about.filename:
        download = replace(download, filename=file_name(about.filename))
    return View(
        name=name,
        at=at,
        data=Writing(text=shown, more=more, language=about.text("language", language)),
        copy=value if 0 < len(value) <= MAX_COPY and about.budget.take_text(len(value)) == len(value) else None,
        downloads=(download,) if value else (),
    )
