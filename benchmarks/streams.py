"""
Runs that send events, each on a stream: whether all arrive, once and in order, how late, and what the relay adds.

Events that come at one moment are kept in one write, and sent to the browsers after that.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from benchmarks.apps import started
from benchmarks.figures import Figure, interleaved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.apps import Started

STREAMS = 300
#: Events of each run, and seconds between two.
EVENTS, PAUSE = 60, 0.2
#: Seconds until all of them must be over.
PATIENCE = 90.0
MILLI = 1000
#: Streams that wait for a run that tells nothing; what their process may take, in MiB; and threads that it may begin.
IDLE, MEMORY, THREADS = 5000, 512, 16
#: Streams, events of each and seconds between two, where what the relay adds is measured; calls of a round, rounds.
FEW, FEW_EVENTS, FEW_PAUSE = 8, 60, 0.05
CALLS, ROUNDS = 100, 5


@dataclass
class _Stream:
    """What came over one stream."""

    opened: float = 0.0
    left: bytes = b""
    numbers: list[int] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
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
                self.numbers.append(int(facts.get(b"id", 0)))
                self.arrived.append(number)
                # What was told before anybody listened is not late.
                if sent > self.opened:
                    self.late.append(now - sent)

    @property
    def is_whole(self) -> bool:
        """Whether every event came once and in order, and the end."""
        order = list(range(EVENTS))
        return self.ended == "done" and self.arrived == order and self.numbers == [number + 1 for number in order]


def main() -> Iterator[Figure]:
    """Yield the figures."""
    yield from measured()
    yield from idle()
    yield from added()


def measured() -> Iterator[Figure]:
    """Yield what came of `STREAMS` runs at once."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("telling", folder=folder, at_once=STREAMS, events=EVENTS, pause=PAUSE) as server,
    ):
        _begin(server.url)
        before = _memory(server.memory_pids)
        addresses = [_begin(server.url) for _ in range(STREAMS)]
        streams, most = _hear(server.url, [_get(address) for address in addresses], server.memory_pids)
    late = [delay for stream in streams for delay in stream.late]
    whole = sum(stream.is_whole for stream in streams)
    came = sum(len(stream.arrived) for stream in streams)
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
    memory = (most - before) / STREAMS
    yield Figure(what="memory of a run and its stream", found=f"{memory:.0f} KiB", value=memory, most=256, unit=" KiB")


def idle() -> Iterator[Figure]:
    """Yield what streams cost that have nothing to send, and how late events of other runs are beside them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ExitStack() as opened,
        started("telling", folder=folder, at_once=FEW, events=EVENTS, pause=PAUSE) as server,
    ):
        (pid,) = server.memory_pids
        threads, request = _status(pid, "Threads"), _get(_begin(server.url, "idle"))
        for _ in range(IDLE):
            begun = opened.enter_context(_asked(server.url, request)).recv(65_536)
            assert begun.startswith(b"HTTP/1.0 200 "), begun
        threads, memory = _status(pid, "Threads") - threads, _status(pid, "VmRSS") / 1024
        addresses = [_begin(server.url) for _ in range(FEW)]
        worked = _worked(server)
        streams, _ = _hear(server.url, [_get(address) for address in addresses], [])
        worked = (_worked(server) - worked) / (EVENTS * PAUSE)
    what = f"{IDLE:,} idle streams"
    yield Figure(
        what=f"{what}: memory of their process", found=f"{memory:.0f} MiB", value=memory, most=MEMORY, unit=" MiB"
    )
    yield Figure(what=f"{what}: threads more", found=f"{threads}", value=threads, most=THREADS)
    late = f"median {_late(streams) * MILLI:.0f} ms; {worked:.0%} of a processor"
    yield Figure(what=f"{what}: from told to heard on {FEW} others", found=late)


def _status(pid: int, name: str) -> int:
    """Return the number of that name which the system has of a process."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def added() -> Iterator[Figure]:
    """Yield what an event and a call cost by way of the relay, beside the same from the tool itself."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("streaming", events=FEW_EVENTS, pause=FEW_PAUSE) as tool,
        started("webform", folder=folder, counts=[1], run_url=f"{tool.url}/run") as ours,
    ):
        body = json.dumps({"field0": "stream"})
        asked = f"POST /run HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        direct, _ = _hear(tool.url, [asked] * FEW, [])
        worked = _worked(ours)
        addresses = [_begin(ours.url, "plain-1", body) for _ in range(FEW)]
        relayed, _ = _hear(ours.url, [_get(address) for address in addresses], [])
        worked = (_worked(ours) - worked) / (FEW * FEW_EVENTS)
        yield _beside("an event", _late(relayed), _late(direct), worked)
        tasks = {"direct": _caller(f"{tool.url}/run"), "relayed": _caller(f"{ours.url}/tools/plain-1/run")}
        worked = _worked(ours)
        taken = {name: median(times) for name, times in interleaved(tasks, ROUNDS).items()}
        yield _beside("a call", taken["relayed"], taken["direct"], (_worked(ours) - worked) / (CALLS * ROUNDS))


def _late(streams: list[_Stream]) -> float:
    return median(delay for stream in streams for delay in stream.late)


def _beside(what: str, relayed: float, direct: float, worked: float) -> Figure:
    """Return the figure of *what*, in seconds, by way of the relay and without; *worked* is the processor's time."""
    found = f"{relayed * MILLI:.1f} ms, direct {direct * MILLI:.1f} ms; {worked * MILLI:.2f} ms of the processor"
    return Figure(what=f"{what}, relayed", found=found)


def _caller(url: str) -> Callable[[], float]:
    """Return what calls *url* so many times over one connection, and returns the median seconds of a call."""
    parts, body = urlsplit(url), json.dumps({"field0": "call"})
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Accept": "application/json"}

    def call() -> float:
        start = time.perf_counter()
        connection.request("POST", parts.path, body, headers)
        with connection.getresponse() as answer:
            answer.read()
        return time.perf_counter() - start

    return lambda: median(call() for _ in range(CALLS))


def _worked(server: Started) -> float:
    """Return the seconds of the processor that *server* has taken so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split() for pid in server.memory_pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def _begin(url: str, tool: str = "telling", body: str = "{}") -> str:
    """Begin a run of *tool*; return its address."""
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Prefer": "respond-async"}
    with urlopen(Request(f"{url}/tools/{tool}/run", body.encode(), headers)) as answer:
        return str(answer.headers["Location"])


def _get(address: str) -> str:
    # Without chunks of the protocol's own between those of the stream.
    return f"GET {address}/events HTTP/1.0\r\n\r\n"


def _hear(url: str, requests: list[str], pids: list[int]) -> tuple[list[_Stream], float]:
    """Hear the streams that *requests* ask for to their ends; return them, and the most memory *pids* took, in KiB."""
    ready, streams = selectors.DefaultSelector(), list[_Stream]()
    for request in requests:
        opened = _asked(url, request)
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


def _asked(url: str, request: str) -> socket.socket:
    """Return a connection on which *request* was sent."""
    parts = urlsplit(url)
    opened = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=PATIENCE)
    opened.sendall(request.replace("\r\n", f"\r\nHost: {parts.netloc}\r\n", 1).encode())
    return opened


def _memory(pids: list[int]) -> float:
    """Return what the processes have in memory, in KiB."""
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text("ascii") for pid in pids]
    return float(sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("Pss:")))


if __name__ == "__main__":
    main()
