"""Runs of processes that are no more: started again once where that does no harm, else lost, and always decided."""

from __future__ import annotations

import threading
from dataclasses import replace
from time import monotonic

import pytest
from sqlalchemy import event, update
from sqlalchemy.exc import OperationalError

from tests.acting import PATIENCE
from tests.telling import Telling
from tests.until import until
from webform import load
from webform.runners import Target
from webform.runs import Runs, RunStore
from webform.runs.heartbeat import LOOK
from webform.runs.leases import Orphan
from webform.runs.rows import WORKERS
from webform.runs.sealing import Sealer
from webform.runs.store import AGAIN
from webform.tool import Hints

HARMLESS = [Hints(read_only=True), Hints(idempotent=True)]
TARGET = Target(url="http://127.0.0.1:9/run", allow_private=True)
SECRET = {"name": "t", "inputSchema": {"properties": {"pin": {"type": "string", "writeOnly": True}}}}
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def log(message):
    return {"type": "log", "level": "info", "message": message}


class Dying(Runs):
    """The runs of a process that comes to a standstill, as if it were killed."""

    def die(self):
        self._heartbeat.close()


@pytest.fixture
def new_runs(database):
    """`new_runs(act, tools=(), cls=Runs, **options) -> Runs` with a short lease; ended with the test."""
    made = []

    def make(act, *tools, cls=Runs, **options):
        served = {tool.id: (tool, TARGET) for tool in tools}
        made.append(cls(RunStore(database, lease=0.5), Telling(act), find=served.get, **options))
        return made[-1]

    yield make
    for runs in made:
        runs.close()


@pytest.fixture
def dead(new_runs):
    """`dead(tool, body, **options)`: the id of a run that told "before" and "so far" in the work of a dead process."""
    halt = threading.Event()

    def act(tell, _):
        tell(log("before"))
        tell({"type": "chunk", "text": "so far"})
        halt.wait(20)

    def make(tool, body, **options):
        runs = new_runs(act, tool, cls=Dying, **options)
        run = runs.start(tool, TARGET, body)
        until(lambda: len(runs.store.events(run.id)) == 2)
        runs.die()
        return run.id

    yield make
    halt.set()


@pytest.mark.parametrize("hints", HARMLESS, ids=["reads", "idempotent"])
def test_a_run_that_does_no_harm_starts_again_and_says_so(new_runs, dead, tool, hints):
    tool = replace(tool, hints=hints)
    run_id = dead(tool, {"x": 1})
    runs = new_runs(lambda tell, _: tell(log("after")) or "again", tool)
    runs.watch_over()

    until(lambda: runs.get(run_id).over)
    run, events = runs.get(run_id), runs.events(run_id)
    assert (run.state, run.result.value, run.body) == ("done", "again", {"x": 1})
    assert [(event.seq, event.data["message"]) for event in events] == [
        (1, "before"),
        (3, AGAIN["message"]),
        (4, "after"),
    ]
    assert runs.runner.bodies == [{"x": 1}]


@pytest.mark.parametrize("served", [True, False])
def test_any_other_run_is_lost_with_what_it_told(new_runs, dead, tool, served):
    run_id = dead(tool, {"x": 1})
    runs = new_runs(lambda tell, _: None, *([tool] if served else []))
    runs.watch_over()

    until(lambda: runs.get(run_id).state == "lost")
    assert [event.kind for event in runs.events(run_id)] == ["log", "chunk"]
    assert runs.runner.bodies == []


def test_a_run_whose_tool_is_gone_once_it_is_taken_over_is_lost(new_runs, dead, tool):
    tool = replace(tool, hints=Hints(read_only=True))
    run_id, ended = dead(tool, {}), []
    runs = new_runs(lambda tell, _: None, ended=ended.append)
    # It is looked for twice while that is decided, and is served no more after that.
    served = iter([(tool, TARGET)] * 2)
    runs._revival.find = lambda _: next(served, None)
    runs.watch_over()

    until(lambda: ended)
    assert (runs.get(run_id).state, runs.runner.bodies) == ("lost", [])


def test_it_starts_again_once(new_runs, dead, tool):
    tool = replace(tool, hints=Hints(read_only=True))
    run_id, halt = dead(tool, {}), threading.Event()
    second = new_runs(lambda tell, _: halt.wait(20), tool, cls=Dying)
    second.watch_over()
    until(lambda: second.runner.bodies)
    second.die()
    third = new_runs(lambda tell, _: None, tool)
    third.watch_over()

    until(lambda: third.get(run_id).state == "lost")
    assert third.runner.bodies == []
    halt.set()
    until(lambda: second.get(run_id).state == "lost")


def test_whoever_looks_at_it_has_it_decided(new_runs, dead, tool):
    run_id = dead(tool, {})
    runs = new_runs(lambda tell, _: None)

    assert runs.wait(run_id, 20).state == "lost"


def test_a_run_with_secrets_starts_again_only_where_they_were_sealed(new_runs, dead):
    (tool,) = load(SECRET)
    tool = replace(tool, hints=Hints(read_only=True))
    plain, sealed = dead(tool, {"pin": "hunter2"}), dead(tool, {"pin": "hunter2"}, sealer=Sealer([KEY]))
    runs = new_runs(lambda tell, _: "again", tool, sealer=Sealer([KEY]))
    runs.watch_over()

    until(lambda: runs.store.get(plain).over and runs.store.get(sealed).over)
    assert (runs.get(plain).state, runs.get(sealed).state) == ("lost", "done")
    assert runs.runner.bodies == [{"pin": "hunter2"}]
    assert runs.store.more(sealed)["sealed"] is None


def test_a_process_that_comes_back_learns_that_its_run_is_lost(new_runs, tool):
    halt, ended = threading.Event(), []

    def act(tell, _):
        halt.wait(20)
        ended.append(True)
        return "late"

    first = new_runs(act, tool, cls=Dying)
    run = first.start(tool, TARGET, {})
    until(lambda: first.runner.bodies)
    first.die()
    other = new_runs(lambda tell, _: None)
    other.watch_over()
    until(lambda: other.get(run.id).state == "lost")

    halt.set()
    until(lambda: ended and not first.is_at_work())
    assert first.get(run.id).state == other.get(run.id).state == "lost"


def standing_still(store, tool):
    """Return the runs of a process whose heartbeat stands still, and one of them, which others noted as lost."""
    runs = Runs(store, Telling(lambda _, wait: wait()))
    runs._heartbeat.close()
    run = runs.start(tool, TARGET, {})
    until(lambda: runs.get(run.id).state == "running")
    runs.look()
    store.write(lambda connection: connection.execute(update(WORKERS).values(seen=0)))
    assert store.lose(Orphan(run.id, tool.id, store.leases.worker, 1))
    store.leases._renewed = float("-inf")
    return runs, run


def test_a_process_that_comes_back_with_a_request_learns_that_its_run_is_lost(store, tool):
    runs, run = standing_still(store, tool)

    # A request that begins a run renews the lease before the heartbeat does.
    store.leases.hold()
    store.leases._renewed = float("-inf")
    runs._heartbeat._act()
    assert runs.wait(run.id, PATIENCE / 3).state == "lost"
    runs.runner.step()


def test_a_process_that_comes_back_gives_up_lost_runs_though_the_database_is_away_first(store, tool, monkeypatch):
    runs, run = standing_still(store, tool)

    def fail():
        raise OperationalError("it is away", {}, Exception("it is away"))

    with monkeypatch.context() as patched, pytest.raises(OperationalError):
        patched.setattr(store, "in_work", fail)
        runs._heartbeat._act()
    store.leases._renewed = float("-inf")
    runs._heartbeat._act()
    assert runs.wait(run.id, PATIENCE / 3).state == "lost"
    runs.runner.step()


def test_nobody_judges_before_it_has_watched_for_a_whole_lease(store):
    assert not store.leases.judges
    store.leases.renew()
    assert not store.leases.judges


def test_who_has_nothing_to_do_looks_for_the_work_of_others_now_and_then(database):
    runs = Runs(RunStore(database), Telling(lambda tell, body: {}))
    looking = set()
    event.listen(
        runs.store.database.engine, "before_cursor_execute", lambda *_: looking.add(threading.current_thread())
    )
    start = monotonic()
    runs.watch_over()
    for _ in range(200):
        until(lambda: looking and not any(thread.is_alive() for thread in looking))
        runs.watch_over()
    assert len(looking) <= (monotonic() - start) / LOOK + 2
    runs.close()
