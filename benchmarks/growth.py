"""
Growth: what a run costs the database, measured, and from that what 10, 100 and 1,000 machines ask of one.

A run here tells fifteen events, each of which is written by itself, and has one stream. Measured on a real PostgreSQL,
with a web process and a worker: rows, transactions, notifications, bytes and seconds of the processor for each run; the
seconds that a start holds the lock of admission while many runs go on; how many commits that notify there can be in a
second. A machine is taken to have as many processors as `CORES`, and to execute what these carry. The server of the
database is taken to have `SERVER_CORES`, and as many connections as `CONNECTIONS`. What is over 100 % breaks.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import create_engine, insert, make_url, text

from benchmarks.figures import Figure, show
from tests.runs.cluster import Cluster
from tests.runs.postgres import postgres
from webform.runs import RunStore
from webform.runs.admission import Admission, Handed
from webform.runs.database import MAX_CONNECTIONS
from webform.runs.jobs import Jobs
from webform.runs.rows import MORE, RUNS, row_of
from webform.runs.run import Run, new_id
from webform.runs.turns import Rules, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from tests.runs.cluster import Node

MACHINES = (10, 100, 1000)
#: Runs that are measured, events of each and seconds between two; how many go on at the same time.
RUNS_MEASURED, EVENTS, PAUSE, AT_ONCE = 200, 15, 0.06, 8
#: Unfinished runs while a start is measured, and starts; threads that notify, for so many seconds.
UNFINISHED, STARTS, NOTIFIERS, NOTIFYING = 2000, 50, 8, 2.0
#: What is assumed: processors of a machine, and of the server of the database, and the connections that this has.
CORES, SERVER_CORES, CONNECTIONS = 2, 32, 1000
#: Processes of a machine: one for the web, one that executes.
PROCESSES = 2
#: Connections of a process that are in use all the time: one that listens, and those of the queue and of events.
HELD = 4
DAY = 24 * 3600
#: A disk, in bytes, and days that runs are kept.
DISK, KEPT = 10e12, 30


@dataclass(frozen=True, kw_only=True)
class Costs:
    """
    What a run costs.

    Args:
        rows: that are inserted, changed or deleted.
        commits: transactions.
        notices: notifications.
        size: bytes that stay in the database.
        log: bytes of the log of what was written.
        server: seconds of the processor of the database.
        machine: seconds of the processor of the web process and of the worker.
        lock: seconds that its start holds the lock of admission, where nobody waits.
        notifying: commits with a notification that there can be in a second.
    """

    rows: float
    commits: float
    notices: float
    size: float
    log: float
    server: float
    machine: float
    lock: float = 0
    notifying: float = 0


@dataclass(frozen=True)
class Load:
    """What so many *machines* that are all busy ask of one database, by the *costs* of a run."""

    machines: int
    costs: Costs

    @property
    def rate(self) -> float:
        """Runs a second."""
        return self.machines * CORES / self.costs.machine

    @property
    def shares(self) -> dict[str, float]:
        """How much of each of what there is they need: more than 1 breaks."""
        return {
            "lock of admission": self.rate * self.costs.lock,
            "commits that notify": self.rate * self.costs.notices / self.costs.notifying,
            "processors of the database": self.rate * self.costs.server / SERVER_CORES,
            "connections in use": self.machines * PROCESSES * HELD / CONNECTIONS,
            "connections at most": self.machines * PROCESSES * (MAX_CONNECTIONS + HELD) / CONNECTIONS,
            f"disk after {KEPT} days": self.rate * self.costs.size * DAY * KEPT / DISK,
        }


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with postgres() as server, tempfile.TemporaryDirectory() as folder:
        costs = measured(server.new_database(), Path(folder))
        lock, notifying = lock_seconds(server.new_database()), notified(server.new_database())
    costs = replace(costs, lock=lock, notifying=notifying)
    yield from costs_of_a_run(costs)
    for machines in MACHINES:
        load = Load(machines, costs)
        shares = ", ".join(f"{name} {share:.0%}" for name, share in load.shares.items())
        yield Figure(what=f"{machines:,} machines, {load.rate:,.0f} runs/s", found=shares)
    one = Load(1, costs)
    name, share = max(one.shares.items(), key=lambda item: item[1])
    yield Figure(what="breaks first", found=f"{name}, at {1 / share:,.1f} machines, {one.rate / share:,.0f} runs/s")


def costs_of_a_run(costs: Costs) -> Iterator[Figure]:
    """Yield what was measured."""
    yield Figure(
        what="a run, in the database",
        found=f"{costs.rows:.0f} rows written, {costs.commits:.0f} transactions, {costs.notices:.0f} notifications, "
        f"{costs.size / 1000:.1f} kB kept, {costs.log / 1000:.0f} kB of its log, {costs.server * 1000:.1f} ms",
    )
    yield Figure(what="a run, web process and worker", found=f"{costs.machine * 1000:.1f} ms of the processor")
    yield Figure(what=f"lock of admission, {UNFINISHED:,} runs going on", found=f"{costs.lock * 1000:.1f} ms a run")
    yield Figure(what="commits with a notification", found=f"{costs.notifying:,.0f}/s at most")


def measured(database: str, folder: Path) -> Costs:
    """Return what runs cost on *database*, each, but for the lock."""
    cluster = Cluster(database, folder, lease=20, quiet=True)
    try:
        web, worker = cluster.start("web", "web"), cluster.start("worker", "worker")
        _execute(web, AT_ONCE)
        engine = create_engine(database)
        with _counted_notices(database) as notices:
            before = _looked(engine, database, [web, worker])
            _execute(web, RUNS_MEASURED)
            after = _looked(engine, database, [web, worker])
        engine.dispose()
    finally:
        cluster.close()
    spent = {name: (after[name] - before[name]) / RUNS_MEASURED for name in before}
    return Costs(notices=len(notices) / RUNS_MEASURED, **spent)


def _execute(web: Node, count: int) -> None:
    body = {"events": EVENTS, "pause": PAUSE}

    def follow(_: int) -> None:
        for _event in web.events(web.begin(body=body)):
            pass

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(follow, range(count)))


def _looked(engine: Any, database: str, nodes: list[Node]) -> dict[str, float]:
    """Return what the database and the processes have done so far."""
    # What was counted is written down by each connection a second after it.
    time.sleep(2)
    with engine.connect() as connection:
        facts = connection.execute(text(_FACTS)).mappings().one()
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        postmaster = int(Path(f"/proc/{own}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    machine = sum(map(_worked, (node.process.pid for node in nodes)))
    return {**{name: float(value) for name, value in facts.items()}, "server": _worked(postmaster), "machine": machine}


_FACTS = """
SELECT (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS rows,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables) AS size,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log
"""


def _worked(pid: int) -> float:
    """Return the seconds of the processor that a process and its children have taken, those that ended as well."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())
    stats = [
        Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split() for process in (pid, *children)
    ]
    return sum(sum(map(int, stat[11:15])) for stat in stats) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _counted_notices(database: str) -> Iterator[list[str]]:
    """Collect the notifications that there are meanwhile."""
    notices: list[str] = []
    done = threading.Event()

    def listen() -> None:
        with psycopg.connect(_plain(database), autocommit=True) as connection:
            for channel in ("webform", "procrastinate_queue_v1#webform", "procrastinate_any_queue_v1"):
                connection.execute(f'LISTEN "{channel}"')
            while not done.is_set():
                notices.extend(notice.payload for notice in connection.notifies(timeout=0.5))

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield notices
    finally:
        done.set()
        thread.join()


def lock_seconds(database: str) -> float:
    """Return the seconds that the lock of admission is held for a run, while `UNFINISHED` others go on."""
    store = RunStore(database, queue=True)
    rules, jobs = Rules(10 * UNFINISHED, UNFINISHED), Jobs(store.database)
    admission = Admission(store.database, rules, jobs.defer)
    rows = [MORE | {"worker": store.leases.worker} | row_of(_run("running")) for _ in range(UNFINISHED)]
    store.write(lambda connection: connection.execute(insert(RUNS), rows))

    def timed() -> float:
        run, inserted = _run("queued"), 0.0

        def write(connection: Connection) -> str:
            nonlocal inserted
            connection.execute(insert(RUNS), MORE | {"worker": ""} | row_of(run) | {"attempt": 0})
            inserted = time.perf_counter()
            return ""

        admission.enter(write, Turn(alone="", go=lambda: None), Handed(run.id, "", 1))
        return time.perf_counter() - inserted

    seconds = [timed() for _ in range(STARTS)]
    store.close()
    return median(seconds)


def _run(state: Any) -> Run:
    return Run(id=new_id(), tool_id="tool", body={}, state=state, created=time.time())


def notified(database: str) -> float:
    """Return how many commits with a notification there can be in a second."""

    def notify(_: int) -> int:
        count, ends = 0, time.monotonic() + NOTIFYING
        with psycopg.connect(_plain(database), autocommit=True) as connection:
            while time.monotonic() < ends:
                connection.execute("SELECT pg_notify('webform', 'topic')")
                count += 1
        return count

    with ThreadPoolExecutor(NOTIFIERS) as pool:
        return sum(pool.map(notify, range(NOTIFIERS))) / NOTIFYING


def _plain(database: str) -> str:
    """Return the address as the driver has it."""
    return make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)


if __name__ == "__main__":
    show(main())
