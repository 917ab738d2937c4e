"""The body of an answer: whole, within its limits, unpacked; a file where it is large and no JSON."""

from __future__ import annotations

import errno
import re
import zlib
from itertools import chain
from typing import TYPE_CHECKING

from webform.files import StoreFullError
from webform.media import FIRST, canonical, sniff
from webform.runners.answers import STEP, field
from webform.runners.base import CallError
from webform.values import MAX_VALUES, count_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from urllib3 import HTTPResponse

    from webform.files import FileStore, StoredFile

#: How many times its size a packed answer may have, once it is larger than `FREE` bytes.
MAX_RATIO = 200
FREE = 1_000_000
#: The bytes that an answer has in memory at most, where it is no JSON and there is a place for files.
IN_MEMORY = 1_000_000

#: What a full disk says.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*[\[{\"]")


class Received:
    """
    What came of the body of *response* so far.

    Args:
        response: the answer.
        files: where a large file goes; without, all of it is in memory.
        on_piece: is given each piece as it comes, and tells whether that was all.
    """

    def __init__(
        self,
        response: HTTPResponse,
        files: FileStore | None = None,
        on_piece: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._response, self._files, self._on_piece = response, files, on_piece
        self._body = bytearray()
        #: The whole body, where it was kept as a file.
        self.file: StoredFile | None = None

    @property
    def body(self) -> bytes:
        """The bytes that came, or the first of them where all are in a file."""
        return bytes(self._body)

    def read(self, limit: int, *, redirects: bool = False) -> None:
        """
        Read the body, *limit* bytes of it at most; that of a redirect only where *redirects* are answers.

        Raises:
            CallError: it is longer packed or unpacked, not whole, packed in a way nobody asked for, or finds no room;
                or the answer sends us elsewhere.
        """
        if 300 <= self._response.status < 400 and not redirects:
            raise CallError("redirect")
        pieces = _pieces(self._response, limit)
        match field(self._response, "content-encoding").lower():
            case "" | "identity":
                self._take(pieces)
            case "gzip" | "x-gzip":
                self._take(_unpacked(pieces, limit))
            case _:
                raise CallError("bad-answer")

    def _take(self, pieces: Iterator[bytes]) -> None:
        files = self._files if self._response.status < 300 else None
        # Chunks may be of one byte each: as a list they would take a hundred times their size.
        for piece in pieces:
            self._body += piece
            if self._on_piece is not None and self._on_piece(piece):
                return
            if files is not None and len(self._body) > IN_MEMORY and self._is_file():
                self._keep(files, pieces)
                return
        # JSON is kept as a file where it holds more values than are read.
        if files is not None and self._on_piece is None and count_values(self._body) > MAX_VALUES:
            self._keep(files, ())

    def _is_file(self) -> bool:
        media = canonical(field(self._response, "content-type")) or ""
        # A stream of events is read once it is whole; a text may be a file, however it came.
        if (self._on_piece is not None and media != "text/plain") or "json" in media:
            return False
        return sniff(bytes(self._body[:FIRST])) != "text/plain" or not _JSON.match(self._body)

    def _keep(self, files: FileStore, rest: Iterable[bytes]) -> None:
        try:
            self.file = files.put_pieces(chain((self.body,), rest), field(self._response, "content-type"))
        except StoreFullError as error:
            raise CallError("no-room") from error
        except OSError as error:
            # The connection may have broken instead.
            raise CallError("no-room" if error.errno in _NO_ROOM else "cut-off") from error
        del self._body[FIRST:]


def _pieces(response: HTTPResponse, limit: int) -> Iterator[bytes]:
    if (response.length_remaining or 0) > limit:
        raise _too_large(limit)
    came = 0
    while piece := response.read1(STEP):
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
