"""Files in words: those that an input takes, and those that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from webform.files import StoredFile, in_words
from webform.language import gettext, marked
from webform.media import endings, kinds, short_name

if TYPE_CHECKING:
    from collections.abc import Sequence


_FAMILIES = {
    "image/*": marked("Any image"),
    "audio/*": marked("Any audio"),
    "video/*": marked("Any video"),
    "text/*": marked("Any text"),
    "text/plain": marked("Plain text"),
    "*/*": marked("Any file"),
}


def accepted_words(accepted: Sequence[str]) -> str:
    """Return what the files of *accepted*, media types and endings, are called."""
    words = [gettext(_FAMILIES.get(kind, "")) or short_name(kind) for kind in kinds(accepted)]
    return ", ".join(dict.fromkeys(words)) or gettext("Any file")


def file_of(index: int, text: str) -> dict[str, str]:
    """Return the file that *text* stands for: its name and size to read, its text to send."""
    unnamed = gettext("File {number}", number=index + 1)
    if kept := StoredFile.from_text(text):
        return {"text": text, "name": kept.name or unnamed, "size": in_words(kept.size)}
    head, _, data = text.removeprefix("data:").partition(",")
    media_type, *parameters = head.split(";")
    names = [unquote(parameter.partition("=")[2]) for parameter in parameters if parameter.startswith("name=")]
    name = names[0] if names else unnamed + next(iter(endings(media_type)), "")
    return {"text": text, "name": name[:80], "size": in_words(len(data.rstrip("=")) * 3 // 4)}
