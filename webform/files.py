"""Files kept by content hash, those uploaded for an hour."""

from __future__ import annotations

import errno
import hashlib
import hmac
import logging
import math
import os
import re
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote, unquote

from webform import dataurl
from webform.media import FIRST, type_of
from webform.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

_log = logging.getLogger(__name__)

_BLOCK = 64 * 1024
#: What a file takes up at least, and the seconds after its last use in which it is not cleared away for another.
_LEAST, _SPARED = 4096, 60
#: The part of a store that is full that is cleared at once.
_CLEARED = 0.1
#: How the names begin of uploads that are still on their way, which have none in the folder.
INCOMING = "incoming-"
#: Why a disk takes no more.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_HASH = re.compile(r"[0-9a-f]{64}")
#: Names of kept files, and of those still being written.
_OURS = re.compile(r"[0-9a-f]{64}|new-[A-Za-z0-9_]+")
_KEPT = re.compile(r"(?:kept|bare):([0-9a-f]{64}):(0|[1-9][0-9]{0,14}):([^:]+):([^:]*)(?::([0-9a-f]{32}))?")
#: What a store signs with what it gives out for its files; not one of them.
_KEY = ".key"


class FileTooLargeError(Exception):
    """Raised when a file is larger than *limit* bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"Expected at most {limit:,} bytes")


class StoreFullError(Exception):
    """Raised when a file cannot be kept: there is no room for it, or the disk fails; nothing of it stays."""

    def __init__(self, key: str = "store-full") -> None:
        self.key = key
        super().__init__(message(key, {}))


class FileGoneError(Exception):
    """Raised when a file called *name* is read that is not kept, or no longer."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(message("file-gone" if name else "file-gone.unnamed", {"name": name}))


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """
    An uploaded file: stands in a body where its data URL will be.

    Args:
        sha256: the hash of its bytes, in hexadecimal.
        size: how many bytes it has.
        media_type: `type/subtype`, in lower case.
        name: what it was called, for display only.
        head: how its data URL begins, the comma included.
        path: where its bytes are; `None` until a store has resolved it.
        bare: whether its base64 alone stands in the body, without the head of a data URL.
        seal: what says that a store gave it out to somebody who had sent it, or may see it.
    """

    sha256: str
    size: int
    media_type: str
    name: str
    head: str
    path: Path | None = field(default=None, compare=False, repr=False)
    bare: bool = False
    seal: str = field(default="", compare=False, repr=False)

    @property
    def before(self) -> str:
        """What stands in the body before its base64."""
        return "" if self.bare else self.head

    def __str__(self) -> str:
        return f"{self.head}… ({in_words(self.size)})"

    def as_text(self) -> str:
        """Return what a hidden control carries for it."""
        word = "bare" if self.bare else "kept"
        seal = f":{self.seal}" if self.seal else ""
        return f"{word}:{self.sha256}:{self.size}:{quote(self.head, safe='')}:{quote(self.name, safe='')}{seal}"

    @classmethod
    def from_text(cls, text: str) -> StoredFile | None:
        """Return the file that `as_text` made *text* of, not resolved yet; `None` where it did not."""
        match = _KEPT.fullmatch(text)
        if match is None:
            return None
        head, name = unquote(match[3]), unquote(match[4])
        try:
            parsed = dataurl.parse(head)
        except dataurl.DataURLError:
            return None
        file = cls(sha256=match[1], size=int(match[2]), media_type=parsed.media_type, name=name, head=head,
                   bare=text.startswith("bare"), seal=match[5] or "")  # fmt: skip
        return file if parsed.head == head and dataurl.clean_name(name) == name and file.as_text() == text else None

    def open(self) -> BinaryIO:
        """Return its bytes as a file; raise `FileGoneError` where they are not kept."""
        if self.path is None:
            raise FileGoneError(self.name)
        try:
            return self.path.open("rb")
        except FileNotFoundError:
            raise FileGoneError(self.name) from None

    def first(self, count: int = FIRST) -> bytes:
        """Return its first *count* bytes."""
        with self.open() as file:
            return file.read(count)

    def chunks(self) -> Iterator[bytes]:
        """Yield what stands for it in the body, some 64 KiB at a time."""
        with self.open() as file:
            yield from dataurl.chunks(self.before, file)

    def data_url(self) -> str:
        """Return what stands for it in the body, whole: its data URL, or its base64."""
        return b"".join(self.chunks()).decode()


class FileStore:
    """
    A folder of files by the hash of their content; processes may share it.

    Args:
        folder: made if it is not there.
        max_age: seconds after its last use that a file is kept.
        max_bytes: what all files together may have; each process counts what it adds itself between two sweeps.
        held: returns the hashes of the files that are not cleared away to make room.

    Raises:
        OSError: the folder cannot be made, or others may look into it.
    """

    def __init__(
        self,
        folder: Path,
        max_age: float = 3600,
        max_bytes: float = math.inf,
        kept_hashes: Callable[[], Container[str]] = frozenset,
    ) -> None:
        self.folder, self.max_age, self.max_bytes, self.kept_hashes = folder, max_age, max_bytes, kept_hashes
        self._room, self._counting = 0.0, Lock()
        #: The room that is taken for files being written: their bytes may still be on their way.
        self._claimed = Counter[str]()
        self._make_folder()
        # A folder that was there is its owner's to close: it may be everybody's, like /tmp.
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            raise PermissionError(
                f"{folder} is open to others; give it the mode 0700, or name a folder that is not there"
            )

    def put(self, stream: BinaryIO, name: str, media_type: str, limit: int | None = None) -> StoredFile:
        """
        Keep what *stream* holds.

        Args:
            stream: the bytes, read a block at a time.
            name: what the sender calls it.
            media_type: what the sender says it is; by its name or first bytes where that says nothing.
            limit: bytes it may have.

        Raises:
            FileTooLargeError: it has more; nothing is kept.
            StoreFullError: there is no room for it.
        """
        return self._named(self._write(_blocks(stream, limit)), name, media_type)

    def put_pieces(self, pieces: Iterable[bytes], media_type: str, name: str = "") -> StoredFile:
        """
        Keep *pieces*, of any sizes, one after the other; the names are those of `put`.

        Raises:
            StoreFullError: there is no room for it.
        """
        return self._named(self._write(_gathered(pieces)), name, media_type)

    def _named(self, file: StoredFile, name: str, media_type: str) -> StoredFile:
        name = dataurl.clean_name(name)
        media_type = type_of(media_type, name, file.first())
        return replace(file, name=name, media_type=media_type, head=dataurl.head_of(media_type))

    def put_data_url(self, text: str, limit: int | None = None) -> StoredFile:
        """
        Keep what the data URL *text* holds.

        Raises:
            DataURLError: it is none, or holds more than *limit* bytes.
            StoreFullError: there is no room for it.
        """
        parsed = dataurl.parse(text, limit)
        file = self._write(dataurl.decoded(text, parsed.head))
        return replace(file, name=parsed.name, media_type=parsed.media_type, head=parsed.head)

    def _write(self, blocks: Iterable[bytes]) -> StoredFile:
        """Keep *blocks*; nothing of them stays where that fails."""
        try:
            self._make_folder()
            return self._write_blocks(blocks)
        except OSError as error:
            if error.filename is None and error.errno not in _NO_ROOM:
                # What *blocks* are read from failed, not the disk.
                raise
            _log.exception("a file cannot be kept in %s", self.folder)
            if error.errno in _NO_ROOM:
                raise StoreFullError from error
            raise StoreFullError("store-full.disk") from error

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _write_blocks(self, blocks: Iterable[bytes]) -> StoredFile:
        handle, made = tempfile.mkstemp(prefix="new-", dir=self.folder)
        unfinished = Path(made)
        digest, size = hashlib.sha256(), 0
        try:
            with os.fdopen(handle, "wb") as file:
                self.claim(unfinished.name, _LEAST)
                for block in blocks:
                    size += len(block)
                    self.claim(unfinished.name, len(block))
                    digest.update(block)
                    file.write(block)
            path = self.folder / digest.hexdigest()
            # What is renamed while others count would be counted nowhere.
            with self._counting:
                unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        finally:
            self.release(unfinished.name)
        return StoredFile(
            sha256=path.name, size=size, media_type="", name="", head="", path=path, seal=self._seal(path.name)
        )

    def resolve_sent(self, file: StoredFile) -> StoredFile | None:
        """
        Return *file* as `resolve` does where a request names it; `None` also where this store did not hand it out.

        Whoever can guess what a file holds knows its hash, and must not learn that somebody sent it.
        """
        return self.resolve(file) if hmac.compare_digest(file.seal, self._seal(file.sha256)) else None

    def _seal(self, sha256: str) -> str:
        return hmac.new(self._key(), sha256.encode(), hashlib.sha256).hexdigest()[:32]

    def _key(self) -> bytes:
        """Return the key that seals what is handed out, made where there is none: processes share it."""
        path = self.folder / _KEY
        with suppress(FileNotFoundError):
            return path.read_bytes()
        handle, made = tempfile.mkstemp(prefix="new-", dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(32))
            # Whichever process is first makes it, and it is never seen half-written.
            with suppress(FileExistsError):
                os.link(made, path)
        finally:
            Path(made).unlink(missing_ok=True)
        return path.read_bytes()

    def resolve(self, file: StoredFile) -> StoredFile | None:
        """Return *file* with its path and real size, kept for another `max_age`; `None` if it is no longer kept."""
        if not _HASH.fullmatch(file.sha256):
            return None
        path = self.folder / file.sha256
        try:
            os.utime(path)
            return replace(file, path=path, size=path.stat().st_size, seal=self._seal(file.sha256))
        except FileNotFoundError:
            return None

    def sweep(self, hold: Container[str] = ()) -> int:
        """Delete the files not used for `max_age`, save those whose hash is in *hold*; return how many."""
        oldest, count = time.time() - self.max_age, 0
        self._make_folder()
        for path in self.folder.iterdir():
            # Nothing but our own is deleted, whatever folder this is.
            if path.name in hold or not _OURS.fullmatch(path.name):
                continue
            # Another process may sweep as well.
            with suppress(FileNotFoundError):
                if path.lstat().st_mtime < oldest:
                    path.unlink()
                    count += 1
        # What other processes added is counted anew.
        self._room = 0
        return count

    def release(self, name: str) -> None:
        """Count the file *name*, which was being written, no more."""
        with self._counting:
            self._claimed.pop(name, None)

    def fault(self) -> str:
        """Return why no file can be kept now, or `""`."""
        try:
            self._make_folder()
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(bytes(_LEAST))
        except OSError as error:
            return f"files cannot be kept: {error.strerror}"
        return ""

    def claim(self, name: str, size: int) -> None:
        """Count *size* bytes more of the file *name*; raise `StoreFullError` where there is no room for them."""
        with self._counting:
            self._room -= size
            if self._room < 0:
                self._room = self._make_room(size) - size
            if self._room < 0:
                raise StoreFullError
            self._claimed[name] += size

    def _make_room(self, size: int) -> float:
        """Return for how many bytes there is room; for less than *size*, clear away what was used the longest ago."""
        files, used = [], 0
        for entry in os.scandir(self.folder):
            # Another process may delete it meanwhile.
            with suppress(FileNotFoundError):
                if _OURS.fullmatch(entry.name):
                    stat = entry.stat(follow_symlinks=False)
                    least = _LEAST if _HASH.fullmatch(entry.name) else self._claimed[entry.name]
                    taken = max(stat.st_size, least)
                    files.append((stat.st_mtime, taken, entry.name))
                    used += taken
        used += sum(taken for name, taken in self._claimed.items() if name.startswith(INCOMING))
        if used + size > self.max_bytes:
            kept_hashes, newest = self.kept_hashes(), time.time() - _SPARED
            for used_at, taken, name in sorted(files):
                if used_at > newest or used + size <= self.max_bytes * (1 - _CLEARED):
                    break
                if name not in kept_hashes and _HASH.fullmatch(name):
                    (self.folder / name).unlink(missing_ok=True)
                    used -= taken
        return self.max_bytes - used


def _blocks(stream: BinaryIO, limit: int | None) -> Iterator[bytes]:
    size = 0
    while block := stream.read(_BLOCK):
        size += len(block)
        if limit is not None and size > limit:
            raise FileTooLargeError(limit)
        yield block


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield *pieces* in blocks: each is counted, hashed and written."""
    block = bytearray()
    for piece in pieces:
        block += piece
        if len(block) >= _BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def in_words(size: int) -> str:
    """Return *size* in bytes as people say it: `10 MB`, `1.5 MB`, `12 KB`, `7 bytes`."""
    for unit, bytes_in_it in (("MB", 1024 * 1024), ("KB", 1024)):
        if size >= bytes_in_it:
            return f"{size / bytes_in_it:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} byte{'' if size == 1 else 's'}"
