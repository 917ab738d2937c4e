"""Files kept by content hash, those uploaded for an hour."""

from __future__ import annotations

import hashlib
import hmac
import logging
import math
import re
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote, unquote

from webform import dataurl
from webform.blobs import BlobFacts, Blobs, FileGoneError, FilesAwayError, blobs_at
from webform.blobs.base import HASH
from webform.language import decimal, ngettext
from webform.media import FIRST, type_of
from webform.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from pathlib import Path


__all__ = [
    "INCOMING",
    "FileGoneError",
    "FileStore",
    "FileTooLargeError",
    "FilesAwayError",
    "StoreFullError",
    "StoredFile",
    "in_words",
]

_log = logging.getLogger(__name__)

_BLOCK = 64 * 1024
#: Bytes that are read at once of a file in a bucket, where that takes a request.
_BUFFER = 1024 * 1024
#: What a file takes up at least, and the seconds after its last use in which it is not cleared away for another.
_LEAST, _SPARED = 4096, 60
#: The part of a store that is full that is cleared at once.
_CLEARED = 0.1
#: How uploads are called that are still on their way.
INCOMING = "incoming-"
_KEPT = re.compile(r"(?:kept|bare):([0-9a-f]{64}):(0|[1-9][0-9]{0,14}):([^:]+):([^:]*)(?::([0-9a-f]{32}))?")


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
        blobs: where its bytes are; `None` until a store has resolved it.
        bare: whether its base64 alone stands in the body, without the head of a data URL.
        seal: what says that a store gave it out to somebody who had sent it, or may see it.
    """

    sha256: str
    size: int
    media_type: str
    name: str
    head: str
    blobs: Blobs | None = field(default=None, compare=False, repr=False)
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

    def open(self, buffer: int = _BUFFER) -> BinaryIO:
        """
        Return its bytes as a file, which reads *buffer* of them at once.

        Raises:
            FileGoneError: they are not kept, or are away now.
        """
        if self.blobs is None:
            raise FileGoneError(self.name)
        try:
            return self.blobs.open(self.sha256, buffer)
        except FileNotFoundError:
            raise FileGoneError(self.name) from None

    def first(self, count: int = FIRST) -> bytes:
        """Return its first *count* bytes."""
        with self.open(count) as file:
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
    Files by the hash of their content; processes may share the place where they are.

    Args:
        place: a folder, made if it is not there, or `s3://bucket/prefix`.
        max_age: seconds after its last use that a file is kept.
        max_bytes: what all files together may have; each process counts what it adds itself between two sweeps.
        kept_hashes: returns the hashes of the files that are not cleared away to make room.

    Raises:
        OSError: the folder cannot be made, or others may look into it.
    """

    def __init__(
        self,
        place: Path | str,
        max_age: float = 3600,
        max_bytes: float = math.inf,
        kept_hashes: Callable[[], Container[str]] = frozenset,
    ) -> None:
        self.blobs, self.max_age, self.max_bytes, self.kept_hashes = blobs_at(place), max_age, max_bytes, kept_hashes
        self._room, self._counting = 0.0, Lock()
        #: The bytes that were ever added here, and what all files had besides when they were last listed: less than 0
        #: where more were deleted.
        self._added = 0.0
        self._others: float | None = None
        #: The room that is taken for files being written: their bytes may still be on their way.
        self._claimed = Counter[str]()

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
        return self._named(_blocks(stream, limit), name, media_type)

    def put_pieces(self, pieces: Iterable[bytes], media_type: str, name: str = "") -> StoredFile:
        """
        Keep *pieces*, of any sizes, one after the other; the names are those of `put`.

        Raises:
            StoreFullError: there is no room for it.
        """
        return self._named(_gathered(pieces), name, media_type)

    def _named(self, blocks: Iterator[bytes], name: str, media_type: str) -> StoredFile:
        first = next(blocks, b"")
        file, name = self._write(chain([first], blocks)), dataurl.clean_name(name)
        media_type = type_of(media_type, name, first[:FIRST])
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
            return self._write_blocks(blocks)
        except FilesAwayError as error:
            _log.exception("a file cannot be kept: %s", error.reason)
            raise StoreFullError("store-full" if error.full else "store-full.disk") from error

    def _write_blocks(self, blocks: Iterable[bytes]) -> StoredFile:
        digest, size = hashlib.sha256(), 0
        with self.blobs.new() as new:
            try:
                self.claim(new.label, _LEAST)
                for block in blocks:
                    size += len(block)
                    self.claim(new.label, len(block))
                    digest.update(block)
                    new.write(block)
                sha256 = digest.hexdigest()
                new.keep(sha256)
            finally:
                self.release(new.label)
        seal = self._seal(sha256)
        return StoredFile(sha256=sha256, size=size, media_type="", name="", head="", blobs=self.blobs, seal=seal)

    def resolve_sent(self, file: StoredFile) -> StoredFile | None:
        """
        Return *file* as `resolve` does where a request names it; `None` also where this store did not hand it out.

        Whoever can guess what a file holds knows its hash, and must not learn that somebody sent it.
        """
        return self.resolve(file) if hmac.compare_digest(file.seal, self._seal(file.sha256)) else None

    def _seal(self, sha256: str) -> str:
        return hmac.new(self.blobs.key(), sha256.encode(), hashlib.sha256).hexdigest()[:32]

    def resolve(self, file: StoredFile) -> StoredFile | None:
        """
        Return *file* with where its bytes are and its real size, kept for another `max_age`.

        Returns:
            `None` if it is no longer kept.

        Raises:
            FilesAwayError: nobody knows now.
        """
        if not HASH.fullmatch(file.sha256):
            return None
        try:
            size = self.blobs.touch(file.sha256)
        except FileNotFoundError:
            return None
        return replace(file, blobs=self.blobs, size=size, seal=self._seal(file.sha256))

    def sweep(self, hold: Container[str] = ()) -> int:
        """Delete the files not used for `max_age`, save those whose hash is in *hold*; return how many."""
        oldest, count, left, added = time.time() - self.max_age, 0, 0, self._added
        try:
            for blob in self.blobs.list():
                if blob.used < oldest and blob.name not in hold:
                    self.blobs.delete(blob.name)
                    count += 1
                else:
                    left += blob.size
            # What was added meanwhile may not be in the list.
            self._others = left - added
        except FilesAwayError as error:
            _log.warning("files cannot be swept: %s", error.reason)
        # What other processes added is counted anew.
        self._room = 0
        return count

    def release(self, name: str) -> None:
        """Count the file *name*, which was being written, no more."""
        with self._counting:
            self._claimed.pop(name, None)

    @property
    def used(self) -> float:
        """About how many bytes all files have: they are listed once, and then where that is done anyway."""
        if self._others is None:
            added = self._added
            self._others = sum(blob.size for blob in self.blobs.list()) - added
        return self._others + self._added

    def fault(self) -> str:
        """Return why no file can be kept now, or `""`."""
        fault = self.blobs.fault()
        return fault and f"files cannot be kept: {fault}"

    def claim(self, name: str, size: int) -> None:
        """Count *size* bytes more of the file *name*; raise `StoreFullError` where there is no room for them."""
        with self._counting:
            self._room -= size
            self._added += size
            if self._room < 0:
                self._room = self._make_room(size) - size
            if self._room < 0:
                raise StoreFullError
            self._claimed[name] += size

    def _make_room(self, size: int) -> float:
        """Return for how many bytes there is room; for less than *size*, clear away what was used the longest ago."""
        files = []
        for blob in self._listed():
            least = _LEAST if HASH.fullmatch(blob.name) else self._claimed[blob.name]
            files.append(blob._replace(size=max(blob.size, least)))
        elsewhere = self._claimed.keys() - {file.name for file in files}
        used = sum(file.size for file in files) + sum(self._claimed[name] for name in elsewhere)
        if used + size > self.max_bytes:
            kept_hashes, newest = self.kept_hashes(), time.time() - _SPARED
            for file in sorted(files):
                if file.used > newest or used + size <= self.max_bytes * (1 - _CLEARED):
                    break
                if file.name not in kept_hashes and HASH.fullmatch(file.name):
                    self.blobs.delete(file.name)
                    used -= file.size
        self._others = used + size - self._added
        return self.max_bytes - used

    def _listed(self) -> Iterable[BlobFacts]:
        try:
            return self.blobs.list()
        except FilesAwayError as error:
            _log.error("nobody knows how much room there is for files: %s", error.reason)
            raise StoreFullError("store-full.disk") from error


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
            return f"{decimal(size / bytes_in_it).removesuffix('.0')} {unit}"
    return ngettext("{count} byte", "{count} bytes", size, count=size)
