"""The raw answer as a page shows it: its head, and the beginning of its body or of its messages."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from webform.files import FileGoneError, StoredFile, in_words
from webform.html.details import status_words
from webform.language import gettext
from webform.media import canonical, is_text, sniff
from webform.outputs.choosing import LANGUAGES
from webform.texts import Cut, cut

if TYPE_CHECKING:
    from webform.raw import Raw, RawMessage

#: How much of a body is shown as text, and of bytes; how much of messages, and of one of them.
MAX_TEXT, MAX_BYTES, MAX_MESSAGES, MAX_MESSAGE = 30_000, 256, 200, 4_000
_IN_LINE = 16


class Message(NamedTuple):
    """A message: when it came, which way it went, and its text."""

    time: str
    way: str
    text: str
    more: int = 0


@dataclass(frozen=True, kw_only=True)
class RawShown:
    """
    What a page shows of a raw answer.

    Args:
        status: `200 OK`; `""` where it has none.
        headers: names and values.
        size: the size of the body, in words.
        text: the beginning of the body, where it is text; *language* is what it is highlighted as.
        dump: the beginning of the body in hexadecimal, where it is not.
        messages: the first messages; *more_messages* follow.
        note: what was left out, and why.
    """

    status: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    size: str = ""
    text: Cut | None = None
    language: str = ""
    dump: str = ""
    messages: tuple[Message, ...] = ()
    more_messages: int = 0
    note: str = ""


def shown_raw(raw: Raw) -> RawShown:
    """Return what is shown of *raw*."""
    note, first = raw.note, b""
    try:
        first = raw.body.first(MAX_TEXT) if isinstance(raw.body, StoredFile) else raw.body[:MAX_TEXT]
    except FileGoneError:
        note = gettext("The body is no longer kept.")
    text = _text(first, raw.size) if first else None
    return RawShown(
        status=status_words(raw.status) if raw.status else "",
        headers=tuple(raw.headers.items()),
        size=_size(raw, text),
        text=text,
        language=_language(raw) if text else "",
        dump="" if text else dump(first[:MAX_BYTES]),
        messages=tuple(map(_message, raw.messages[:MAX_MESSAGES])),
        more_messages=max(0, len(raw.messages) - MAX_MESSAGES),
        note=note,
    )


def dump(data: bytes) -> str:
    """Return *data* in hexadecimal, 16 bytes a line: where it is, its bytes, and those that are ASCII."""
    lines = (data[start : start + _IN_LINE] for start in range(0, len(data), _IN_LINE))
    return "\n".join(
        f"{index * _IN_LINE:08x}  {line.hex(' '):<47}  {''.join(map(_printable, line))}"
        for index, line in enumerate(lines)
    )


def _printable(byte: int) -> str:
    return chr(byte) if 0x20 <= byte < 0x7F else "."


def _text(first: bytes, size: int) -> Cut | None:
    media_type = sniff(first)
    if media_type is None or not (is_text(media_type) or media_type == "image/svg+xml"):
        return None
    try:
        # The last character may be cut in two.
        text = codecs.getincrementaldecoder("utf-8")().decode(first)
    except UnicodeDecodeError:
        return None
    return Cut(text, size - len(first))


def _size(raw: Raw, text: Cut | None) -> str:
    if not raw.size:
        return ""
    kind = "" if text else "binary, "
    exact = f" ({raw.size:,} bytes)" if raw.size >= 1024 else ""
    return f"{kind}{in_words(raw.size)}{exact}"


def _language(raw: Raw) -> str:
    media = canonical(raw.headers.get("content-type", "")) or ""
    return "json" if media.endswith("+json") else LANGUAGES.get(media, "")


def _message(message: RawMessage) -> Message:
    text, more = cut(message.text, MAX_MESSAGE)
    return Message(f"{message.time:.2f} s", {"in": "received", "out": "sent"}[message.direction], text, more)
