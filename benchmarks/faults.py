"""
Faults in the middle of runs, on two web processes, workers and a PostgreSQL: what becomes of the runs.

Half of the runs are of a tool that only reads: it starts again, once, where its worker is no more; the others are
lost then, and say so. The tool notes in a file of its own what it tells. Each client begins its run with an
`Idempotency-Key` and follows it with `Last-Event-ID` at any web process; in the end the notes are compared with what
came over the streams, and with what is kept. A lease counts three seconds. Processes are killed with SIGKILL,
PostgreSQL with all of its own. The full disk is a small one in memory, filled for five seconds. A partition is a proxy
between a worker and the database that lets nothing through for thirty seconds. The clock of a worker, or of a web
process, goes five minutes forth or back in the middle of runs.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, make_url, text

from benchmarks.figures import Figure, show
from benchmarks.followed import Count, Followed, ask, counted, follow
from benchmarks.partitions import Proxies
from tests.runs.cluster import Cluster
from tests.runs.postgres import postgres

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.runs.cluster import Node
    from tests.runs.postgres import Postgres

TIMES = 50
#: Seconds that a lease counts, that a disk is full, that nothing gets through; that a clock is off.
LEASE, FULL, CUT, OFF = 3, 5, 30, 300
#: Events of a run, and seconds between two.
EVENTS, PAUSE = 12, 0.2
#: Seconds in which all runs have to be in a definite state, from the fault on.
DEFINITE = 60
#: Seconds after which what a process would add to a run that is over is there.
LATE = 1.0
#: Runs at once that a worker has room for.
THREADS = 4
DISK, CONNECTIONS = "200m", 500


@dataclass
class Scene:
    """
    A cluster in which faults of one kind happen.

    Args:
        server: its PostgreSQL.
        cluster: its processes.
        disk: where the data of the server is.
        rooms: runs at once that its workers have room for.
    """

    server: Postgres
    cluster: Cluster
    disk: Path
    rooms: int
    webs: list[Node] = field(default_factory=list)
    workers: list[Node] = field(default_factory=list)
    proxies: Proxies | None = None
    ports: list[int] = field(default_factory=list)

    def start(self, role: str, number: int, port: int = 0) -> Node:
        """Start a process; behind the proxy at *port*, if that is one."""
        host, database = f"{role}-{number}", make_url(self.cluster.database)
        clock = self.cluster.folder / host
        clock.touch()
        address = database.set(port=port or database.port).render_as_string(hide_password=False)
        return self.cluster.start(role, host, address, THREADS=str(THREADS), CLOCK_OFF_BY=str(clock))

    def replace(self, nodes: list[Node], index: int) -> None:
        """Kill a process, and start another for it."""
        nodes[index].kill()
        nodes[index] = self.start("web" if nodes is self.webs else "worker", index)


@dataclass(frozen=True, kw_only=True)
class Fault:
    """
    A kind of fault.

    Args:
        name: of its row.
        strike: makes it happen in a scene, in the round of a number; returns how many times it did.
        workers: how many there are.
        cut_off: whether all but one are behind proxies.
        small: whether the data of the database is on a small disk.
    """

    name: str
    strike: Callable[[Scene, int], int]
    workers: int = 2
    cut_off: bool = False
    small: bool = False


def kill_web(scene: Scene, number: int) -> int:
    """Kill one of the web processes."""
    scene.replace(scene.webs, number % len(scene.webs))
    return 1


def kill_worker(scene: Scene, number: int) -> int:
    """Kill one of the workers."""
    scene.replace(scene.workers, number % len(scene.workers))
    return 1


def kill_database(scene: Scene, number: int) -> int:
    """Kill PostgreSQL with all of its processes, and start it."""
    del number
    _kill_all(_postmaster(scene))
    scene.server.start()
    return 1


def fill_disk(scene: Scene, number: int) -> int:
    """Fill the disk of the database for a while."""
    del number
    server, filler = _postmaster(scene), scene.disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(65_536)):
            pass
    time.sleep(FULL)
    filler.unlink()
    if _is_gone(server):
        # It gives up where it cannot write its log.
        scene.server.stop()
        scene.server.start()
    return 1


def cut_off(scene: Scene, number: int) -> int:
    """Let nothing through between workers and the database for a while."""
    del number
    assert scene.proxies
    for port in scene.ports:
        scene.proxies.pause(port)
    time.sleep(CUT)
    for port in scene.ports:
        scene.proxies.resume(port)
    return len(scene.ports)


def set_clock(scene: Scene, number: int) -> int:
    """Set the clock of a worker, or of a web process, five minutes forth or back."""
    node = [scene.workers, scene.webs][number % 2][number // 2 % 2]
    clock = scene.cluster.folder / node.host
    clock.write_text("0" if clock.read_text() == str(OFF) else str(OFF))
    return 1


FAULTS = (
    Fault(name="kill -9 of a web process", strike=kill_web),
    Fault(name="kill -9 of a worker", strike=kill_worker, workers=3),
    Fault(name="kill -9 of PostgreSQL, started again", strike=kill_database),
    Fault(name=f"full disk of the database, {FULL} s", strike=fill_disk, small=True),
    Fault(name=f"partition of a worker, {CUT} s", strike=cut_off, workers=11, cut_off=True),
    Fault(name="clock 5 minutes off", strike=set_clock),
)


def main(times: int = TIMES, names: str = "", at_once: int = 3) -> Iterator[Figure]:
    """
    Yield the figures.

    Args:
        times: how often each fault happens.
        names: a part of the names of the faults; all have `""`.
        at_once: how many kinds at the same time, each in a cluster of its own.
    """
    with postgres() as server, ThreadPoolExecutor(at_once) as pool:
        found = [(fault, pool.submit(suffered, fault, times, server)) for fault in FAULTS if names in fault.name]
        for fault, result in found:
            yield from _figures(fault, *result.result())


def _figures(fault: Fault, times: int, count: Count, longest: float) -> Iterator[Figure]:
    wrong = count.undecided + count.twice + count.missing + count.doubled
    yield Figure(
        what=f"{fault.name}, {times} times",
        found=f"{count.runs} runs: {count.done} done ({count.again} started again), {count.lost} lost and told; "
        f"{count.undecided} undecided, {count.twice} too often, events: {count.missing} missing, "
        f"{count.doubled} doubled; definite after {longest:.1f} s at most",
        value=wrong or (longest if longest > DEFINITE else 0),
        most=0,
    )


def suffered(fault: Fault, times: int, server: Postgres) -> tuple[int, Count, float]:
    """Have *fault* happen *times* times; return how often it did, what came of the runs, and the longest seconds."""
    with _scene(fault, server, times) as scene:
        happened, count, longest = 0, Count(), 0.0
        while happened < times:
            scene.ports = scene.ports[: times - happened]
            struck, found, seconds = _round(fault, scene, happened)
            happened, count, longest = happened + struck, count.plus(found), max(longest, seconds)
            print(f"    {fault.name}: {happened} of {times}, {seconds:.1f} s, {found}", file=sys.stderr, flush=True)
    return happened, count, longest


def _round(fault: Fault, scene: Scene, number: int) -> tuple[int, Count, float]:
    """Have *fault* happen once while runs go on; return how many times it did, what came of them, and the seconds."""
    folder = Path(tempfile.mkdtemp(dir=scene.cluster.folder))
    tools = ("plain", "reads")
    runs = [Followed(tools[index % 2], EVENTS, folder / f"{index}") for index in range(scene.rooms)]
    with ThreadPoolExecutor(len(runs)) as pool:
        followed = [pool.submit(follow, run, lambda: scene.webs, PAUSE) for run in runs]
        _until(lambda: sum(run.notes.exists() for run in runs) > len(runs) / 2)
        time.sleep(random.uniform(0, EVENTS * PAUSE / 2))
        began = time.monotonic()
        struck = fault.strike(scene, number)
        for future in followed:
            future.result()
    # What was cut off has been let through: what it adds now would be wrong.
    time.sleep(LATE)
    for run in runs:
        ask(lambda: scene.webs, run)
    count = Count()
    for run in runs:
        found = counted(run, run.notes.read_text().splitlines() if run.notes.exists() else [])
        if found.undecided or found.twice or found.missing or found.doubled:
            print(f"    {found}\n    {run}\n    {run.notes.read_text().split()}", file=sys.stderr)
        count = count.plus(found)
    shutil.rmtree(folder)
    return struck, count, max(run.ended for run in runs) - began


@contextmanager
def _scene(fault: Fault, server: Postgres, times: int) -> Iterator[Scene]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        disk = folder / "disk"
        disk.mkdir()
        if fault.small:
            stack.enter_context(_mounted(disk))
        if fault.small or fault.strike is kill_database:
            server = stack.enter_context(_own_server(disk))
        if fault.cut_off:
            server = stack.enter_context(_own_server(disk))
            make_room(server)
        cluster = Cluster(server.new_database(), folder, lease=LEASE, at_once=1000, quiet=True)
        stack.callback(cluster.close)
        workers = min(fault.workers, times + 1) if fault.cut_off else fault.workers
        scene = Scene(server, cluster, disk, workers * THREADS)
        if fault.cut_off:
            scene.proxies = Proxies(int(make_url(cluster.database).port or 0))
            stack.callback(scene.proxies.close)
            scene.ports = [scene.proxies.add() for _ in range(workers - 1)]
        # The first one makes the tables.
        scene.webs = [scene.start("web", 0), scene.start("web", 1)]
        scene.workers = [scene.start("worker", index, port) for index, port in enumerate([*scene.ports, 0])]
        scene.workers += [scene.start("worker", index) for index in range(len(scene.workers), workers)]
        yield scene


@contextmanager
def _own_server(folder: Path) -> Iterator[Postgres]:
    """Run a PostgreSQL of its own with its data in *folder*."""
    folder.chmod(0o755)
    for parent in folder.parents[:1]:
        parent.chmod(0o755)
    # Others are set up at the same time: the place of temporary folders is theirs too.
    with postgres(folder) as server:
        yield server


def make_room(server: Postgres) -> None:
    """Let many processes connect to *server*, which is started anew for it."""
    engine = create_engine(server.new_database(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"ALTER SYSTEM SET max_connections = {CONNECTIONS}"))
    engine.dispose()
    server.stop()
    server.start()


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    """Have a small disk in memory at *folder*; only root may."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _postmaster(scene: Scene) -> int:
    """Return the id of the first process of PostgreSQL."""
    engine = create_engine(scene.cluster.database)
    with engine.connect() as connection:
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        server = int(Path(f"/proc/{own}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    engine.dispose()
    return server


def _kill_all(process: int) -> None:
    """Kill a process and its children, and wait for their end."""
    children = [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    for victim in (process, *children):
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    os.waitpid(process, 0)
    _until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def _is_gone(process: int) -> bool:
    """Tell whether our child of that id has ended."""
    return os.waitpid(process, os.WNOHANG)[0] == process


def _until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + DEFINITE
    while not holds() and time.monotonic() < ends:
        time.sleep(0.02)


if __name__ == "__main__":
    times, name, *_ = [*sys.argv[1:], *[str(TIMES), ""][len(sys.argv[1:]) :]]
    show(main(int(times), name))
