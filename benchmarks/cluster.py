"""
Runs of a tool that sleeps 1 to 30 s and tells an event each second: many machines, one process, Gradio's queue.

Many machines are web processes, four workers and PostgreSQL, all on this one, with the clients beside them; one process
is webform with SQLite. First the three take turns under the same crowd, every client of which listens; then the many
machines alone have the largest crowd that fits here, of which half listen. A client begins a run once its last one is
over, so an ideal server ends as many runs a second as there are clients, by the mean seconds of a run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from sqlalchemy import create_engine, text

from benchmarks.beside import GRADIO
from benchmarks.crowd import SECONDS, Gradio, Load, Webform, crowded
from benchmarks.faults import make_room
from benchmarks.figures import Figure, interleaved, show
from tests.runs.cluster import Cluster
from tests.runs.postgres import postgres
from tests.servers import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CROWD, LARGEST, WEBS, WORKERS = 200, 2000, 3, 4
#: Seconds of a round, and rounds.
ROUND, ROUNDS = 30.0, 3
MEAN = sum(SECONDS) / 2
STARTING = 60
#: Where the clients come from, as webform sees it: each says which address of its own it has.
PROXY = "127.0.0.1"


class Served(NamedTuple):
    """A server under load: how its clients reach it, its processes, and what it is called."""

    clients: Webform | Gradio
    processes: dict[str, list[int]]
    name: str


def main(crowd: int = CROWD, largest: int = LARGEST, rounds: int = ROUNDS, seconds: float = ROUND) -> Iterator[Figure]:
    """
    Yield the figures.

    Args:
        crowd: the clients that all servers have in turn.
        largest: the clients that many machines have; half of them listen.
        rounds: how often the servers take turns.
        seconds: of a round.
    """
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        make_room(server)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        many, cluster = stack.enter_context(_many(server.new_database(), folder / "many", largest))
        servers = [many, stack.enter_context(_one(folder / "one", crowd))]
        if GRADIO.is_dir():
            servers.append(stack.enter_context(_gradio(crowd)))
        yield from compared(servers, crowd, rounds, seconds)
        yield from alone(many, cluster, largest, seconds)
        if not GRADIO.is_dir():
            yield Figure(what="not compared with", found="Gradio: `make bench` installs it")


def compared(servers: list[Served], crowd: int, rounds: int, seconds: float) -> Iterator[Figure]:
    """Yield what the *servers* came to in turns under the same crowd, the first beside the others."""

    def task(served: Served) -> Callable[[], Load]:
        return lambda: crowded(served.clients, crowd, crowd, seconds)

    found = interleaved({served.name: task(served) for served in servers}, rounds)
    for what, unit, value in (
        ("runs ended", "/s", lambda load: load.rate),
        ("latency of events, median", " ms", lambda load: load.half),
        ("latency of events, 99 of 100 within", " ms", lambda load: load.most),
        ("requests refused", "", lambda load: load.refused),
    ):
        taken = {name: median(map(value, loads)) for name, loads in found.items()}
        yield Figure(what=f"{crowd} runs and streams: {what}", found=_beside(taken, unit))
    memory = {served.name: sum(sum(map(_memory, pids)) for pids in served.processes.values()) for served in servers}
    yield Figure(what=f"memory after {crowd} runs and streams", found=_beside(memory, " MiB"))


def alone(many: Served, cluster: Cluster, largest: int, seconds: float) -> Iterator[Figure]:
    """Yield what many machines come to under the largest crowd."""
    with ThreadPoolExecutor(1) as pool:
        load = pool.submit(crowded, many.clients, largest, largest // 2, seconds)
        most, at_work = 0, 0
        while not load.done():
            time.sleep(1)
            in_flight = _in_flight(cluster)
            most, at_work = max(most, sum(in_flight.values())), max(at_work, in_flight.get("running", 0))
    found, ideal = load.result(), largest / MEAN
    what = f"{largest:,} clients, {largest // 2:,} streams"
    yield Figure(what=f"{what}: runs in flight at most", found=f"{most:,}, {at_work:,} of them in the work of a worker")
    yield Figure(what=f"{what}: runs ended", found=f"{found.rate:.1f}/s, {found.rate / ideal:.2f} of the ideal")
    times = f"median {found.half:.0f} ms, 99 of 100 within {found.most:.0f} ms, of {len(found.late):,}"
    yield Figure(what=f"{what}: latency of events", found=times)
    yield Figure(what=f"{what}: requests refused", found=f"{found.refused:,}")
    memory = ", ".join(f"{name} {median(map(_memory, pids)):.0f} MiB" for name, pids in many.processes.items())
    yield Figure(what=f"{what}: memory of a process", found=memory)


def _beside(values: dict[str, float], unit: str) -> str:
    """Return *values* in words: the first, and the others with how many times that they are."""
    (name, ours), *others = values.items()
    words = [f"{other} {value:,.1f}{unit} ({ours / value:.2f} ×)" if value else f"{other} 0" for other, value in others]
    return ", ".join([f"{name} {ours:,.1f}{unit}", *words])


@contextmanager
def _many(database: str, folder: Path, crowd: int) -> Iterator[tuple[Served, Cluster]]:
    folder.mkdir()
    # One of three tools has half of the places.
    cluster = Cluster(database, folder, lease=20, at_once=2 * crowd + 1, stderr=subprocess.DEVNULL)
    try:
        webs = [cluster.start("web", f"web-{number}", TRUSTED_PROXY=PROXY) for number in range(WEBS)]
        threads = str(crowd // WORKERS + 1)
        workers = [cluster.start("worker", f"worker-{number}", THREADS=threads) for number in range(WORKERS)]
        processes = {
            "web process": [node.process.pid for node in webs],
            "worker": [node.process.pid for node in workers],
        }
        yield Served(Webform([node.address for node in webs]), processes, "many machines"), cluster
    finally:
        cluster.close()


@contextmanager
def _one(folder: Path, crowd: int) -> Iterator[Served]:
    folder.mkdir()
    cluster = Cluster(str(folder / "runs.sqlite"), folder, lease=20, at_once=2 * crowd + 1, stderr=subprocess.DEVNULL)
    try:
        web = cluster.start("web", "one", TRUSTED_PROXY=PROXY)
        yield Served(Webform([web.address]), {"process": [web.process.pid]}, "one process")
    finally:
        cluster.close()


@contextmanager
def _gradio(crowd: int) -> Iterator[Served]:
    port = free_port()
    command = [str(GRADIO / "bin/python"), "-m", "benchmarks.sleeping_gradio", str(port), str(crowd)]
    environ = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False"}
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(STARTING * 10):
            try:
                urlopen(url).close()
                break
            except URLError:
                time.sleep(0.1)
        yield Served(Gradio(url), {"process": [process.pid]}, "Gradio")
    finally:
        process.terminate()
        process.wait()


def _in_flight(cluster: Cluster) -> dict[str, int]:
    """Return how many runs are not over, by state."""
    engine = create_engine(cluster.database)
    with engine.connect() as connection:
        query = "SELECT state, count(*) FROM webform_runs WHERE state IN ('queued', 'running') GROUP BY state"
        found = {state: int(count) for state, count in connection.execute(text(query))}
    engine.dispose()
    return found


def _memory(pid: int) -> float:
    """Return what a process and its children have in memory, in MiB; what several share counts in parts."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())
    texts = [Path(f"/proc/{process}/smaps_rollup").read_text("ascii") for process in (pid, *children)]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("Pss:")]
    return sum(int(line.split()[1]) for line in lines) / 1024


if __name__ == "__main__":
    show(main(*map(int, sys.argv[1:])))
