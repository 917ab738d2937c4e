"""A database that is away for a while: batches and chains lose no row, no step, and run none twice."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DataError, OperationalError

from tests.acting import PATIENCE
from tests.telling import Telling
from tests.until import until
from webform.runs import Batch, Batches, Chains, Runs, StepCall, batching, chaining, feed
from webform.runs.batch import BatchEntry


class Outage:
    """Makes the next *statements* of a database fail, once it is begun."""

    def __init__(self, database, statements: int) -> None:
        #: How many of them are left; `None` before it is begun.
        self._left: int | None = None
        self._statements, self._lock = statements, threading.Lock()
        event.listen(database.engine, "before_cursor_execute", self._fail)

    def begin(self) -> None:
        self._left = self._statements

    @property
    def is_over(self) -> bool:
        return self._left == 0

    def _fail(self, *_) -> None:
        with self._lock:
            if self._left:
                self._left -= 1
                raise OperationalError("it is away", {}, Exception("it is away"))


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Try again soon, and write what became of each row."""
    monkeypatch.setattr(batching, "AGAIN", 0.02)
    monkeypatch.setattr(batching, "WRITE_EVERY", 0)
    monkeypatch.setattr(chaining, "AGAIN", 0.02)


def test_each_row_of_a_batch_runs_once(store, tool, target):
    outage = Outage(store.database, 60)
    seen = []

    def act(*_):
        seen.append(1)
        if len(seen) == 6:
            outage.begin()
        return {"y": 1}

    runs = Runs(store, Telling(act))
    batches = Batches(runs)
    rows = 30
    batch = Batch(tool_id=tool.id, columns=("X",), rows=(("1",),) * rows, entries=(BatchEntry(),) * rows)
    begun = batches.start(tool, target, batch, [{"x": 1}] * rows)
    batches.wait(begun.id, PATIENCE)
    found = store.batch(begun.id)
    runs.close()

    assert outage.is_over
    assert (found.state, {entry.status for entry in found.entries}) == ("done", {"ok"})
    assert len({entry.run for entry in found.entries}) == len(seen) == rows


def test_a_row_that_the_database_never_takes_is_an_error_and_no_other(store, tool, target):
    class Refusing(Outage):
        def _fail(self, connection, cursor, statement, parameters, *_) -> None:
            if "INSERT INTO webform_runs" in statement and "never" in str(parameters):
                raise DataError("it is not taken", {}, Exception("it is not taken"))

    Refusing(store.database, 0)
    runs = Runs(store, Telling(lambda *_: {"y": 1}))
    batches = Batches(runs)
    batch = Batch(tool_id=tool.id, columns=("X",), rows=(("1",),) * 3, entries=(BatchEntry(),) * 3)
    begun = batches.start(tool, target, batch, [{"x": 1}, {"x": "never"}, {"x": 3}])
    batches.wait(begun.id, PATIENCE)
    found = store.batch(begun.id)
    runs.close()

    assert (found.state, [entry.status for entry in found.entries]) == ("done", ["ok", "error", "ok"])


def test_a_chain_goes_on(store, tool, target):
    outage = Outage(store.database, 20)
    seen = []

    def act(*_):
        seen.append(1)
        if len(seen) == 2:
            outage.begin()
        return "came"

    runs = Runs(store, Telling(act))
    chains = Chains(runs, lambda _, body: (body, []))
    chain = chains.start([StepCall(tool=tool, target=target, args={})] * 4)
    until(lambda: outage.is_over and chains.get(chain.id).state != "running")
    found = chains.get(chain.id)
    runs.close()

    assert (found.state, len(seen)) == ("done", 4)
    assert len({step.run for step in found.steps}) == 4


def test_a_closed_app_leaves_a_chain_that_cannot_go_on(store, tool, target, caplog):
    outage = Outage(store.database, 1_000_000)
    runs = Runs(store, Telling(lambda *_: outage.begin()))
    chains = Chains(runs, lambda _, body: (body, []))
    chains.start([StepCall(tool=tool, target=target, args={})] * 2)
    until(lambda: "a chain cannot go on yet" in caplog.text)

    runs.close()

    until(lambda: not runs._works)


def test_what_a_run_told_last_is_kept_though_it_tells_no_more(store, new_runs, tool, target, monkeypatch):
    monkeypatch.setattr(feed, "IDLE", 0.02)
    outage = Outage(store.database, 1 if store.database.is_sqlite else 2)

    def act(tell, wait):
        outage.begin()
        tell({"type": "ask", "id": "sure", "message": "Sure?"})

    runs = new_runs(runner=Telling(act))
    run = runs.start(tool, target, {})
    until(lambda: outage.is_over)
    # Another process finds there what it asks.
    until(lambda: store.events(run.id))
    assert runs.answer(run.id, "sure", {"action": "decline", "content": {}})
    assert runs.wait(run.id, PATIENCE).state == "done"
