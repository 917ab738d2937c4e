"""The events of a run, from the process of a function to ours: a line of JSON each, and not too many."""

from __future__ import annotations

import io
import json
import logging
import os
import secrets
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds between two events of which only the last counts.
PAUSE = 0.05
#: Characters of a value that a run has so far, of a line of a log; lines of one run.
MAX_PARTIAL, MAX_LINE, MAX_LINES = 1_000_000, 8_000, 10_000
_LATEST = ("progress", "partial")


class Channel:
    """Writes events to the file descriptor *output*."""

    def __init__(self, output: int) -> None:
        self._output, self._lock = output, Lock()
        self._late: dict[str, dict[str, Any]] = {}
        self._last: dict[str, float] = {}
        self._lines = 0

    def begin(self) -> None:
        """Note that a run begins."""
        with self._lock:
            self._lines = 0
            self._late.clear()
            self._last.clear()

    def tell(self, event: dict[str, Any]) -> None:
        """Write *event*; one of which only the last counts may be left out, or come later."""
        kind = event["type"]
        with self._lock:
            if kind in _LATEST:
                self._late[kind] = event
                if monotonic() - self._last.get(kind, 0.0) < PAUSE:
                    return
                self._last[kind] = monotonic()
            elif kind == "log":
                self._lines += 1
                if self._lines > MAX_LINES:
                    return
                event = {**event, "message": event["message"][:MAX_LINE]}
            self._late.pop(kind, None)
            self._write(event)

    def end(self, event: dict[str, Any]) -> None:
        """Write *event*, the last of a run, after those that were to come later."""
        with self._lock:
            for late in self._late.values():
                self._write(late)
            self._late.clear()
            self._write(event)

    def _write(self, event: dict[str, Any]) -> None:
        try:
            text = json.dumps(event, allow_nan=False)
        except (TypeError, ValueError):
            # What no value of JSON is, such as a progress of NaN, is not told.
            return
        if event["type"] == "partial" and len(text) > MAX_PARTIAL:
            return
        rest = memoryview(text.encode() + b"\n")
        while rest:
            rest = rest[os.write(self._output, rest) :]


def text_stream(output: Output) -> io.TextIOWrapper:
    """Return the stream of texts that are written to *output* at once."""
    return io.TextIOWrapper(output, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)


class Output(io.RawIOBase):
    """A stream of bytes whose lines are lines of the log of the run."""

    def __init__(self, channel: Channel, level: str) -> None:
        super().__init__()
        self._channel, self._level, self._rest = channel, level, b""
        self._pipe: _Pipe | None = None

    @property
    def name(self) -> str:
        """What it is called, as streams are."""
        return f"<{self._level}>"

    def writable(self) -> bool:
        """Tell that it is written to."""
        return True

    def write(self, data: Any) -> int:
        """Tell of the lines that end within *data*."""
        content = bytes(data)
        *lines, self._rest = (self._rest + content).split(b"\n")
        for line in lines:
            self._tell(line)
        return len(content)

    def fileno(self) -> int:
        """Return the end of a pipe, for programs: its lines are lines of the log as well."""
        if self._pipe is None:
            self._pipe = _Pipe(self._tell)
        return self._pipe.end

    def close(self) -> None:
        """Do nothing: the next run writes to it."""

    def finish(self) -> None:
        """Tell of what programs wrote, and of the line that has no end."""
        if self._pipe is not None:
            self._pipe.finish()
        rest, self._rest = self._rest, b""
        self._tell(rest)

    def _tell(self, line: bytes) -> None:
        # A bar that is drawn anew in its line is as it was last.
        shown = line.decode("utf-8", "replace").rstrip("\r").rpartition("\r")[2]
        if shown.strip():
            self._channel.tell({"type": "log", "level": self._level, "message": shown})


class _Pipe:
    """A pipe of which each line is told."""

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        self._start, self.end = os.pipe()
        self._tell, self._mark, self._read_all = tell, secrets.token_bytes(16).hex().encode(), Event()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        rest = b""
        while data := os.read(self._start, 65_536):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line == self._mark:
                    self._read_all.set()
                else:
                    self._tell(line)

    def finish(self) -> None:
        """Wait until what was written by now is told."""
        self._read_all.clear()
        # The function may have closed it.
        with suppress(OSError):
            os.write(self.end, b"\n" + self._mark + b"\n")
            self._read_all.wait(1.0)


class Records(logging.Handler):
    """Tells of records of `logging` as lines of the log of the run."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of *record*."""
        try:
            message = self.format(record)
        except Exception:  # noqa: BLE001 - as all handlers, which tell of their own faults elsewhere
            self.handleError(record)
            return
        event = {"type": "log", "level": record.levelname.lower(), "message": message, "logger": record.name}
        self._channel.tell(event)
