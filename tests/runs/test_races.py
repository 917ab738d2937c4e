"""Runs in two threads at one moment: begun, ended, told of, cancelled and forgotten there, none is left behind."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy.exc import OperationalError

from tests.acting import PATIENCE
from tests.meanwhile import Contested, in_thread
from tests.telling import Telling
from tests.until import until
from webform.runs import front
from webform.runs.live import Live


def test_a_run_whose_row_was_written_though_the_database_could_not_say_so_is_not_left_behind(
    runs, store, tool, target, monkeypatch
):
    claim = store.claim

    def claim_unheard(*args, **more):
        claim(*args, **more)
        raise OperationalError("it is away", {}, Exception("it is away"))

    monkeypatch.setattr(store, "claim", claim_unheard)
    with pytest.raises(OperationalError):
        runs.start(tool, target, {}, key="k")
    monkeypatch.setattr(store, "claim", claim)

    # Whoever tries again, as each row of a batch does, has a run that is executed.
    run = runs.start(tool, target, {}, key="k")
    assert runs.wait(run.id, PATIENCE / 3).state == "done"


def test_a_run_that_another_thread_ends_before_its_row_is_known_to_be_there_is_kept(runs, store, tool, target):
    live = Live(tool, target, {"x": 1}, created=1)
    live.writing = Contested()
    executing = threading.Thread(target=runs._local.execute, args=(live,))

    def add():
        known = store.claim(live.run, "", 0, **live.more)
        # Its turn came, and an executor that looks for such runs found it.
        executing.start()
        until(lambda: live.writing.waited.is_set() or live.over.is_set())
        assert runs.is_at_work()
        return known

    assert runs._local.begin(live, add) == ""
    executing.join(PATIENCE)
    assert store.get(live.run.id) == live.run
    assert live.run.state == "done"


def test_a_run_that_ends_while_another_thread_writes_its_first_event_is_over(
    new_runs, store, tool, target, monkeypatch
):
    adding, add = threading.Event(), store.add

    def add_late(run, **more):
        adding.set()
        until(lambda: live.writing.waited.is_set() or live.over.is_set())
        add(run, **more)

    def act(tell, _):
        live.writing = Contested()
        monkeypatch.setattr(store, "add", add_late)
        telling.append(in_thread(lambda: tell({"type": "log", "level": "info", "message": "late"})))
        assert adding.wait(PATIENCE)
        monkeypatch.setattr(store, "add", add)
        return 42

    telling = []
    runs = new_runs(runner=Telling(act))
    live = Live(tool, target, {}, created=1)
    runs._local.begin_unkept(live)
    runs._local.execute(live)
    telling[0]()

    assert store.get(live.run.id).state == "done"


def test_a_run_that_is_cancelled_before_it_waits_for_its_turn_does_not_wait(
    new_runs, tool, target, acting, monkeypatch
):
    acting.hold()
    runs = new_runs(at_once=1)
    runs.start(tool, target, {})
    acting.begun()
    turns, looked, cancelling = runs._executor._turns, threading.Event(), []
    take, drop = turns.take, turns.drop

    def take_late(turn):
        (run_id,) = (live.run.id for live in runs._local.all() if live.turn is turn)
        cancelling.append(in_thread(lambda: runs.cancel(run_id)))
        assert looked.wait(PATIENCE)
        return take(turn)

    def drop_early(turn):
        dropped = drop(turn)
        looked.set()
        return dropped

    monkeypatch.setattr(turns, "take", take_late)
    monkeypatch.setattr(turns, "drop", drop_early)
    runs.start(tool, target, {})
    assert cancelling[0]().state == "cancelled"


def test_a_run_that_is_forgotten_while_its_row_is_written_stays_forgotten(new_runs, store, tool, target, monkeypatch):
    monkeypatch.setattr(front, "PATIENCE", 0)
    adding, forgotten, add = threading.Event(), threading.Event(), store.add

    def add_late(run, **more):
        adding.set()
        assert forgotten.wait(PATIENCE)
        add(run, **more)

    runs = new_runs(runner=Telling(lambda tell, _: tell({"type": "log", "level": "info", "message": "one"})))
    monkeypatch.setattr(store, "add", add_late)
    running = in_thread(lambda: runs.run(tool, target, {}))
    assert adding.wait(PATIENCE)
    (live,) = runs._local.all()
    runs.forget(live.run.id)
    forgotten.set()
    running()

    assert store.get(live.run.id) is None
