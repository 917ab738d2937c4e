"""Many runs that tell of themselves, each on a stream: what arrives, once and in order, how late, for what memory."""

from __future__ import annotations

import json
import selectors
import socket
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from benchmarks.apps import started
from benchmarks.figures import Figure, show

if TYPE_CHECKING:
    from collections.abc import Iterator

STREAMS = 300
#: Events of each run, and seconds between two.
EVENTS, PAUSE = 60, 0.2
#: Seconds until all of them must be over.
PATIENCE = 90.0
MILLI = 1000


@dataclass
class _Stream:
    """What came over one stream."""

    opened: float = 0.0
    left: bytes = b""
    numbers: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    ended: str = ""

    def hear(self, data: bytes) -> None:
        """Take in what came."""
        now = time.time()
        *whole, self.left = (self.left + data).split(b"\n\n")
        for part in whole:
            facts = dict(line.split(b": ", 1) for line in part.split(b"\n") if b": " in line)
            kind = facts.get(b"event", b"").decode()
            if kind in ("done", "failed"):
                self.ended = kind
            elif kind == "log":
                number, sent = json.loads(json.loads(facts[b"data"])["message"])
                self.numbers.append(int(facts[b"id"]))
                self.told.append(number)
                # What was told before anybody listened is not late.
                if sent > self.opened:
                    self.late.append(now - sent)

    @property
    def is_whole(self) -> bool:
        """Whether every event came once and in order, and the end."""
        order = list(range(EVENTS))
        return self.ended == "done" and self.told == order and self.numbers == [each + 1 for each in order]


def main() -> None:
    """Print the figures."""
    show(measured())


def measured() -> Iterator[Figure]:
    """Yield what came of `STREAMS` runs at once."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("telling", folder=folder, at_once=STREAMS, events=EVENTS, pause=PAUSE) as server,
    ):
        _begin(server.url)
        before = _memory(server.memory_pids)
        addresses = [_begin(server.url) for _ in range(STREAMS)]
        streams, most = _follow(server.url, addresses, server.memory_pids)
    late = [each for stream in streams for each in stream.late]
    whole = sum(each.is_whole for each in streams)
    came = sum(len(each.told) for each in streams)
    what = f"{STREAMS} streams at once"
    yield Figure(
        what=f"{what}: whole and in order",
        found=f"{whole} streams, {came:,} of {STREAMS * EVENTS:,} events",
        value=whole,
        least=STREAMS,
    )
    yield Figure(
        what=f"{what}: from told to heard",
        found=f"median {median(late) * MILLI:.0f} ms, 95 of 100 within {quantiles(late, n=20)[-1] * MILLI:.0f} ms",
    )
    each = (most - before) / STREAMS
    yield Figure(what="memory of a run and its stream", found=f"{each:.0f} KiB", value=each, most=256, unit=" KiB")


def _begin(url: str) -> str:
    """Begin a run; return its address."""
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Prefer": "respond-async"}
    with urlopen(Request(f"{url}/tools/telling/run", b"{}", headers)) as answer:
        return str(answer.headers["Location"])


def _follow(url: str, addresses: list[str], pids: list[int]) -> tuple[list[_Stream], float]:
    """Hear all streams to their ends; return them, and the most memory the server took meanwhile, in KiB."""
    parts = urlsplit(url)
    ready, streams = selectors.DefaultSelector(), list[_Stream]()
    for address in addresses:
        opened = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=PATIENCE)
        # Without chunks of the protocol's own between those of the stream.
        opened.sendall(f"GET {address}/events HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
        streams.append(_Stream(time.time()))
        ready.register(opened, selectors.EVENT_READ, streams[-1])
    going, ends, most = len(streams), time.time() + PATIENCE, 0.0
    looked = 0.0
    while going and time.time() < ends:
        for key, _ in ready.select(1):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            data = connection.recv(65_536)
            if data:
                key.data.hear(data)
                continue
            ready.unregister(connection)
            connection.close()
            going -= 1
        if time.time() - looked > 1:
            looked, most = time.time(), max(most, _memory(pids))
    return streams, most


def _memory(pids: list[int]) -> float:
    """Return what the processes have in memory, in KiB."""
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text("ascii") for pid in pids]
    return float(sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("Pss:")))


if __name__ == "__main__":
    main()
