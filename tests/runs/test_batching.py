"""The cancellation of batches, by the process that runs them and by others, at any moment."""

from __future__ import annotations

import threading

import pytest

from tests.acting import PATIENCE
from tests.telling import Telling
from tests.until import until
from webform.runs import Batch, Batches, Runs, RunStore, batching
from webform.runs.batch import BatchEntry


def new_batch(tool, rows=1):
    return Batch(tool_id=tool.id, columns=("X",), rows=(("1",),) * rows, entries=(BatchEntry(),) * rows)


@pytest.fixture
def going(new_runs, tool, target):
    """`going(rows) -> batches, batch`: so many rows of it go on, until they are told to end."""
    made = []

    def make(rows):
        runs = new_runs(runner=Telling(lambda _, wait: wait()))
        batches = Batches(runs)
        batch = batches.start(tool, target, new_batch(tool, rows), [{}] * rows)
        until(lambda: len(runs.runner.bodies) == rows)
        made.append(batches)
        return batches, batch

    yield make
    for batches in made:
        batches.close()


@pytest.fixture
def elsewhere(database):
    """The batches of another process."""
    runs = Runs(RunStore(database))
    yield Batches(runs)
    runs.close()


def test_a_run_that_begins_while_its_batch_is_cancelled_is_cancelled(new_runs, tool, target, monkeypatch):
    runs = new_runs(runner=Telling(lambda _, wait: wait()))
    batches, starting, looked = Batches(runs), threading.Event(), threading.Event()
    start, get = runs.start, batches.get

    def start_late(*args, **more):
        starting.set()
        assert looked.wait(PATIENCE)
        return start(*args, **more)

    def get_early(batch_id):
        batch = get(batch_id)
        if not looked.is_set():
            looked.set()
            until(lambda: batches._live[batch_id].stopped.is_set() or runs.runner.bodies)
        return batch

    monkeypatch.setattr(runs, "start", start_late)
    monkeypatch.setattr(batches, "get", get_early)
    batch = batches.start(tool, target, new_batch(tool), [{}])
    assert starting.wait(PATIENCE)
    batches.cancel(batch.id)

    batches.wait(batch.id, PATIENCE / 3)
    assert runs.store.batch(batch.id).state == "cancelled"
    assert [entry.status for entry in runs.store.batch(batch.id).entries] == ["cancelled"]


def test_another_process_cancels_all_runs_of_a_batch(going, elsewhere):
    batches, batch = going(4)
    assert elsewhere.cancel(batch.id).state == "cancelled"

    batches.wait(batch.id, PATIENCE / 3)
    assert [entry.status for entry in batches.get(batch.id).entries] == ["cancelled"] * 4
    assert elsewhere.get(batch.id).state == "cancelled"


def test_a_batch_that_another_process_cancels_at_its_end_stays_cancelled(going, elsewhere, monkeypatch):
    # Whoever runs it does not look any more.
    monkeypatch.setattr(batching, "WRITE_EVERY", PATIENCE)
    batches, batch = going(1)
    elsewhere.cancel(batch.id)
    batches.wait(batch.id, PATIENCE)

    assert elsewhere.get(batch.id).state == "cancelled"


def test_a_batch_that_is_done_is_not_cancelled(going, elsewhere, monkeypatch):
    batches, batch = going(1)
    get = elsewhere.get

    def get_early(batch_id):
        monkeypatch.setattr(elsewhere, "get", get)
        batch = get(batch_id)
        batches._runs.runner.step()
        batches.wait(batch_id, PATIENCE)
        return batch

    monkeypatch.setattr(elsewhere, "get", get_early)
    assert elsewhere.cancel(batch.id).state == "done"
    assert elsewhere.get(batch.id).state == "done"


def test_a_row_that_waited_for_its_turn_is_noted_when_it_begins(new_runs, tool, target):
    runs = new_runs(runner=Telling(lambda _, wait: wait()), at_once=1)
    batches = Batches(runs)
    batch = batches.start(tool, target, new_batch(tool, 2), [{}] * 2)

    def statuses():
        return sorted(entry.status for entry in batches.get(batch.id).entries)

    until(lambda: statuses() == ["queued", "running"])
    runs.runner.step()
    until(lambda: statuses() == ["ok", "running"])
    runs.runner.step()
    batches.wait(batch.id, PATIENCE)

    assert statuses() == ["ok", "ok"]


def test_a_batch_is_not_lost_for_other_processes_before_its_thread_begins(
    new_runs, elsewhere, tool, target, monkeypatch
):
    runs, batch, seen = new_runs(runner=Telling(lambda *_: 1)), new_batch(tool), []
    batches = Batches(runs)

    class Late(threading.Thread):
        def start(self):
            monkeypatch.setattr(batching, "Thread", threading.Thread)
            # The heartbeat of a run that was before looks whether there is anything to do.
            assert not runs._heartbeat._is_done()
            seen.append(elsewhere.get(batch.id).state)
            super().start()

    monkeypatch.setattr(batching, "Thread", Late)
    batches.start(tool, target, batch, [{}])
    batches.wait(batch.id, PATIENCE)

    assert seen == ["running"]
    assert elsewhere.get(batch.id).state == "done"
