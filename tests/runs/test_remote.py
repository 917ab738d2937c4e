"""Runs of two processes on one database: each can end what the other is at work on, and answer what it asks."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from tests.programs import Program
from tests.telling import Telling
from tests.until import until
from webform.runs import Runs, RunStore
from webform.runs.events import so_far
from webform.runs.remote import commands

#: A process with one run, which asks and goes on until it is cancelled; it says the run's id, and what it comes to.
PROGRAM = """
import sys
from tests.telling import Telling
from webform import load
from webform.runners import Target
from webform.runs import Runs, RunStore

def act(tell, wait):
    tell({"type": "log", "level": "info", "message": "began"})
    answer = tell({"type": "ask", "id": "q 1", "message": "Sure?", "schema": SCHEMA})
    return answer

SCHEMA = eval(sys.argv[2])
(tool,) = load({"id": "small", "name": "Small", "inputs": [], "outputs": []})
runs = Runs(RunStore(sys.argv[1], lease=1), Telling(act))
run = runs.start(tool, Target(url="http://127.0.0.1:9/run", allow_private=True), {})
print(run.id, flush=True)
over = runs.wait(run.id, 60)
print(over.state, over.result.value, flush=True)
runs.close()
"""
PLAIN = {"type": "object", "properties": {"sure": {"type": "boolean"}}}
SECRET = {"type": "object", "properties": {"key": {"type": "string", "format": "password"}}}


@contextmanager
def other(database, schema=PLAIN):
    process = Program(PROGRAM, database, repr(schema))
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def runs(database):
    made = Runs(RunStore(database, lease=1), Telling(lambda tell, wait: None))
    yield made
    made.close()


def asked(runs, run_id):
    """Wait until that run asks; return what."""
    while not (asks := so_far(runs.events(run_id)).asks):
        runs.wait_event(run_id, 0, 1)
    return asks


def test_a_run_of_another_process_is_cancelled(database, runs):
    with other(database) as (process, run_id):
        asked(runs, run_id)
        cancelled = runs.cancel(run_id)

        assert (cancelled.state, cancelled.result.status) == ("cancelled", "cancelled")
        assert process.stdout.readline().startswith("cancelled")
    assert runs.get(run_id).state == "cancelled"


@pytest.mark.slow
def test_what_a_run_of_another_process_asks_is_answered(database, runs):
    answer = {"action": "accept", "content": {"sure": True}}
    with other(database) as (process, run_id):
        assert [item.id for item in asked(runs, run_id)] == ["q 1"]
        assert not runs.answer(run_id, "another", answer)
        assert runs.answer(run_id, "q 1", answer)
        assert not runs.answer(run_id, "q 1", answer)

        assert process.stdout.readline().strip() == f"done {answer}"
    assert runs.get(run_id).result.value == answer
    assert commands(runs.store) == []


@pytest.mark.slow
def test_a_secret_is_not_handed_on_by_way_of_the_database(database, runs):
    with other(database, SECRET) as (_, run_id):
        asked(runs, run_id)

        assert not runs.answer(run_id, "q 1", {"action": "accept", "content": {"key": "hunter2"}})
        assert runs.answer(run_id, "q 1", {"action": "decline", "content": {}})


@pytest.mark.slow
def test_a_run_of_another_process_is_ended_where_it_is_forgotten(database, runs):
    with other(database) as (process, run_id):
        asked(runs, run_id)

        assert runs.forget(run_id)
        assert process.stdout.readline().startswith("cancelled")
    assert runs.get(run_id) is None
    assert runs.events(run_id) == []


@pytest.mark.slow
def test_a_run_of_another_process_is_known_to_have_begun(database, runs):
    with other(database) as (_, run_id):
        while runs.get(run_id).state == "queued":
            runs.wait_event(run_id, 0, 1)

        assert runs.get(run_id).state == "running"


@pytest.mark.slow
def test_a_run_of_a_process_that_was_killed_is_lost_whatever_is_wanted_of_it(database, runs):
    with other(database) as (process, run_id):
        asked(runs, run_id)
        process.kill()
        process.wait()

        until(lambda: runs.get(run_id).state == "lost")
        assert runs.cancel(run_id).state == "lost"
        assert not runs.answer(run_id, "q 1", {"action": "accept", "content": {}})
        assert commands(runs.store) == []
