"""The queue in the database, in one process: runs in a visitor's session, keys, and jobs that nobody took."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tests.runs.test_recovery import SECRET, TARGET
from tests.telling import Telling
from tests.until import until
from webform import load
from webform.runs import BusyError, Runs, RunStore
from webform.runs.leases import Orphan
from webform.runs.secrets import UnsealedError

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]
SESSION = replace(TARGET, session="visitor")


@pytest.fixture
def database(postgres):
    return postgres.new_database()


def act(_, wait):
    wait()
    return "done"


@pytest.fixture
def new_runs(database):
    """`new_runs(**options) -> Runs` of a queue, whose tools wait for a step; ended with the test."""
    made = []

    def make(lease=1, **options):
        store = RunStore(database, lease=lease, queue=True)
        made.append(Runs(store, Telling(act), queue=True, **options))
        return made[-1]

    yield make
    for runs in made:
        runs.close()


def jobs(runs):
    """Return the ids of the runs that have jobs, and how far those are."""
    query = text("SELECT args->>'run_id', status::text FROM procrastinate_jobs ORDER BY id")
    return runs.store.database.read(lambda connection: [tuple(row) for row in connection.execute(query)])


def test_a_run_in_a_session_is_executed_by_the_process_that_has_the_session(new_runs, tool):
    first, second = new_runs(), new_runs()
    run = first.start(tool, SESSION, {})
    until(lambda: second.get(run.id).state == "running")

    first.runner.step()
    assert second.wait(run.id, 20).result.value == "done"
    assert jobs(first) == []
    assert first.runner.bodies == [{}]


def test_runs_in_sessions_wait_for_those_of_other_processes_and_are_cancelled_there(new_runs, tool):
    first, second = new_runs(at_once=1), new_runs(at_once=1)
    one = first.start(tool, SESSION, {})
    until(lambda: first.get(one.id).state == "running")
    two, three = second.start(tool, SESSION, {}), second.start(tool, SESSION, {})
    assert [second.get(run.id).place for run in (two, three)] == [1, 2]

    assert first.cancel(two.id).state == "cancelled"
    assert first.get(three.id).place == 1
    first.cancel(one.id)
    until(lambda: first.get(three.id).state == "running")
    assert second.cancel(three.id).state == "cancelled"
    assert not first.is_at_work()
    assert not second.is_at_work()


def test_a_glance_at_many_runs_shows_their_places_and_what_they_told_since(new_runs, tool):
    def tells(tell, wait):
        for message in ("one", "two"):
            tell({"type": "log", "message": message})
        wait()

    # Of what runs alone fewer are before it than of all.
    alone = replace(tool, concurrent=False)
    first, second = new_runs(at_once=2), new_runs(at_once=2)
    first.runner.act = tells
    begun = [first.start(kind, SESSION, {}).id for kind in (alone, tool, alone, tool, alone)]
    until(lambda: all(len(second.events(run_id)) == 2 for run_id in begun[:2]))
    until(lambda: all(second.get(run_id).state == "running" for run_id in begun[:2]))

    seen = second.glances(dict.fromkeys(begun, 1) | {"none": 0})
    assert [(seen[run_id].state, seen[run_id].place) for run_id in begun] == [
        ("running", None), ("running", None), ("queued", 1), ("queued", 2), ("queued", 2)
    ]  # fmt: skip
    assert [second.get(run_id).place for run_id in begun] == [None, None, 1, 2, 2]
    assert [event.data["message"] for event in seen[begun[0]].events] == ["two"]
    assert seen[begun[2]].events == []

    # Many wait, and are looked at a few together: all begin in the end.
    more = [first.start(tool, SESSION, {}).id for _ in range(3)]
    first.runner.step(20)
    until(lambda: all(second.get(run_id).over for run_id in (*begun, *more)))
    assert second.glances(dict.fromkeys(begun, 0)) == {}


def test_where_too_many_wait_nothing_is_kept_and_the_key_is_free(new_runs, tool):
    runs = new_runs(at_once=1)
    begun = [runs.start(tool, TARGET, {}) for _ in range(5)]
    assert [run_id for run_id, _ in jobs(runs)] == [begun[0].id]

    with pytest.raises(BusyError):
        runs.start(tool, TARGET, {}, key="k")
    for run in begun:
        assert runs.cancel(run.id).state == "cancelled"
    assert runs.start(tool, TARGET, {}, key="k").id == runs.start(tool, TARGET, {}, key="k").id


def test_the_turn_of_a_run_that_is_cancelled_before_a_worker_took_it_goes_on(new_runs, tool):
    ended = []
    runs = new_runs(at_once=1, ended=ended.append)
    first, second = runs.start(tool, TARGET, {}), runs.start(tool, TARGET, {})
    assert runs.get(second.id).place == 1
    assert new_runs().unfinished() == {("small", "queued"): 2}

    assert runs.cancel(first.id).state == "cancelled"
    assert [run.id for run in ended] == [first.id]
    assert runs.get(second.id).place is None
    assert [run_id for run_id, _ in jobs(runs)] == [first.id, second.id]
    assert not runs.store.take_job(first.id, 1)
    assert runs.store.take_job(second.id, 1)
    assert not new_runs().store.take_job(second.id, 1)


def test_a_run_that_a_worker_took_though_the_database_could_not_say_so_is_executed_once(new_runs, tool):
    runs = new_runs(find=lambda _: (tool, TARGET))
    run = runs.start(tool, TARGET, {})
    assert runs.store.take_job(run.id, 1)

    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(runs._executor.execute, run.id, 1) for _ in range(2)]
        until(lambda: any(job.done() for job in jobs))
        runs.runner.step()
    assert runs.wait(run.id, 20).result.value == "done"
    assert runs.runner.bodies == [{}]


def test_a_run_whose_lease_ran_out_is_executed_again_by_the_same_worker(new_runs, tool):
    # A lease that runs out on a busy machine would have the run lost.
    runs = new_runs(lease=60, find=lambda _: (tool, TARGET))
    run = runs.start(tool, TARGET, {})
    with ThreadPoolExecutor(2) as pool:
        pool.submit(runs._executor.execute, run.id, 1)
        until(lambda: runs.runner.bodies)
        assert runs._executor.take_over(Orphan(run.id, tool.id, runs.store.leases.worker, 1))
        pool.submit(runs._executor.execute, run.id, 2)
        until(lambda: len(runs.runner.bodies) == 2)
        for _ in range(2):
            runs.runner.step()

    assert runs.wait(run.id, 20).result.value == "done"
    assert runs.store.more(run.id)["attempt"] == 2


def test_a_run_that_is_over_when_its_worker_hands_over_is_not_lost(new_runs, tool, monkeypatch):
    runs = new_runs(lease=60, find=lambda _: (tool, TARGET))
    run, kept_result = runs.start(tool, TARGET, {}), runs._local._kept_result

    def hand_over_first(live, result):
        runs._executor._hand_over_all()
        return kept_result(live, result)

    monkeypatch.setattr(runs._local, "_kept_result", hand_over_first)
    runs.runner.step()
    runs._executor.execute(run.id, 1)

    assert runs.store.get(run.id).result.value == "done"


def test_a_run_in_a_session_that_could_not_look_for_its_turn_is_not_left_behind(new_runs, tool, monkeypatch):
    runs = new_runs(lease=60, at_once=1)
    first = runs.start(tool, SESSION, {})
    until(lambda: runs.get(first.id).state == "running")

    def fail():
        raise OperationalError("it is away", {}, Exception("it is away"))

    # Its row stands by then.
    with monkeypatch.context() as patched:
        patched.setattr(runs._executor._admission, "_look", fail)
        with pytest.raises(OperationalError):
            runs.start(tool, SESSION, {}, key="k")

    second = runs.start(tool, SESSION, {}, key="k")
    runs.runner.step(2)
    assert runs.wait(second.id, 20).state == "done"


def test_a_transaction_whose_process_cannot_be_reached_holds_up_nobody_for_long(new_runs):
    limit = text("SHOW idle_in_transaction_session_timeout")

    assert new_runs().store.database.read(lambda connection: connection.execute(limit).scalar()) == "10s"


def test_a_run_with_secrets_is_refused_without_a_key(new_runs):
    (tool,) = load(SECRET)

    with pytest.raises(UnsealedError):
        new_runs().start(tool, TARGET, {"pin": "hunter2"})


def test_a_run_whose_tool_the_worker_has_not_fails_in_words(new_runs, tool):
    ended = []
    runs = new_runs(ended=ended.append)
    run = runs.start(tool, TARGET, {})
    runs._executor.execute(run.id, 1)

    assert [(run.state, run.result.code) for run in ended] == [("done", "internal")]
    assert runs.get(run.id).result.advice.startswith("Contact this site's owner")


def test_runs_that_no_worker_takes_are_a_fault(new_runs, tool, database):
    runs = new_runs()
    assert runs.fault() == ""

    run = runs.start(tool, TARGET, {})
    assert runs.fault() == "Runs wait, and no worker takes them: start `webform worker`"
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
    engine.dispose()
    assert runs.fault() == ""
    runs.cancel(run.id)


def test_nobody_looks_while_nothing_is_notified(new_runs, tool, monkeypatch):
    monkeypatch.setattr("webform.runs.notices.SILENCE", 0.02)
    first, second = new_runs(), new_runs()
    run = first.start(tool, SESSION, {})
    until(lambda: second.get(run.id).state == "running")
    woken, quiet = [], []
    ends = [second.watch(run.id, lambda: woken.append("run")), second.watch("another", lambda: quiet.append("another"))]
    first.runner.step()
    until(lambda: second.get(run.id).over and woken)
    for end in ends:
        end()

    # It looks once, when the listener begins.
    assert len(quiet) <= 1
