"""The store of runs: what is kept comes back equal, from any thread, after a restart, and not for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from webform.files import StoredFile
from webform.problems import Problem
from webform.raw import Raw
from webform.result import Artifact, Authorize, Log, Result
from webform.runs import Run, RunStore
from webform.runs.events import RunEvent
from webform.runs.leases import Orphan
from webform.runs.run import new_id
from webform.values import equal

#: Runs after which the log of SQLite must have been written back to the file.
MAX_UNTIL_WRITTEN_BACK = 1_600
FILE = StoredFile(sha256="a" * 64, size=3, media_type="text/csv", name="ü.csv", head="data:text/csv;base64,")
FULL = Result(
    status="invalid",
    value={"n": 9007199254740993, "s": "\ud800 \x00 \u2028", "e": [], "f": 1e-300, "none": None},
    message="No.",
    code="refused",
    artifact=Artifact(url="https://example.com/a", size=0),
    authorize=Authorize(url="https://example.com/b", scopes=("read",)),
    logs=(Log(message="", level="warn"),),
    problems=(Problem(at="/x", code="refused", key="verbatim", params={"text": "no"}),),
    http_status=422,
    retry_after=1.5,
    advice="Mend it.",
    raw=Raw(body=b"<raw>"),
)


def at_once(count, act):
    """Do *act* in so many threads that begin at the same time; return what came of each."""
    gate = threading.Barrier(count)

    def one(_):
        gate.wait()
        return act()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(one, range(count)))


def a_run(**facts) -> Run:
    fields = {"id": new_id(), "tool_id": "t", "body": {"x": 1}, "state": "done", "created": time.time()}
    return Run(**(fields | facts))


@pytest.mark.parametrize(
    "run",
    [
        a_run(state="cancelled", began=1.5, ended=2.5, result=FULL),
        a_run(result=Result(status="ok", value=None)),
        a_run(result=Result(status="ok")),
        a_run(body={"file": FILE, "files": [FILE, FILE], "kept:": {"/": FILE, "~": "kept:no"}}),
        a_run(tool_id="t" * 300, body={"a": 10**3000, "b": 0.1, "c": True, "d": None, "": "", "\ud800": "\r\n"}),
        a_run(body=[]),
    ],
    ids=["everything", "null", "nothing", "files", "odd values", "a list"],
)
def test_what_is_kept_comes_back_equal(database, store, run):
    store.add(run)

    again = RunStore(database).get(run.id)

    assert again == run
    assert equal(again.body, run.body) or "file" in run.body


def test_a_run_that_changes_is_kept_as_it_is_now(store):
    run = a_run(state="running")
    store.add(run)
    over = replace(run, state="done", ended=time.time(), result=Result(status="ok", value=1))

    store.change(over)

    assert store.get(run.id) == over


def test_a_run_that_was_forgotten_does_not_come_back_by_a_change(store):
    run = a_run(state="running")
    store.add(run)

    assert store.forget(run.id)
    store.change(replace(run, state="done"))

    assert store.get(run.id) is None
    assert not store.forget(run.id)


@pytest.mark.parametrize("act", ["get", "chain", "forget", "events"])
@pytest.mark.parametrize("run_id", ["a\x00b", "\ud800", "x" * 41, "%s %(id)s", "' OR 1=1 --", ""], ids=ascii)
def test_nothing_is_at_an_id_that_no_run_has(store, act, run_id):
    assert not getattr(store, act)(run_id)


def test_a_run_without_a_key_is_written_without_a_transaction(store):
    commits = []
    event.listen(store.database.engine, "commit", commits.append)
    run = a_run()
    store.add(run)

    assert (store.get(run.id), len(commits)) == (run, 0)
    store.claim(a_run(), "key", 60)
    assert len(commits) == 1


def test_runs_kept_by_many_threads_at_once_are_all_there(store):
    runs = [a_run() for _ in range(200)]
    parts = [runs[start::20] for start in range(20)]
    threads = [threading.Thread(target=lambda part=part: [store.add(run) for run in part]) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [store.get(run.id) for run in runs] == runs


def test_runs_that_begin_and_end_in_a_crowd_are_kept_as_they_ended(store):
    def begin_and_end():
        run = a_run(state="running")
        store.add(run)
        ended = replace(run, state="done", result=FULL)
        store.change(ended)
        return ended

    runs = at_once(150, begin_and_end)

    assert [store.get(run.id) for run in runs] == runs


def test_stores_that_are_made_at_the_same_time_make_the_tables_once(database):
    stores = at_once(8, lambda: RunStore(database))
    run = a_run()

    stores[0].add(run)

    assert [store.get(run.id) for store in stores] == [run] * 8


def test_what_was_written_before_though_the_database_could_not_say_so_is_there_once(store):
    run, first, second = a_run(state="running"), RunEvent(1, "log", "{}"), RunEvent(2, "log", "{}")
    for _ in range(2):
        assert store.claim(run, "", 0) in ("", run.id)
        store.write_events([(run.id, 1, first), (run.id, 1, second)], [])
    keyed = a_run()

    assert [store.claim(keyed, "key", 60) for _ in range(2)] == ["", keyed.id]
    assert store.events(run.id) == [first, second]


def test_events_of_a_run_that_is_in_the_work_of_others_stay_out(database):
    late, other = RunStore(database), RunStore(database)
    again, lost = a_run(state="running"), a_run(state="running")
    for run in (again, lost):
        late.add(run)
        late.write_events([(run.id, 1, RunEvent(1, "log", "1")), (run.id, 1, RunEvent(2, "progress", "1"))], [])
    other.take_over(Orphan(again.id, "t", late.leases.worker, 1), other.leases.worker)
    other.lose(Orphan(lost.id, "t", late.leases.worker, 1))
    other.write_events([(again.id, 2, RunEvent(4, "progress", "2"))], [])

    for run in (again, lost):
        late.write_events([(run.id, 1, RunEvent(seq, "log", "late")) for seq in (3, 4, 5)], [(run.id, 1, 4)])

    assert [(event.seq, event.kind) for event in other.events(again.id)] == [(1, "log"), (3, "log"), (4, "progress")]
    assert [event.seq for event in other.events(lost.id)] == [1, 2]


def test_a_row_that_cannot_be_written_costs_no_other(store):
    bad = a_run(tool_id="\ud800")
    good = [a_run() for _ in range(50)]
    rows = iter([outcome for pair in zip(good, [bad] * 50, strict=True) for outcome in pair])

    def add():
        run = next(rows)
        try:
            store.add(run)
        except (SQLAlchemyError, UnicodeError):
            return run
        return None

    assert [outcome for outcome in at_once(100, add) if outcome] == [bad] * 50
    assert [store.get(outcome.id) for outcome in good] == good


def test_a_run_is_going_on_for_the_process_that_is_at_work_on_it_and_for_others(database, store):
    run = a_run(state="running")
    store.add(run)

    assert store.get(run.id).state == "running"
    assert RunStore(database).get(run.id).state == "running"


def test_a_run_that_was_going_on_when_its_store_was_closed_is_lost(database):
    first = RunStore(database)
    run = a_run(state="queued")
    first.add(run)
    first.close()

    assert RunStore(database).get(run.id) == replace(run, state="lost")


def test_processes_that_share_the_database_see_each_other(database, store):
    program = f"""
import sys, time
from webform.runs import Run, RunStore
store = RunStore({str(database)!r})
store.add(Run(id="theirs", tool_id="t", body={{}}, state="running", created=time.time()))
print("kept", store.get("ours").state, flush=True)
sys.stdin.read()
"""
    store.add(a_run(id="ours", state="running"))
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "kept running\n"
        assert store.get("theirs").state == "running"
        other.kill()


def test_a_run_that_was_given_up_or_forgotten_is_changed_by_nobody(database, store):
    other = RunStore(database)
    run = a_run(state="running")
    other.add(run)

    assert not store.change(replace(run, state="done"))
    assert not other.change(replace(run, state="done"), attempt=2)
    assert other.change(replace(run, state="done"))
    assert not other.change(replace(run, state="lost"))
    assert store.get(run.id).state == "done"


def test_runs_that_are_too_old_are_swept_away(store):
    old, new = a_run(created=time.time() - 100), a_run()
    for run in (old, new):
        store.add(run)

    assert store.sweep(max_age=50, max_count=10) == 1
    assert (store.get(old.id), store.get(new.id)) == (None, new)


def test_the_oldest_runs_beyond_the_count_are_swept_away(store):
    runs = [a_run(created=time.time() - age) for age in (4, 3, 2, 1)]
    for run in runs:
        store.add(run)

    assert store.sweep(max_age=50, max_count=2) == 2
    assert [store.get(run.id) for run in runs] == [None, None, *runs[2:]]


def test_a_run_that_goes_on_is_not_swept_away_for_later_ones(store):
    going, old, new = (a_run(created=time.time() - age, state=state) for age, state in
                       ((3, "running"), (2, "done"), (1, "done")))  # fmt: skip
    for run in (going, old, new):
        store.add(run)

    assert store.sweep(max_age=50, max_count=1) == 1
    assert [store.get(run.id) for run in (going, old, new)] == [going, None, new]
    assert store.sweep(max_age=2.5, max_count=1) == 1


def test_runs_are_forgotten_and_swept_while_others_are_written(database):
    stores = [RunStore(database) for _ in range(2)]
    turns = iter(range(8))

    def act() -> int:
        turn = next(turns)
        store = stores[turn % 2]
        for _ in range(25):
            run = a_run(state="running")
            store.add(run)
            store.write_events([(run.id, 1, RunEvent(seq, "log", "{}")) for seq in range(1, 5)], [])
            store.change(run)
            store.sweep(max_age=1000, max_count=5) if turn % 4 == 0 else store.forget(run.id)
        return turn

    assert sorted(at_once(8, act)) == list(range(8))


def test_the_hashes_are_those_of_all_files_of_all_runs(store):
    other = replace(FILE, sha256="b" * 64)
    for body in ({"a": FILE}, {"a": [FILE, other]}, {"a": "kept:" + "c" * 64}):
        store.add(a_run(body=body))

    assert store.hashes() == {"a" * 64, "b" * 64}


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways to say who may read a file")
def test_nobody_else_on_the_machine_may_read_the_runs(file):
    RunStore(file).add(a_run())

    assert {path.stat().st_mode & 0o077 for path in file.parent.glob("runs.sqlite*")} == {0}


def test_the_log_is_written_back_while_others_write_on(file):
    store, before = RunStore(file), file.stat().st_size
    written = []
    while file.stat().st_size == before and len(written) < MAX_UNTIL_WRITTEN_BACK:
        written.append(a_run())
        store.add(written[-1])

    assert len(written) < MAX_UNTIL_WRITTEN_BACK
    store.close()
    again = RunStore(file)
    assert [again.get(run.id) for run in written] == written


def test_an_address_of_another_database_is_taken_as_it_is(tmp_path):
    address = f"sqlite:///{tmp_path}/named.sqlite"
    run = a_run()
    RunStore(address).add(run)

    assert RunStore(tmp_path / "named.sqlite").get(run.id) == run


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways to say who may read a file")
@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_a_database_that_others_may_read_is_closed_to_them_and_that_is_said(tmp_path, caplog, address):
    file = tmp_path / "runs.sqlite"
    RunStore(file).close()
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    RunStore(address.format(file)).close()

    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("runs.sqlite*")} == {0o600}
    assert f"{file} was open to other users of this machine; it is closed now (mode 0600)" in caplog.messages
    caplog.clear()
    RunStore(file).close()
    assert caplog.messages == []
