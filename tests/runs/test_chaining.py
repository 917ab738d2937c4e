"""Chains whose steps any worker executes: which process begins the next, what rests meanwhile, and where it ends."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from sqlalchemy import delete, func, select, text

from tests.runs.test_recovery import KEY, SECRET, TARGET
from tests.runs.test_store import at_once
from tests.telling import Telling
from tests.until import until
from webform import load
from webform.runs import Chains, Runs, RunStore, StepCall, chaining
from webform.runs.rows import CHAINS, RUNS
from webform.runs.sealing import Sealer
from webform.runs.secrets import UnsealedError

FREE = {"inputSchema": {"type": "object", "additionalProperties": True}}
(ONE,), (TWO,), (SECRETS,) = load({"name": "one", **FREE}), load({"name": "two", **FREE}), load(SECRET)
queued = pytest.mark.parametrize("database", [pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True)
pytestmark = pytest.mark.xdist_group("cluster")


class Process:
    """A process of an app with chains; *deaf* where it ends before it goes on with one."""

    def __init__(self, database, *, queue, deaf=False, tools=(ONE, TWO, SECRETS), act=lambda *_: "came", **options):
        found = {tool.id: (tool, TARGET) for tool in tools}
        store = RunStore(database, lease=5, queue=queue)
        self.runs = Runs(store, Telling(act), find=found.get, queue=queue, **options)
        self.chains = Chains(self.runs, lambda _, body: (body, []))
        if not deaf:
            self.runs.then(self.chains.go_on)

    def execute(self, chain):
        """Execute the step of *chain*, as a worker does; return the chain."""
        self.runs._executor.execute(self.chains.get(chain.id).current, 1)
        return self.chains.get(chain.id)

    def count(self):
        return self.runs.store.read(lambda connection: connection.execute(select(func.count(RUNS.c.id))).scalar())

    def row(self):
        """Return the only chain of the database, as a row."""
        return self.runs.store.read(
            lambda connection: connection.execute(text("SELECT * FROM webform_chains")).mappings().one()
        )


@pytest.fixture
def new_process(database):
    """`new_process(**options) -> Process`: ended with the test."""
    made = []

    def make(**options):
        made.append(Process(database, **{"queue": "://" in str(database)} | options))
        return made[-1]

    yield make
    for process in made:
        process.runs.close()


def calls(*tools, target=TARGET, **args):
    return [StepCall(tool=tool, target=target, args=args, uses_previous=index > 0) for index, tool in enumerate(tools)]


def over(process, chain):
    until(lambda: process.chains.get(chain.id).state != "running")
    return process.chains.get(chain.id)


@queued
def test_whichever_process_notes_the_end_of_a_step_begins_the_next(new_process):
    first, second, third = (new_process() for _ in range(3))
    chain = first.chains.start(calls(ONE, TWO, x=1))
    begun = second.execute(chain)

    assert (begun.state, begun.next, first.chains.get(chain.id)) == ("running", 2, begun)
    assert third.execute(chain).state == "done"
    assert third.runs.runner.bodies == [{"x": 1, "previous": "came"}]


@queued
def test_where_a_process_ends_before_it_begins_the_next_step_another_does(new_process):
    first, second = new_process(deaf=True), new_process()
    chain = first.chains.start(calls(ONE, TWO))
    assert first.execute(chain).next == 1

    second.runs.judge()
    assert second.execute(chain).state == "done"


@queued
def test_of_many_processes_one_begins_the_next_step(new_process):
    first, others = new_process(deaf=True), [new_process() for _ in range(4)]
    chain = first.chains.start(calls(ONE, TWO, ONE))
    first.execute(chain)

    at_once(8, lambda: [process.chains.go_on() for process in others])
    assert (first.chains.get(chain.id).next, first.count()) == (2, 2)


@queued
def test_a_chain_is_cancelled_at_another_process_and_nothing_more_begins(new_process):
    first, second = new_process(), new_process()
    chain = first.chains.start(calls(ONE, TWO))
    cancelled = second.chains.cancel(chain.id)

    assert (cancelled.state, first.runs.get(chain.current).state) == ("cancelled", "cancelled")
    first.chains.go_on()
    assert (first.chains.get(chain.id), first.count()) == (cancelled, 1)
    assert second.chains.cancel(chain.id) == cancelled


@queued
def test_a_step_that_was_due_when_the_chain_was_cancelled_does_not_begin(new_process):
    first, second = new_process(deaf=True), new_process()
    chain = first.chains.start(calls(ONE, TWO))
    first.execute(chain)
    prepare = first.chains._prepare
    first.chains._prepare = lambda *args: second.chains.cancel(chain.id) and prepare(*args)
    first.chains.go_on(chain.current)

    assert (first.chains.get(chain.id).state, first.count()) == ("cancelled", 1)


@queued
def test_a_step_that_is_forgotten_ends_its_chain(new_process):
    first, second = new_process(), new_process()
    chain = first.chains.start(calls(ONE, TWO))
    assert second.runs.forget(chain.current)

    second.runs.judge()
    assert (first.chains.get(chain.id).state, first.count()) == ("done", 0)


@queued
def test_the_secrets_of_steps_rest_encrypted_until_the_chain_is_over(new_process):
    sealer = Sealer([KEY])
    first, second = new_process(sealer=sealer), new_process(sealer=sealer)
    chain = first.chains.start(calls(ONE, SECRETS, pin="hunter2"))
    assert "hunter2" not in str(dict(first.row()))

    second.execute(chain)
    assert second.execute(chain).state == "done"
    assert second.runs.runner.bodies[-1] == {"pin": "hunter2", "previous": "came"}
    assert (first.row()["bodies"], first.row()["sealed"]) == (None, None)


@queued
def test_a_chain_with_secrets_is_refused_without_a_key(new_process):
    process = new_process()
    with pytest.raises(UnsealedError):
        process.chains.start(calls(ONE, SECRETS, pin="hunter2"))

    assert process.count() == 0


@queued
def test_a_process_that_has_not_the_tool_says_so_and_ends_the_chain(new_process, caplog):
    first, second = new_process(), new_process(tools=[ONE])
    chain = first.chains.start(calls(ONE, TWO))

    ended = second.execute(chain)
    assert (ended.state, [problem.code for problem in ended.steps[1].problems]) == ("done", ["internal"])
    assert "the tool is not served by this process" in caplog.text


@queued
def test_steps_in_the_session_of_a_visitor_are_begun_by_the_process_that_has_it(new_process):
    first, second = new_process(), new_process()
    chain = first.chains.start(calls(ONE, TWO, target=replace(TARGET, session="visitor")))

    assert over(second, chain).next == 2
    assert first.row()["worker"] == first.runs.store.leases.worker
    assert len(first.runs.runner.bodies) == 2


def test_a_chain_for_which_there_is_no_room_ends_in_words(new_process):
    process = new_process(at_once=1, act=lambda _, wait: wait())
    begun = [process.runs.start(ONE, TARGET, {}) for _ in range(5)]
    chain = process.chains.run(calls(TWO, ONE))

    assert process.chains.get(chain.id) == chain
    assert (chain.state, chain.steps[0].run) == ("done", "")
    assert [problem.code for problem in chain.steps[0].problems] == ["busy"]
    for run in begun:
        process.runs.cancel(run.id)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_chain_that_is_swept_begins_no_more_steps(new_process):
    process = new_process()
    store = process.runs.store
    process.runs.runner.act = lambda *_: store.write(lambda connection: connection.execute(delete(CHAINS))) and None

    assert process.chains.run(calls(ONE, TWO)).state == "lost"
    assert len(process.runs.runner.bodies) == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_chain_in_the_work_of_another_process_is_cancelled(new_process):
    first, second = new_process(act=lambda _, wait: wait()), new_process()
    chain = first.chains.start(calls(ONE, TWO))

    assert second.chains.cancel(chain.id).state == "cancelled"
    assert first.runs.wait(chain.current, 20).state == "cancelled"
    assert over(first, chain).next == 1


def test_a_chain_is_not_lost_for_other_processes_before_its_thread_begins(new_process, monkeypatch):
    process, other, seen = new_process(queue=False), new_process(queue=False), []

    class Late(threading.Thread):
        def start(self):
            monkeypatch.setattr(chaining, "Thread", threading.Thread)
            until(lambda: not process.runs._local.all())
            # The heartbeat looks whether there is anything to do, now that the first step is over.
            assert not process.runs._heartbeat._is_done()
            seen.append(other.chains.get("one-of-two").state)
            super().start()

    monkeypatch.setattr(chaining, "Thread", Late)
    links = [StepCall(tool=tool, target=TARGET, args={}) for tool in (ONE, TWO)]
    process.chains.start(links, chain_id="one-of-two")
    until(lambda: other.chains.get("one-of-two").state == "done")

    assert seen == ["running"]
