"""Bodies of `multipart/form-data`: files and texts as they are, written in blocks."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from webform.files import StoredFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: How much of a file is read at a time.
STEP = 65_536
_QUOTED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:; ?[\w-]+=[\w-]+)?", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class InlineFile:
    """A file whose bytes stood in the body itself."""

    media_type: str
    name: str
    data: bytes

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self.data)

    def open(self) -> BinaryIO:
        """Return its bytes as a file."""
        return BytesIO(self.data)


File = StoredFile | InlineFile


class Part(NamedTuple):
    """A part of a form: its *media* type is `""` for a plain text, *filename* `None` where it is no file."""

    name: str
    length: int
    content: Iterable[bytes]
    media: str = ""
    filename: str | None = None


def text_part(name: str, text: str, media: str = "") -> Part:
    """Return *text* as a part."""
    content = text.encode("utf-8", "replace")
    return Part(name, len(content), (content,), media)


def file_part(name: str, file: File, media: str = "") -> Part:
    """Return *file* as a part, of *media* where it is not to be called what it is."""
    return Part(name, file.size, blocks(file), media or media_of(file), file.name or "file")


def write_parts(parts: Iterable[Part], kind: str = "form-data") -> tuple[str, int, Iterator[bytes]]:
    """Return the media type, the length and the bytes of the body that *parts* are, which is multipart/*kind*."""
    boundary = secrets.token_hex(16)
    framed = [(_head(boundary, part), part) for part in parts]
    end = f"--{boundary}--\r\n".encode()
    length = sum(len(head) + part.length + 2 for head, part in framed) + len(end)
    chunks = chain(chain.from_iterable(chain([head], part.content, [b"\r\n"]) for head, part in framed), [end])
    return f"multipart/{kind}; boundary={boundary}", length, chunks


def media_of(file: File) -> str:
    """Return the media type that *file* is sent as."""
    return file.media_type if _MEDIA_TYPE.fullmatch(file.media_type) else "application/octet-stream"


def blocks(file: File) -> Iterator[bytes]:
    """Yield the bytes of *file*."""
    with file.open() as kept:
        while block := kept.read(STEP):
            yield block


def _head(boundary: str, part: Part) -> bytes:
    rest = "" if part.filename is None else f'; filename="{part.filename.translate(_QUOTED)}"'
    rest += f"\r\nContent-Type: {part.media}" if _MEDIA_TYPE.fullmatch(part.media) else ""
    text = f'--{boundary}\r\nContent-Disposition: form-data; name="{part.name.translate(_QUOTED)}"{rest}\r\n\r\n'
    return text.encode("utf-8", "replace")
