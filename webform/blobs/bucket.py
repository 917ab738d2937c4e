"""Blobs in a bucket of a service that speaks S3, which the processes of many machines share."""

from __future__ import annotations

import io
import os
import re
import secrets
import tempfile
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

from webform.blobs.base import HASH, KEY_BYTES, BlobFacts, FilesAwayError, disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from obstore.store import S3Store

#: How the address of a bucket begins.
SCHEME = "s3://"
#: Objects beside the blobs: marks of when a blob was last used, the shared key, and one that is written as a trial.
_USED, _KEY, _TRIAL = "used/", "key", "trial"
#: Seconds that the shared key is known for: whoever empties the bucket makes another.
_KEY_AGE = 60.0
#: Seconds from its making on in which a blob needs no mark.
_NEW = 60.0
#: Bytes of a part, and parts that are sent at once: so much of a file is in memory.
_PART, _PARTS = 5 * 1024 * 1024, 2
#: A request that fails is tried again, for a time that a visitor waits.
_RETRIES: Any = {"max_retries": 3, "retry_timeout": timedelta(seconds=10)}
_CODE = re.compile(r"<Code>(\w+)</Code>")


class Bucket:
    """
    A bucket of blobs; credentials, region and endpoint are those of the environment, such as `AWS_ENDPOINT_URL`.

    Args:
        address: `s3://bucket/prefix`.
    """

    #: What is on its way is in the system's folder.
    incoming = None

    def __init__(self, address: str) -> None:
        self.address = address
        self._key, self._key_read = b"", 0.0

    @cached_property
    def _store(self) -> S3Store:
        # At its first use: a server forks after it is made, and threads do not outlive that.
        from obstore.store import S3Store  # noqa: PLC0415 - a package of the extra `s3`

        with _service():
            return S3Store.from_url(self.address, retry_config=_RETRIES)

    @contextmanager
    def new(self) -> Iterator[_NewObject]:
        """Return a blob to be written: a file of this machine until its name is known."""
        with disk():
            file = tempfile.TemporaryFile()  # noqa: SIM115 - closed below
        try:
            yield _NewObject(file, self)
        finally:
            # The disk may be full.
            with suppress(OSError):
                file.close()

    def put(self, name: str, file: BinaryIO) -> None:
        """Keep what *file* holds; nobody sees it before it is whole."""
        with _service():
            self._store.put(name, file, chunk_size=_PART, max_concurrency=_PARTS)

    def open(self, name: str, buffer: int) -> BinaryIO:
        """Return the bytes of a blob, each *buffer* of them asked for on its own: a slow reader keeps no connection."""
        with _service(of_object=True):
            size = self._store.head(name)["size"]
        return io.BufferedReader(_Range(self._store, name, size), max(1, buffer))

    def touch(self, name: str) -> int:
        """Note that a blob is used now, and return its bytes."""
        with _service(of_object=True):
            facts = self._store.head(name)
            # An object's time never changes, so another one says when it was used.
            if (datetime.now(UTC) - facts["last_modified"]).total_seconds() > _NEW:
                self._store.put(_USED + name, b"")
        return facts["size"]

    def delete(self, name: str) -> None:
        """Delete a blob, and its mark."""
        with _service():
            self._store.delete([_USED + name, name])

    def list(self) -> list[BlobFacts]:
        """Return all blobs, and marks whose blobs are gone."""
        used, sizes = dict[str, float](), dict[str, int]()
        with _service():
            for facts in (facts for page in self._store.list(chunk_size=1000) for facts in page):
                path, time = facts["path"], facts["last_modified"].timestamp()
                name = path.removeprefix(_USED)
                if HASH.fullmatch(name):
                    used[name] = max(time, used.get(name, time))
                    sizes[name] = sizes.get(name, 0) + facts["size"]
        return [BlobFacts(time, sizes[name], name) for name, time in used.items()]

    def key(self) -> bytes:
        """Return the key that is in the bucket."""
        if monotonic() - self._key_read > _KEY_AGE or not self._key:
            self._key, self._key_read = self._read_key(), monotonic()
        return self._key

    def _read_key(self) -> bytes:
        from obstore.exceptions import AlreadyExistsError  # noqa: PLC0415 - as above

        with suppress(FileNotFoundError), _service(of_object=True):
            return bytes(self._store.get(_KEY).bytes())
        with _service():
            # Whichever process is first makes it.
            with suppress(AlreadyExistsError):
                self._store.put(_KEY, os.urandom(KEY_BYTES), mode="create")
            return bytes(self._store.get(_KEY).bytes())

    def fault(self) -> str:
        """Return why nothing can be kept now."""
        try:
            with _service():
                self._store.put(_TRIAL, b"")
        except FilesAwayError as error:
            return f"{self.address}: {error.reason}"
        return ""


class _NewObject:
    """A file of this machine that becomes an object."""

    def __init__(self, file: BinaryIO, bucket: Bucket) -> None:
        self._file, self._bucket = file, bucket
        self.label = f"new-{secrets.token_hex(8)}"

    def write(self, block: bytes) -> None:
        with disk():
            self._file.write(block)

    def keep(self, name: str) -> None:
        with disk():
            self._file.seek(0)
        self._bucket.put(name, self._file)


class _Range(io.RawIOBase):
    """The bytes of an object, read by ranges."""

    def __init__(self, store: S3Store, name: str, size: int) -> None:
        self._store, self._name, self._size, self._at = store, name, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = max(0, base + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        length = min(len(buffer), self._size - self._at)
        if length <= 0:
            return 0
        with _service(of_object=True):
            data = self._store.get_range(self._name, start=self._at, length=length)
        buffer[: len(data)] = memoryview(data)
        self._at += len(data)
        return len(data)


@contextmanager
def _service(*, of_object: bool = False) -> Iterator[None]:
    """Raise what the service refuses as `FilesAwayError`, but for an *of_object* that is not there."""
    from obstore.exceptions import BaseError  # noqa: PLC0415 - a package of the extra `s3`

    try:
        yield
    except (BaseError, OSError) as error:
        if of_object and isinstance(error, FileNotFoundError):
            raise
        raise FilesAwayError(_reason(str(error))) from error


def _reason(text: str) -> str:
    """Return why a request failed: the code of the service, or the end of the first line, without addresses."""
    code = _CODE.search(text)
    return code[1] if code else text.partition("\n")[0].rpartition(" - ")[2]
