"""The smallest real file of each common type: what a sample uploads."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from webform.dataurl import make

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
    frames = b"\x80" * _RATE
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, _RATE, _RATE, 1, 8)
    return (
        b"RIFF"
        + struct.pack("<I", 36 + len(frames))
        + b"WAVE"
        + head
        + b"data"
        + struct.pack("<I", len(frames))
        + frames
    )


_GIF = bytes.fromhex("47494638396101000100800000000000000000 21f90401000000002c00000000010001000002024401003b")
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)

PNG = make("image/png", _png())
WAV = make("audio/wav", _wav())

#: Data URLs by media type and by extension.
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
_EXTENSIONS = {
    ".png": "image/png", ".wav": "audio/wav", ".gif": "image/gif", ".csv": "text/csv", ".txt": "text/plain",
    ".md": "text/markdown", ".html": "text/html", ".json": "application/json", ".xml": "application/xml",
    ".pdf": "application/pdf", ".zip": "application/zip", ".svg": "image/svg+xml",
}  # fmt: skip


def smallest(accept: Sequence[str]) -> str:
    """Return the smallest file of the first type in *accept* as a data URL; a PNG where anything goes."""
    for each in accept:
        media = _EXTENSIONS.get(each.lower(), each.lower())
        if media in SMALLEST:
            return SMALLEST[media]
        family = next(
            (url for known, url in SMALLEST.items() if media.endswith("/*") and known.startswith(media[:-1])), None
        )
        if family:
            return family
        if "/" in media and not media.endswith("/*"):
            return make(media, b"")
    return PNG
