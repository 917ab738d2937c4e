"""Many streams of events in one thread: connections that a server handed over once their answers had begun."""

from __future__ import annotations

import logging
import selectors
import socket
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import randbelow
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

#: The key in the environ of a server that takes connections over: what its answers then call, before they begin.
TAKES_OVER = "webform.takes_over"
#: Seconds after which a client that reads nothing more is given up.
STUCK = 30.0
#: Bytes that the system keeps of a stream for a client that reads slowly; it would take megabytes.
BUFFER = 64 * 1024
#: Seconds between two looks for streams that are due, or stuck.
TICK = 1.0
#: Milliseconds after which a browser connects again; and at most as many more when all are sent elsewhere.
RETRY, RETRY_SPREAD = 1000, 3000
_READ, _BOTH = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE

_log = logging.getLogger(__name__)


class Source(Protocol):
    """Where the bytes of a stream come from; it never waits but where that is asked of it."""

    over: bool
    #: Whether there is more already than the last `read` returned.
    has_more: bool

    @staticmethod
    def look(sources: Sequence[Any]) -> None:
        """Look once for what all of *sources*, which are of this kind, read next."""

    @property
    def due(self) -> float:
        """When there may be more though nobody said so."""

    def read(self) -> bytes:
        """Return what there is to send now, `b""` where there is nothing; the last of it once it is `over`."""

    def wait(self) -> None:
        """Return when there may be more, where a thread of its own waits for that."""

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called, from any thread, when there may be more; return what ends that."""


class HandedOver(BaseException):
    """
    Raised by an answer whose head is sent: the rest is for whoever feeds the streams of the process.

    It is no fault, and nothing that handles faults may handle it.

    Args:
        source: where the rest comes from.
        left: called once the stream is over, or its client has gone.
        chunked: whether the body is sent in chunks.
    """

    def __init__(self, source: Source, left: Callable[[], None], *, chunked: bool) -> None:
        super().__init__()
        self.source, self.left, self.chunked = source, left, chunked


@dataclass(eq=False, slots=True, kw_only=True)
class _Stream:
    """A connection, what is still to be sent on it, and when it last took anything."""

    connection: socket.socket
    source: Source
    left: Callable[[], None]
    chunked: bool
    end_watch: Callable[[], None] = lambda: None
    unsent: bytes = b""
    moved: float = field(default_factory=monotonic)
    is_woken: bool = False
    is_closed: bool = False

    def put(self, data: bytes, *, last: bool) -> None:
        """Have *data* sent, of which nothing waits; nothing comes after what is *last*."""
        if self.chunked:
            data = (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + (b"0\r\n\r\n" if last else b"")
        self.unsent, self.moved = data, monotonic()

    def pull(self) -> bool:
        """Have what there is now sent; tell whether that is anything."""
        if not self.source.over:
            data = self.source.read()
            self.put(data, last=self.source.over)
        return bool(self.unsent)

    def send(self) -> None:
        """Send what the connection takes now."""
        with suppress(BlockingIOError):
            while self.unsent:
                self.unsent = self.unsent[self.connection.send(self.unsent) :]
                self.moved = monotonic()


class Feeder:
    """The streams of a process, and the thread that feeds them, begun with the first."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._bell, self._ring = socket.socketpair()
        for end in (self._bell, self._ring):
            end.setblocking(False)
        self._selector.register(self._bell, _READ)
        #: Streams to look at, those just taken among them.
        self._woken = deque[_Stream]()
        self._streams = set[_Stream]()
        self._is_rung = self._ends = self._is_closed = False
        self._thread: Thread | None = None
        self._lock = Lock()

    def take(self, connection: socket.socket, handed_over: HandedOver) -> None:
        """Take over *connection*, and close it at the end."""
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        stream = _Stream(
            connection=connection,
            source=handed_over.source,
            left=handed_over.left,
            chunked=handed_over.chunked,
        )
        self._wake(stream)
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True, name="webform-streams")
                self._thread.start()

    def end(self) -> None:
        """Send the clients of all streams elsewhere, now and from now on."""
        self._ends = True
        self._call()

    def close(self, seconds: float) -> None:
        """Do as `end`, and return when it is done; at the latest after *seconds*."""
        self._is_closed = True
        self.end()
        if self._thread:
            self._thread.join(seconds)

    def _wake(self, stream: _Stream) -> None:
        if not stream.is_woken:
            stream.is_woken = True
            self._woken.append(stream)
            self._call()

    def _call(self) -> None:
        """Have the thread look."""
        if not self._is_rung:
            self._is_rung = True
            # Full is as good as rung.
            with suppress(BlockingIOError):
                self._ring.send(b"\0")

    def _work(self) -> None:
        looked = monotonic()
        while self._streams or self._woken or not self._is_closed:
            for key, events in self._selector.select(self._pause()):
                self._on_ready(key.data, events)
            # Those that are woken meanwhile come after the clients that are ready.
            self._look_at(self._woken.popleft() for _ in range(len(self._woken)))
            if self._ends:
                for stream in list(self._streams):
                    self._send_away(stream)
            now = monotonic()
            if now - looked >= TICK:
                looked = now
                self._look_at_due(now)

    def _pause(self) -> float | None:
        """Return the seconds to wait for clients and for what wakes; `None` where nothing else is to be done."""
        if self._woken:
            return 0
        return TICK if self._streams else None

    def _on_ready(self, stream: _Stream | None, events: int) -> None:
        if stream is None:
            self._bell.recv(64)
            # From here on one that is woken rings again; those before are looked at next.
            self._is_rung = False
            return
        if events & selectors.EVENT_READ and _has_gone(stream.connection):
            self._close(stream)
        elif events & selectors.EVENT_WRITE:
            self._guarded(stream, self._advance)

    def _look_at_due(self, now: float) -> None:
        due = []
        for stream in list(self._streams):
            if stream.unsent and now - stream.moved > STUCK:
                self._close(stream)
            elif not stream.unsent and stream.source.due <= now:
                due.append(stream)
        self._look_at(due)

    def _look_at(self, streams: Iterable[_Stream]) -> None:
        """Send what there is on *streams*, until there is nothing more or their connections take no more."""
        looked = list(streams)
        for stream in looked:
            # One that is woken from here on is looked at again.
            stream.is_woken = False
            self._guarded(stream, self._enter)
        groups: dict[type[Source], list[Source]] = {}
        for stream in looked:
            if not stream.is_closed and not stream.unsent and not stream.source.over:
                groups.setdefault(type(stream.source), []).append(stream.source)
        for kind, sources in groups.items():
            # Where that is not possible now each says so when it is read.
            with suppress(Exception):
                kind.look(sources)
        for stream in looked:
            self._guarded(stream, self._advance)

    def _guarded(self, stream: _Stream, act: Callable[[_Stream], None]) -> None:
        """Do *act* with *stream*, which is closed where that is not possible."""
        if stream.is_closed:
            return
        try:
            act(stream)
        except OSError:
            self._close(stream)
        except Exception:  # noqa: BLE001 - logged; its client connects again
            # A fault of one stream must not end all others.
            _log.exception("a stream of events broke off")
            self._close(stream)

    def _advance(self, stream: _Stream) -> None:
        stream.send()
        while not stream.unsent and stream.pull():
            stream.send()
            if not stream.source.has_more:
                break
        if stream.source.over and not stream.unsent:
            self._close(stream)
        else:
            self._selector.modify(stream.connection, _BOTH if stream.unsent else _READ, stream)

    def _enter(self, stream: _Stream) -> None:
        if stream in self._streams:
            return
        self._streams.add(stream)
        self._selector.register(stream.connection, _READ, stream)
        stream.end_watch = stream.source.watch(lambda: self._wake(stream))

    def _send_away(self, stream: _Stream) -> None:
        """End *stream*; a client that reads on is sent elsewhere."""
        if not stream.unsent:
            # It connects again, but not all of them at once.
            stream.put(f"retry: {RETRY + randbelow(RETRY_SPREAD)}\n\n".encode(), last=True)
            with suppress(OSError):
                stream.send()
        self._close(stream)

    def _close(self, stream: _Stream) -> None:
        """Let go of *stream*, and of whose share it was."""
        stream.is_closed = True
        stream.end_watch()
        self._streams.discard(stream)
        with suppress(KeyError, ValueError):
            self._selector.unregister(stream.connection)
        with suppress(OSError):
            stream.connection.shutdown(socket.SHUT_WR)
        stream.connection.close()
        stream.left()


def _has_gone(connection: socket.socket) -> bool:
    """Read what a client sends, which is nothing to us; tell whether it has closed its side."""
    try:
        return not connection.recv(4096)
    except BlockingIOError:
        return False
    except OSError:
        return True
