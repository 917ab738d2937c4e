"""What a place of blobs does: bytes under names, put whole or not at all."""

from __future__ import annotations

import errno
import re
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from webform.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

#: The names of blobs: hashes of their content.
HASH = re.compile(r"[0-9a-f]{64}")
#: Bytes that the key has which the processes of one place share.
KEY_BYTES = 32
#: Why a disk takes no more.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class FileGoneError(Exception):
    """Raised when a file called *name* is read that is not kept, or no longer."""

    code = "file-gone"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(message("file-gone" if name else "file-gone.unnamed", {"name": name}))


class FilesAwayError(FileGoneError):
    """Raised when the place of files cannot be used now: *reason* is for the log, *full* says that room is wanting."""

    code = "files-away"

    def __init__(self, reason: str, *, full: bool = False) -> None:
        self.name, self.reason, self.full = "", reason, full
        Exception.__init__(self, message("files-away", {}))


@contextmanager
def disk() -> Iterator[None]:
    """Raise what the disk refuses as `FilesAwayError`, but for a file that is not there."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FilesAwayError(error.strerror or str(error), full=error.errno in _NO_ROOM) from error


class BlobFacts(NamedTuple):
    """A blob in a list: when it was last used, in seconds since 1970, its bytes, and its name."""

    used: float
    size: int
    name: str


class NewBlob(Protocol):
    """A blob that is being written; nobody sees it before it is kept."""

    #: Its name until it is kept, in `Blobs.list` too where that lists it.
    label: str

    def write(self, block: bytes, /) -> object:
        """Add *block* to it."""

    def keep(self, name: str) -> None:
        """Let it be there under *name*, whole, used now; another of that name is replaced."""


class Blobs(Protocol):
    """
    A place of blobs, which processes may share.

    Each method may raise `FilesAwayError`.
    """

    @property
    def incoming(self) -> Path | None:
        """The folder for what is still on its way; `None` is the system's."""

    def new(self) -> AbstractContextManager[NewBlob]:
        """Return a blob to be written within a `with`; nothing of it stays that was not kept by its end."""

    def open(self, name: str, buffer: int) -> BinaryIO:
        """Return the bytes of a blob, to be read and sought, *buffer* at once; raise `FileNotFoundError`."""

    def touch(self, name: str) -> int:
        """Note that a blob is used now, and return its bytes; raise `FileNotFoundError`."""

    def delete(self, name: str) -> None:
        """Delete a blob, or what was left unfinished, if it is there."""

    def list(self) -> Iterable[BlobFacts]:
        """Return all that is there of our own: blobs, and what is unfinished."""

    def key(self) -> bytes:
        """Return `KEY_BYTES` random bytes that all who share the place have, made where there are none."""

    def fault(self) -> str:
        """Return why nothing can be kept now, or `""`."""
