"""The body of an answer: whole, within its limits, unpacked."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.runners.answers import Incoming

#: How many times its size a packed answer may have, once it is larger than `FREE` bytes.
MAX_RATIO = 200
FREE = 1_000_000


def read_body(incoming: Incoming, limit: int, heed: Callable[[bytes], bool] | None = None) -> bytes:
    """
    Return the body of *incoming*.

    Args:
        incoming: the answer.
        limit: bytes that it may have.
        heed: is given each piece as it comes, and tells whether that was all.

    Raises:
        CallError: it is longer than *limit* packed or unpacked, not whole, or packed in a way nobody asked for.
    """
    pieces = _pieces(incoming, limit)
    match incoming.field("content-encoding").lower():
        case "" | "identity":
            return _joined(pieces, incoming, heed)
        case "gzip" | "x-gzip":
            return _joined(_unpacked(pieces, limit), incoming, heed)
    raise CallError("bad-answer")


def _joined(pieces: Iterator[bytes], incoming: Incoming, heed: Callable[[bytes], bool] | None) -> bytes:
    # Chunks may be of one byte each: as a list they would take a hundred times their size.
    body = bytearray()
    for each in pieces:
        body += each
        if heed is not None and heed(each):
            incoming.stop()
            break
    return bytes(body)


def _pieces(incoming: Incoming, limit: int) -> Iterator[bytes]:
    if (incoming.length or 0) > limit:
        raise _too_large(limit)
    came = 0
    for piece in incoming.pieces():
        came += len(piece)
        if came > limit:
            raise _too_large(limit)
        yield piece


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
