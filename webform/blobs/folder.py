"""Blobs in a folder that is closed to other users of the machine."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, BinaryIO

from webform.blobs.base import HASH, KEY_BYTES, BlobFacts, disk

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Names of blobs, and of those still being written.
_OURS = re.compile(rf"{HASH.pattern}|new-[A-Za-z0-9_]+")
#: The file with the key that processes share; not one of the blobs.
_KEY = ".key"
#: Bytes written to see whether the disk takes any.
_TRIED = 4096


class Folder:
    """
    A folder of blobs.

    Args:
        path: made if it is not there.

    Raises:
        OSError: it cannot be made, or others may look into it.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._renaming = path, Lock()
        self._make()
        # A folder that was there is its owner's to close: it may be everybody's, like /tmp.
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise PermissionError(
                f"{path} is open to others; give it the mode 0700, or name a folder that is not there"
            )

    def _make(self) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def incoming(self) -> Path:
        """The folder itself: what is on its way is a file without a name."""
        return self.path

    @contextmanager
    def new(self) -> Iterator[_NewFile]:
        """Return a blob to be written."""
        with disk():
            self._make()
            handle, made = tempfile.mkstemp(prefix="new-", dir=self.path)
        file = os.fdopen(handle, "wb")
        try:
            yield _NewFile(file, Path(made), self._renaming)
        finally:
            # What was not kept need not reach the disk, which may be full.
            with suppress(OSError):
                file.close()
            Path(made).unlink(missing_ok=True)

    def open(self, name: str, buffer: int) -> BinaryIO:
        """Return the bytes of a blob; the disk needs no larger *buffer* than it has."""
        with disk():
            return (self.path / name).open("rb")

    def touch(self, name: str) -> int:
        """Note that a blob is used now, and return its bytes."""
        path = self.path / name
        with disk():
            os.utime(path)
            return path.stat().st_size

    def delete(self, name: str) -> None:
        """Delete a blob."""
        with disk():
            (self.path / name).unlink(missing_ok=True)

    def list(self) -> list[BlobFacts]:
        """Return all blobs; nothing else that is in the folder is our own."""
        # What is renamed meanwhile would be seen under neither name.
        with disk(), self._renaming:
            self._make()
            return [*self._facts()]

    def _facts(self) -> Iterator[BlobFacts]:
        for entry in os.scandir(self.path):
            # Another process may delete it meanwhile.
            with suppress(FileNotFoundError):
                if _OURS.fullmatch(entry.name):
                    stat = entry.stat(follow_symlinks=False)
                    yield BlobFacts(stat.st_mtime, stat.st_size, entry.name)

    def key(self) -> bytes:
        """Return the key that is in the folder."""
        path = self.path / _KEY
        with suppress(FileNotFoundError):
            return path.read_bytes()
        handle, made = tempfile.mkstemp(prefix="new-", dir=self.path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(KEY_BYTES))
            # Whichever process is first makes it, and it is never seen half-written.
            with suppress(FileExistsError):
                os.link(made, path)
        finally:
            Path(made).unlink(missing_ok=True)
        return path.read_bytes()

    def fault(self) -> str:
        """Return why nothing can be kept now."""
        try:
            self._make()
            with tempfile.TemporaryFile(dir=self.path) as file:
                file.write(bytes(_TRIED))
        except OSError as error:
            return error.strerror or str(error)
        return ""


class _NewFile:
    """A file in the folder that is being written."""

    def __init__(self, file: BinaryIO, path: Path, renaming: Lock) -> None:
        self._file, self._path, self._renaming = file, path, renaming
        self.label = path.name

    def write(self, block: bytes) -> None:
        with disk():
            self._file.write(block)

    def keep(self, name: str) -> None:
        with disk(), self._renaming:
            self._file.close()
            self._path.replace(self._path.with_name(name))
