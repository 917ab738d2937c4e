"""Files in words: those that an input takes, and those that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from webform.files import StoredFile, in_words
from webform.language import gettext, marked
from webform.media import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence


_FAMILIES = {
    "image/*": marked("Any image"),
    "audio/*": marked("Any sound"),
    "video/*": marked("Any video"),
    "text/*": marked("Any text"),
    "text/plain": marked("Plain text"),
    "*/*": marked("Any file"),
}


def accepted_words(accepted: Sequence[str]) -> str:
    """Return what the files of *accepted*, media types and endings, are called."""
    words = [_kind(text) for text in accepted if not set(_endings(text)) & set(accepted)]
    return ", ".join(dict.fromkeys(words)) or gettext("Any file")


def _endings(media_type: str) -> list[str]:
    return [ending for ending, types in EXTENSIONS.items() if media_type in types]


def _kind(accepted: str) -> str:
    """Return what the files of *accepted*, a media type or an ending, are called."""
    endings, usual = _endings(accepted), f".{accepted.rpartition('/')[2]}"
    best = accepted if accepted.startswith(".") else usual if usual in endings else next(iter(endings), "")
    return gettext(_FAMILIES.get(accepted, "")) or best[1:].upper() or accepted


def file_of(index: int, text: str) -> dict[str, str]:
    """Return the file that *text* stands for: its name and size to read, its text to send."""
    kept = StoredFile.from_text(text)
    if kept:
        return {
            "text": text,
            "name": kept.name or gettext("File {number}", number=index + 1),
            "size": in_words(kept.size),
        }
    head, _, data = text.removeprefix("data:").partition(",")
    media_type, *parameters = head.split(";")
    names = [unquote(parameter.partition("=")[2]) for parameter in parameters if parameter.startswith("name=")]
    return {
        "text": text,
        "name": (
            names[0] if names else gettext("File {number}", number=index + 1) + next(iter(_endings(media_type)), "")
        )[:80],
        "size": in_words(len(data.rstrip("=")) * 3 // 4),
    }
