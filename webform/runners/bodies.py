"""The body of an answer: in memory, or a file where it is large and no JSON."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from webform.files import FileStore, StoredFile, StoreFullError
from webform.media import FIRST, canonical, sniff
from webform.runners.failures import CallError
from webform.values import MAX_VALUES, count_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


#: The bytes that an answer has in memory at most, where it is no JSON and there is a place for files.
IN_MEMORY = 1_000_000

_JSON = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*[\[{\"]")


class Received:
    """
    What came of a body so far.

    Args:
        media: the media type that the answer names.
        files: where a large file goes; without, all of it is in memory.
        on_piece: is given each piece as it comes, and tells whether that was all.
    """

    def __init__(
        self, media: str, files: FileStore | None = None, on_piece: Callable[[bytes], bool] | None = None
    ) -> None:
        self._media, self._files, self._on_piece = media, files, on_piece
        self._body = bytearray()
        #: The whole body, where it was kept as a file.
        self.file: StoredFile | None = None

    @property
    def body(self) -> bytes:
        """The bytes that came, or the first of them where all are in a file."""
        return bytes(self._body)

    def take(self, pieces: Iterator[bytes]) -> None:
        """
        Take *pieces* until there are no more, or *on_piece* tells that these were all.

        Raises:
            CallError: there is no room for them.
        """
        # Chunks may be of one byte each: as a list they would take a hundred times their size.
        for piece in pieces:
            self._body += piece
            if self._on_piece is not None and self._on_piece(piece):
                return
            if self._files is not None and len(self._body) > IN_MEMORY and self._is_file():
                self._keep(self._files, pieces)
                return
        # JSON is kept as a file where it holds more values than are read.
        if self._files is not None and self._on_piece is None and count_values(self._body) > MAX_VALUES:
            self._keep(self._files, ())

    def _is_file(self) -> bool:
        media = canonical(self._media) or ""
        # A stream of events is read once it is whole; a text may be a file, however it came.
        if (self._on_piece is not None and media != "text/plain") or "json" in media:
            return False
        return sniff(bytes(self._body[:FIRST])) != "text/plain" or not _JSON.match(self._body)

    def _keep(self, files: FileStore, rest: Iterable[bytes]) -> None:
        try:
            self.file = files.put_pieces(chain((self.body,), rest), self._media)
        except StoreFullError as error:
            raise CallError("no-room") from error
        del self._body[FIRST:]
