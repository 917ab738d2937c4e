"""An answer as it comes over a connection: its head at once, its body piece by piece."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webform.runners.base import CallError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.runners.sockets import Watched

#: How many bytes are asked for at a time.
STEP = 65_536
#: The most bytes of a head, and of what stands around the chunks of a body.
MAX_HEAD = 65_536
#: Statuses that have no body, whatever the head says.
_BARE = (204, 304)

_STATUS = re.compile(rb"HTTP/1\.([01]) +([1-5][0-9]{2})(?: [^\n]*)?\r?\n")
_BLANK = re.compile(rb"\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_LENGTH = re.compile(r"[0-9]{1,18}")
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\n]*)?\r?\n")


class Incoming:
    """
    The answer that comes over *line*, which is read up to its body.

    Args:
        line: the connection.

    Raises:
        CallError: it is no answer, or not whole.
    """

    def __init__(self, line: Watched) -> None:
        self._line = line
        #: What came and was not looked at yet.
        self._came = bytearray()
        head = self._head()
        while self.status < 200:
            if self.status == 101:
                raise CallError("bad-answer")
            head = self._head()
        #: The headers by their names in lower case.
        self.fields = _fields(head)
        self._chunked = self._is_chunked()
        #: The length of the body; `None` where it is not said.
        self.length = None if self._chunked else self._said_length()
        kept = self.field("connection").lower()
        self._ends = "close" in kept or not (self._is_1_1 or "keep-alive" in kept)
        if not self._chunked and self.length is None:
            self._ends = True

    @property
    def leaves_line(self) -> bool:
        """Whether the connection, once the body was read, may serve again."""
        return not self._ends and not self._came

    def stop(self) -> None:
        """Note that the rest of the body is not read."""
        self._ends = True

    def field(self, name: str) -> str:
        """Return the header *name*, in lower case; `""` where there is none."""
        return self.fields.get(name, "")

    def pieces(self) -> Iterator[bytes]:
        """
        Yield the body.

        Raises:
            CallError: it is not whole, or no body.
        """
        if self._chunked:
            while size := self._chunk_size():
                yield from self._take(size)
                if self._read_line(MAX_HEAD).strip():
                    raise CallError("bad-answer")
            self._skip_trailer()
        elif self.length is None:
            while self._came or self._more():
                yield self._next(len(self._came))
        else:
            yield from self._take(self.length)

    def _more(self) -> bool:
        """Wait for what comes next; tell whether anything did."""
        piece = self._line.recv(STEP)
        self._came += piece
        return bool(piece)

    def _next(self, size: int) -> bytes:
        """Return the next *size* bytes of what came, or all of it."""
        piece = bytes(self._came[:size])
        del self._came[:size]
        return piece

    def _take(self, size: int) -> Iterator[bytes]:
        while size:
            if not self._came and not self._more():
                raise CallError("cut-off")
            piece = self._next(size)
            size -= len(piece)
            yield piece

    def _head(self) -> bytes:
        """Read a head, and return its fields."""
        looked = 0
        while not (end := _BLANK.search(self._came, looked)):
            looked, status = max(len(self._came) - 2, 0), _STATUS.match(self._came)
            if looked > MAX_HEAD or (b"\n" in self._came and not status):
                raise CallError("bad-answer")
            if not self._more():
                raise CallError("cut-off" if status or not self._came else "bad-answer")
        status = _STATUS.match(self._came)
        if status is None or end.end() > MAX_HEAD:
            raise CallError("bad-answer")
        self._is_1_1, self.status = status[1] == b"1", int(status[2])
        fields = bytes(self._came[status.end() : end.start() + 1])
        del self._came[: end.end()]
        return fields

    def _is_chunked(self) -> bool:
        coding = self.field("transfer-encoding").lower()
        if coding not in ("", "identity", "chunked"):
            raise CallError("bad-answer")
        return coding == "chunked" and self.status not in _BARE

    def _said_length(self) -> int | None:
        if self.status in _BARE:
            return 0
        said = {each.strip() for each in self.field("content-length").split(",")}
        if said == {""}:
            return None
        # Two lengths leave open where the next answer begins.
        if len(said) > 1 or not _LENGTH.fullmatch(length := said.pop()):
            raise CallError("bad-answer")
        return int(length)

    def _read_line(self, limit: int) -> bytes:
        while (end := self._came.find(b"\n")) < 0:
            if len(self._came) > limit:
                raise CallError("bad-answer")
            if not self._more():
                raise CallError("cut-off")
        return self._next(end + 1)

    def _chunk_size(self) -> int:
        found = _CHUNK.fullmatch(self._read_line(MAX_HEAD))
        if not found:
            raise CallError("bad-answer")
        return int(found[1], 16)

    def _skip_trailer(self) -> None:
        left = MAX_HEAD
        while (line := self._read_line(left)).strip():
            left -= len(line)
            if left < 0:
                raise CallError("bad-answer")


def _fields(head: bytes) -> dict[str, str]:
    """Return the fields of *head* by their names in lower case; of a name that comes twice, both, between commas."""
    fields: dict[str, str] = {}
    for line in _FOLD.sub(b" ", head).decode("latin-1").split("\n")[:-1]:
        name, colon, value = line.partition(":")
        if not colon:
            raise CallError("bad-answer")
        name, value = name.strip().lower(), value.strip()
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    return fields
