"""The body of an answer: whole, within its limits, unpacked."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse

#: How many bytes are asked for at a time.
STEP = 65_536
#: How many times its size a packed answer may have, once it is larger than `FREE` bytes.
MAX_RATIO = 200
FREE = 1_000_000


def read_body(response: HTTPResponse, limit: int) -> bytes:
    """
    Return the body of *response*.

    Raises:
        CallError: it is longer than *limit* packed or unpacked, not whole, or packed in a way nobody asked for.
    """
    pieces = _pieces(response, limit)
    match (response.getheader("Content-Encoding") or "identity").strip().lower():
        case "identity":
            return b"".join(pieces)
        case "gzip" | "x-gzip":
            return b"".join(_unpacked(pieces, limit))
    raise CallError("bad-answer")


def _pieces(response: HTTPResponse, limit: int) -> Iterator[bytes]:
    if (response.length or 0) > limit:
        raise _too_large(limit)
    came = 0
    while piece := _piece(response):
        came += len(piece)
        if came > limit:
            raise _too_large(limit)
        yield piece
    if response.length:
        raise CallError("cut-off")


def _piece(response: HTTPResponse) -> bytes:
    try:
        return response.read(STEP)
    except ValueError as error:
        # A chunk of a negative length.
        raise CallError("bad-answer") from error


def _unpacked(pieces: Iterator[bytes], limit: int) -> Iterator[bytes]:
    decoder = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    packed = unpacked = 0
    for piece in pieces:
        try:
            plain = decoder.decompress(piece, limit - unpacked + 1)
        except zlib.error as error:
            raise CallError("bad-answer") from error
        packed += len(piece)
        unpacked += len(plain)
        if decoder.unused_data:
            raise CallError("bad-answer")
        if unpacked > limit or unpacked > max(FREE, MAX_RATIO * packed):
            raise _too_large(limit)
        yield plain
    if not decoder.eof:
        raise CallError("cut-off")


def _too_large(limit: int) -> CallError:
    return CallError("too-large", megabytes=limit / 1_000_000)
