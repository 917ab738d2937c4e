"""The smallest real file of each common type: what a sample uploads."""

from __future__ import annotations

import struct
import wave
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from webform.dataurl import make, parse
from webform.media import EXTENSIONS, canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Frames a second of the sample's silence.
_RATE = 8000


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png() -> bytes:
    """Return a PNG of 1 × 1 transparent pixel."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0)
    pixel = zlib.compress(bytes(5), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixel) + _chunk(b"IEND", b"")


def _wav() -> bytes:
    """Return a WAV of one second of silence: mono, 8 bit."""
    target = BytesIO()
    with wave.open(target, "wb") as sound:
        sound.setparams((1, 1, _RATE, 0, "NONE", "not compressed"))
        sound.writeframes(b"\x80" * _RATE)
    return target.getvalue()


_GIF = bytes.fromhex("47494638396101000100800000000000000000 21f90401000000002c00000000010001000002024401003b")
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)

PNG = make("image/png", _png())
WAV = make("audio/wav", _wav())

#: Data URLs by media type.
SMALLEST = {
    "image/png": PNG,
    "audio/wav": WAV,
    "image/gif": make("image/gif", _GIF),
    "text/csv": make("text/csv", b"a\n1\n"),
    "text/plain": make("text/plain", b"a\n"),
    "text/markdown": make("text/markdown", b"a\n"),
    "text/html": make("text/html", b"<!doctype html><title>a</title>\n"),
    "application/json": make("application/json", b"{}"),
    "application/xml": make("application/xml", b"<a/>"),
    "application/pdf": make("application/pdf", _PDF),
    "application/zip": make("application/zip", b"PK\x05\x06" + bytes(18)),
    "image/svg+xml": make("image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
}


def smallest(accept: Sequence[str], limit: int | None = None) -> str:
    """
    Return the smallest file of the first type in *accept* as a data URL; a PNG where anything goes.

    An empty file stands for a type that is not in this table, and where *limit* bytes are too few for a real one.
    """
    found = next(filter(None, map(_of_type, accept)), PNG)
    parsed = parse(found)
    return found if limit is None or parsed.size <= limit else parsed.head


def _of_type(wanted: str) -> str | None:
    """Return the smallest file of *wanted*, a media type, a family or an extension; `None` where it says nothing."""
    wanted = EXTENSIONS.get(wanted.lower(), (wanted.lower(),))[0]
    if wanted.endswith("/*"):
        types = (*SMALLEST, *(type_ for type_, *_ in EXTENSIONS.values()))
        wanted = next((type_ for type_ in types if type_.startswith(wanted[:-1])), wanted.replace("/*", "/x-any"))
    media_type = canonical(wanted)
    return SMALLEST.get(media_type, f"data:{media_type};base64,") if media_type else None
