"""An answer as http.client reads it, refused where it leaves open where it ends."""

from __future__ import annotations

import io
import re
from http.client import CONTINUE, BadStatusLine, HTTPException, HTTPResponse, IncompleteRead, LineTooLong
from typing import TYPE_CHECKING, Any

from urllib3.exceptions import HTTPError

from webform.runners.base import CallError

if TYPE_CHECKING:
    from socket import socket

    import urllib3

    from webform.runners.deadlines import Deadline

#: How many bytes are asked for at a time.
STEP = 65_536
#: The most bytes of a head, and of what stands around each chunk of a body.
MAX_HEAD = 65_536
_LENGTH = re.compile(r"[0-9]{1,18}")
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\n]*)?\r?\n")


class _Timed(io.RawIOBase):
    """The bytes of a connection, within a deadline; `tell` is how many came."""

    def __init__(self, connection: io.RawIOBase, deadline: Deadline) -> None:
        self._connection, self._deadline, self._came = connection, deadline, 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._came

    def readinto(self, buffer: Any, /) -> int:
        size = self._connection.readinto(buffer) or 0
        self._deadline.note_piece()
        self._came += size
        return size

    def close(self) -> None:
        self._connection.close()
        super().close()


class _Reader(io.BufferedReader):
    """What http.client reads from: lines of `MAX_HEAD` bytes at most between two pieces of a body, none cut off."""

    is_read = False
    _left = MAX_HEAD

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(self._left + 1)
        self._left -= len(line)
        if self._left < 0:
            raise LineTooLong("head")
        if not line.endswith(b"\n"):
            raise IncompleteRead(line)
        return line

    def read1(self, size: int = -1, /) -> bytes:
        self._left = MAX_HEAD
        return super().read1(size)

    def close(self) -> None:
        if not self.closed:
            self.is_read = self.raw.tell() == self.tell()
        super().close()


class StrictResponse(HTTPResponse):
    """The answer to a request with *method* over *connection*; what http.client would guess is refused."""

    def __init__(self, connection: socket, deadline: Deadline, method: str) -> None:
        super().__init__(connection, method=method)
        self.fp = self._reader = _Reader(_Timed(self.fp.detach(), deadline), STEP)

    @property
    def leaves_connection(self) -> bool:
        """Whether it was read, and nothing came after it."""
        return self.isclosed() and self._reader.is_read and not self.will_close

    def begin(self) -> None:
        super().begin()
        codings = [coding.lower() for coding in self.headers.get_all("transfer-encoding", ())]
        lengths = {
            length.strip() for value in self.headers.get_all("content-length", ()) for length in value.split(",")
        }
        # Two lengths leave open where the next answer begins.
        if self.headers.defects or codings not in ([], ["identity"], ["chunked"]) or len(lengths) > 1:
            raise HTTPException("head")
        if not all(map(_LENGTH.fullmatch, lengths)):
            raise HTTPException("length")
        if lengths and self.length != 0 and not self.chunked:
            self.length, self.will_close = int(lengths.pop()), self._check_close()  # type: ignore[attr-defined]

    def _read_status(self) -> tuple[str, int, str]:
        version, status, reason = super()._read_status()  # type: ignore[misc]
        if status == 101 or status > 599:
            raise BadStatusLine("status")
        # The heads of 100 alone are passed over by http.client.
        return version, CONTINUE if status < 200 else status, reason

    def _read_next_chunk_size(self) -> int:
        found = _CHUNK.fullmatch(self._reader.readline())
        if not found:
            raise HTTPException("chunk")
        return int(found[1], 16)


def field(response: urllib3.HTTPResponse, name: str) -> str:
    """Return the header *name* of *response*; `""` where there is none."""
    return response.headers.get(name, "").strip()


def failure_of(error: BaseException, deadline: Deadline) -> BaseException:
    """Return what *error* of an exchange means: its time was over, or the answer broke off, or is none."""
    if not isinstance(error, OSError | HTTPException | HTTPError):
        return error
    cause = error.__cause__ or error
    return deadline.failure or CallError("cut-off" if isinstance(cause, OSError | IncompleteRead) else "bad-answer")
