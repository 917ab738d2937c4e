"""Uploads that are still on their way."""

from __future__ import annotations

import logging
import tempfile
import weakref
from typing import Any

from webform.files import INCOMING, FileStore, StoreFullError

#: Bytes of one that stay in memory.
IN_MEMORY = 64 * 1024

_log = logging.getLogger(__name__)


class Incoming(tempfile.SpooledTemporaryFile[bytes]):
    """
    The bytes of an upload until all of them are there: in memory while they are few, then in a file without a name.

    What finds no room is let go of, and to read it raises `StoreFullError`: the rest of the form is still read.

    Args:
        store: says in which folder the file is, and counts its bytes until they are read.
    """

    def __init__(self, store: FileStore) -> None:
        folder = store.blobs.incoming
        super().__init__(max_size=IN_MEMORY, dir=None if folder is None else str(folder))
        self._store, self._label = store, f"{INCOMING}{id(self)}"
        self._size = 0
        self._error: StoreFullError | None = None
        self._counted = weakref.finalize(self, store.release, self._label)

    def write(self, piece: Any) -> int:
        """Write *piece*."""
        if self._error is None:
            try:
                self._write(piece)
            except (StoreFullError, OSError) as error:
                _log.warning("an upload cannot be kept: %s", error)
                self._error = StoreFullError()
                self.seek(0)
                self.truncate()
        return len(piece)

    def _write(self, piece: Any) -> None:
        before, self._size = self._size, self._size + len(piece)
        if self._size > IN_MEMORY:
            self._store.claim(self._label, len(piece) if before > IN_MEMORY else self._size)
        super().write(piece)

    def read(self, *args: Any) -> bytes:
        """Return what was written; whoever keeps it counts it from now on."""
        if self._error is not None:
            raise self._error
        self._counted()
        return super().read(*args)
