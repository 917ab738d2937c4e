"""
Thousands of runs in flight, of a tool that sleeps 1 to 30 s and tells an event each second.

Many machines are web processes, four workers and PostgreSQL, all on this one; one process is webform with SQLite;
Gradio has the same function behind its queue. One after the other has a few runs in flight first, all of them listened
to, and then, started anew, the most, half of them listened to; the client, which keeps as many in flight, is on this
machine as well. Workers are started, and Gradio's function begins, once as many wait: two processors end runs about
as fast as they begin them. Workers, and Gradio, have threads for a tenth of the most, and the others wait; one process
has one for each. An ideal server ends as many runs a second as it has threads at work, by the mean seconds of a run. In
flight is what the database says, or Gradio's function.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from sqlalchemy import create_engine, text

from benchmarks.beside import GRADIO
from benchmarks.crowd import SECONDS, Gradio, Webform, crowded
from benchmarks.faults import make_room
from benchmarks.figures import Figure, show
from tests.runs.cluster import Cluster
from tests.runs.postgres import postgres
from tests.servers import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from benchmarks.crowd import Load, Server

FEW, MOST, WEBS, WORKERS = 100, 2000, 3, 4
#: Seconds that are measured with few in flight, and with the most.
QUIET, LOUD = 10.0, 35.0
MEAN = sum(SECONDS) / 2
STARTING = 60
#: Where the clients come from, as webform sees it: each says which address of its own it has.
PROXY = "127.0.0.1"
TICKS = os.sysconf("SC_CLK_TCK")


class Served(NamedTuple):
    """A server under load: its clients, its processes, and how many runs it has at work at once."""

    server: Server
    processes: dict[str, list[int]]
    at_work: int
    #: Has runs executed, where that is not done by itself.
    work: Callable[[], None] = lambda: None


def main(few: int = FEW, most: int = MOST, quiet: float = QUIET, loud: float = LOUD) -> Iterator[Figure]:
    """
    Yield the figures.

    Args:
        few: the runs in flight that all servers have first.
        most: those that they have then; half of them are listened to.
        quiet: seconds that the few are measured.
        loud: seconds that the most are measured.
    """
    with ExitStack() as stack:
        database = stack.enter_context(postgres())
        make_room(database)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers: dict[str, Callable[[], AbstractContextManager[Served]]] = {
            "many machines": lambda: _many(database.new_database(), Path(tempfile.mkdtemp(dir=folder)), most // 10),
            "one process": lambda: _one(Path(tempfile.mkdtemp(dir=folder)), most),
        }
        if GRADIO.is_dir():
            servers["Gradio"] = lambda: _gradio(most // 10)
        for name, start in servers.items():
            for full, listening, seconds in ((few, few, quiet), (most, most // 2, loud)):
                with start() as served:
                    yield from loaded(name, served, full, listening, seconds)
        if not GRADIO.is_dir():
            yield Figure(what="not compared with", found="Gradio: `make bench` installs it")


def loaded(name: str, served: Served, full: int, listening: int, seconds: float) -> Iterator[Figure]:
    """Yield what *served* comes to with *full* runs in flight, so many of them listened to."""

    def used() -> dict[str, float]:
        return {kind: sum(map(_worked, pids)) for kind, pids in served.processes.items()} | {"client": _worked_self()}

    load = crowded(served.server, full, listening, seconds, used=used, work=served.work)
    what, ideal = f"{name}, {full:,} runs", min(full, served.at_work) / MEAN
    yield Figure(what=f"{what}: in flight", found=_flights(load))
    yield Figure(what=f"{what}: runs ended", found=f"{load.rate:.1f}/s, {load.rate / ideal:.2f} of the ideal")
    late = f"median {load.half:,.0f} ms, 99 of 100 within {load.most:,.0f} ms, of {len(load.late):,}"
    yield Figure(what=f"{what}: latency of events", found=late)
    yield Figure(what=f"{what}: requests refused", found=f"{load.refused:,}")
    costs = ", ".join(f"{kind} {1000 * value / max(1, load.ended):.0f} ms" for kind, value in load.used.items())
    busy = sum(load.used.values()) / load.seconds
    yield Figure(what=f"{what}: processor for each that ended", found=f"{costs}; {busy:.1f} processors busy")
    memory = {kind: [*map(_memory, pids)] for kind, pids in served.processes.items()}
    parts = ", ".join(f"{len(sizes)} × {kind} {median(sizes):.0f} MiB" for kind, sizes in memory.items())
    yield Figure(what=f"{what}: memory", found=f"{parts}; {sum(map(sum, memory.values())):,.0f} MiB in all")


def _flights(load: Load) -> str:
    everything = [flight.all for flight in load.flights]
    running = [flight.running for flight in load.flights]
    waiting = [flight.waiting for flight in load.flights]
    return (
        f"median {median(everything):,.0f}, most {max(everything):,}: {median(running):,.0f} at work (most "
        f"{max(running):,}), {median(waiting):,.0f} waiting (most {max(waiting):,}); "
        f"{median(load.streams):,.0f} streams; after {load.filled:.0f} s"
    )


@contextmanager
def _many(database: str, folder: Path, at_work: int) -> Iterator[Served]:
    # One of three tools has half of the places.
    cluster = Cluster(database, folder, lease=20, at_once=MOST * 2 + 1, quiet=True)
    try:
        webs = [cluster.start("web", f"web-{number}", TRUSTED_PROXY=PROXY) for number in range(WEBS)]
        threads = str(-(-at_work // WORKERS))
        processes: dict[str, list[int]] = {
            "web process": [node.process.pid for node in webs],
            "worker": [],
            "PostgreSQL": [_postmaster(database)],
        }

        def work() -> None:
            for number in range(WORKERS):
                node = cluster.start("worker", f"worker-{number}", THREADS=threads)
                processes["worker"].append(node.process.pid)

        yield Served(Webform([node.address for node in webs], database), processes, at_work, work)
    finally:
        cluster.close()


@contextmanager
def _one(folder: Path, at_work: int) -> Iterator[Served]:
    file = str(folder / "runs.sqlite")
    cluster = Cluster(file, folder, lease=20, at_once=2 * at_work + 1, quiet=True)
    try:
        web = cluster.start("web", "one", TRUSTED_PROXY=PROXY)
        yield Served(Webform([web.address], f"sqlite:///{file}"), {"process": [web.process.pid]}, at_work)
    finally:
        cluster.close()


@contextmanager
def _gradio(at_work: int) -> Iterator[Served]:
    port = free_port()
    command = [str(GRADIO / "bin/python"), "-m", "benchmarks.sleeping_gradio", str(port), str(at_work)]
    environ = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
    called = [0, 0]

    def read() -> None:
        for line in process.stdout or ():
            counts = line.split()
            if len(counts) == 2 and all(map(str.isdigit, counts)):
                called[:] = map(int, counts)

    def work() -> None:
        if process.stdin:
            print(file=process.stdin, flush=True)

    threading.Thread(target=read, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(STARTING * 10):
            try:
                urlopen(url).close()
                break
            except URLError:
                time.sleep(0.1)
        yield Served(Gradio(url, called), {"process": [process.pid]}, at_work, work)
    finally:
        process.kill()
        process.wait()


def _postmaster(database: str) -> int:
    """Return the process that serves *database*, whose children are its connections."""
    engine = create_engine(database)
    with engine.connect() as connection:
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        parent = int(_stat(own)[1])
    engine.dispose()
    return parent


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()


def _worked(pid: int) -> float:
    """Return the seconds of the processor that a process and its children have taken, those that ended as well."""
    found = 0
    for process in _with_children(pid):
        # A connection may have ended meanwhile.
        with suppress(OSError):
            found += sum(map(int, _stat(process)[11:15]))
    return found / TICKS


def _worked_self() -> float:
    return sum(os.times()[:2])


def _memory(pid: int) -> float:
    """Return what a process and its children have in memory, in MiB; what several share counts in parts."""
    found = 0
    for process in _with_children(pid):
        with suppress(OSError):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found / 1024


def _with_children(pid: int) -> list[int]:
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())]


if __name__ == "__main__":
    show(main(*map(int, sys.argv[1:])))
